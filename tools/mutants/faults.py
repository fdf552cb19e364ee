"""The faults that ``make mutants`` puts into a module: each a small edit of its source text.

An edit keeps the program valid and changes what it does: a comparison, a condition, an operator, a number,
a slice, a result, a case, a statement that is left out. These get none: annotations, decorators, texts,
assertions, the message of an error, and what only a type checker reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
NEVER = " if False"


class Fault(NamedTuple):
    """One edit of one module."""

    path: str
    """Relative to the root of the project, with forward slashes."""
    line: int
    statement: int
    """The line on which the statement around the edit begins."""
    operator: str
    before: str
    after: str
    start: int
    """The edit replaces the bytes from here up to ``end``."""
    end: int

    def put_into(self, source: bytes) -> bytes:
        """The source of the module with this fault in it."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}  {self.operator}  {before}  ->  {after}"


_Located = ast.expr | ast.stmt | ast.pattern
_Edit = tuple[_Located, str, str]
"""What is replaced, by which operator, and the text that replaces it."""


def faults(path: str, source: bytes) -> list[Fault]:
    """Every fault that can be put into this source, in the order of its lines."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def fault(statement: int, edit: _Edit) -> Fault:
        node, operator, after = edit
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        # columns of the tree count bytes
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        if after == NEVER:
            end = source.index(b":", end)  # after the brackets that a pattern may have around it
            after = source[start:end].decode() + NEVER
        return Fault(path, node.lineno, statement, operator, source[start:end].decode(), after, start, end)

    found = [
        fault(statement, edit) for statement, node in _walk(ast.parse(source), 0) for edit in _edits(node)
    ]
    return sorted(found, key=lambda fault: (fault.start, fault.end, fault.operator, fault.after))


def _walk(node: ast.AST, statement: int) -> Iterator[tuple[int, ast.AST]]:
    """The parts of the program that may get a fault, each with the line on which its statement begins."""
    if isinstance(node, ast.stmt):
        statement = node.lineno
    yield statement, node
    for part in _parts(node):
        yield from _walk(part, statement)


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    match node:
        case ast.Assert() | ast.Raise() | ast.JoinedStr() | ast.Assign([ast.Name("__all__")]):
            return []
        case ast.keyword("strict"):
            return []
        case ast.If() if _type_checking(node.test):
            return node.orelse
        case ast.ClassDef():
            return node.body
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            defaults = [*node.args.defaults, *node.args.kw_defaults]
            return [*(default for default in defaults if default is not None), *node.body]
        case ast.AnnAssign():
            return [] if node.value is None else [node.value]
        case _:
            return ast.iter_child_nodes(node)


def _edits(node: ast.AST) -> Iterator[_Edit]:
    match node:
        case ast.expr():
            yield from _expression(node)
        case ast.stmt():
            yield from _statement(node)
        case ast.match_case(pattern, None):
            yield pattern, "case", NEVER
        case ast.match_case(_, ast.expr() as guard):
            yield guard, "case", "False"
            yield from _negated(guard)
        case ast.comprehension():
            yield from (edit for test in node.ifs for edit in _negated(test))


def _expression(node: ast.expr) -> Iterator[_Edit]:
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                ops = [*node.ops[:place], COMPARISONS[type(op)](), *node.ops[place + 1 :]]
                yield _edit(node, "comparison", ast.Compare(node.left, ops, node.comparators))
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield _edit(node, "and/or", ast.BoolOp(other, node.values))
        case ast.UnaryOp(ast.Not() | ast.USub()):
            yield _edit(node, "negation", node.operand)
        case ast.BinOp() if type(node.op) in OPERATORS and not (_joins(node.left) or _joins(node.right)):
            yield _edit(node, "operator", ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))
        case ast.Constant(bool(value)):
            yield _edit(node, "constant", ast.Constant(not value))
        case ast.Constant(int(value)):
            yield _edit(node, "constant", ast.Constant(value + 1))
        case ast.Call(ast.Name(name)) if name in FUNCTIONS:
            yield node.func, "function", FUNCTIONS[name]
        case ast.IfExp():
            yield from _negated(node.test)
        case ast.Subscript(slice=ast.Slice() as bounds):
            for bound in ("lower", "upper"):
                if getattr(bounds, bound) is not None:
                    fewer = ast.Slice(**{**dict(ast.iter_fields(bounds)), bound: None})
                    yield _edit(node, "slice", ast.Subscript(node.value, fewer, node.ctx))


def _statement(node: ast.stmt) -> Iterator[_Edit]:
    match node:
        case ast.If(test) | ast.While(test) if not _type_checking(test):
            yield from _negated(test)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield node, "return", "return None"
        case (
            ast.Expr(ast.Call() | ast.Await() | ast.Yield() | ast.YieldFrom()) | ast.Raise() | ast.AugAssign()
        ):
            yield node, "statement", "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield node, "statement", "pass"
        case ast.Break():
            yield node, "statement", "continue"
        case ast.Continue():
            yield node, "statement", "break"


def _negated(test: ast.expr) -> Iterator[_Edit]:
    """The condition the other way round, unless a single comparison says the same."""
    if not isinstance(test, ast.UnaryOp | ast.Compare | ast.Constant):
        yield _edit(test, "condition", ast.UnaryOp(ast.Not(), test))


def _edit(node: ast.expr, operator: str, replacement: ast.expr) -> _Edit:
    text = ast.unparse(replacement)
    atom = isinstance(replacement, ast.Constant | ast.Name | ast.Subscript | ast.Attribute | ast.Call)
    return node, operator, text if atom else f"({text})"


def _joins(node: ast.expr) -> bool:
    """Whether ``+`` or ``|`` beside it joins texts, sequences or types: another operator just fails there."""
    match node:
        case ast.Tuple() | ast.List() | ast.JoinedStr() | ast.Constant(str() | None):
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            return name in {"str", "int", "bool", "float"} or (name[0].isupper() and not name.isupper())
        case _:
            return False


def _type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
