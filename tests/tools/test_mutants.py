"""The faults of ``make mutants``, and what its report says on a small project: noticed, not noticed, hung."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.mutants.__main__ import ROOMS, ROOT
from tools.mutants.copies import Copy
from tools.mutants.faults import Fault, faults
from tools.mutants.notes import measured
from tools.mutants.trying import Tried, report, sample, try_out

MODULE = """\
LEAST = 3

def tested(count):
    return count >= LEAST

def hardly_tested(count):
    return count > LEAST

def endless(count):
    while count > 0:
        count -= 1
    return count

def costly():
    return len("four") * 2
"""
SHARED = """\
from contextlib import nullcontext
watchers, here = [], {}
watch = watchers.append

def shared(name, make):
    for watcher in watchers:
        watcher.uses(name)
    if name not in here:
        with watchers[0].makes(name) if watchers else nullcontext():
            here[name] = make()
    return here[name]
"""
TESTS = """\
from room.module import costly, endless, hardly_tested, tested
from tests.support.shared import shared

def test_weak_use():
    assert shared("thing", costly)

def test_use():
    assert shared("thing", costly) == 8

def test_tested():
    assert (tested(2), tested(3)) == (False, True)

def test_hardly_tested():
    assert (hardly_tested(2), hardly_tested(5)) == (False, True)

def test_endless():
    assert endless(3) == 0

def test_that_fails_by_itself():
    assert not tested(3)
"""
FILES = {
    "room/module.py": MODULE,
    "tests/support/shared.py": SHARED,
    "tests/test_module.py": TESTS,
    "pyproject.toml": "",
}
EDITS = [
    ("x = a < b", ["x = (a <= b)"]),
    ("x = a == b", ["x = (a != b)"]),
    ("x = 0 < a <= 9", ["x = (0 <= a <= 9)", "x = (0 < a < 9)", "x = 1 < a <= 9", "x = 0 < a <= 10"]),
    ("x = a and b", ["x = (a or b)"]),
    ("x = not a", ["x = a"]),
    ("x = a + b", ["x = (a - b)"]),
    ("x = a + 'text'", []),
    ("x = Kind | None", []),
    ("x = True", ["x = False"]),
    ("x = min(a)", ["x = max(a)"]),
    ("x = a[1:b]", ["x = a[:b]", "x = a[1:]", "x = a[2:b]"]),
    ("x = a if b else c", ["x = a if (not b) else c"]),
    ("x = [a for b in c if d]", ["x = [a for b in c if (not d)]"]),
    ("x = f'{a + b}'", []),
    ("x = zip(a, strict=True)", []),
    ("f(a)", ["pass"]),
    ("a.b = c", ["pass"]),
    ("a += b", ["pass"]),
    ("raise ValueError(1 + 1)", ["pass"]),
    ("return a", ["return None"]),
    ("return", []),
    ("'''Says 1 + 1.'''", []),
    ("assert a < b", []),
    ("a: list[1] = b", []),
    ("if TYPE_CHECKING: f(1)", []),
    ("if a: pass", ["if (not a): pass"]),
    ("match a:\n    case (B() | C()): pass", ["match a:\n    case (B() | C()) if False: pass"]),
    (
        "match a:\n    case B() if c: pass",
        ["match a:\n    case B() if False: pass", "match a:\n    case B() if (not c): pass"],
    ),
]


@pytest.mark.parametrize(("statement", "edited"), EDITS)
def test_faults_are_edits_of_what_the_program_does(statement: str, edited: list[str]) -> None:
    before = "@cache(1)\ndef ō(a: 'é') -> 1:\n  "
    source = f"{before}{statement}".encode()
    changed = [fault.put_into(source).decode() for fault in faults("module.py", source)]
    assert sorted(changed) == sorted(before + each for each in edited)
    for each in changed:
        compile(each, "module.py", "exec")


def test_a_seed_decides_the_sample() -> None:
    chosen = sample(ROOT, ["ai/coach.py", "ai/mjai"], 40, 7)
    assert chosen == sample(ROOT, ["ai/coach.py", "ai/mjai"], 40, 7)
    assert chosen != sample(ROOT, ["ai/coach.py", "ai/mjai"], 40, 8)
    assert len({(fault.path, fault.line) for fault in chosen}) == 40
    assert {fault.path.rpartition("/")[0] for fault in chosen} == {"ai", "ai/mjai"}


def test_every_room_is_there() -> None:
    assert all((ROOT / room).exists() for room in ROOMS)


@pytest.mark.nightly
def test_every_room_has_faults_to_try() -> None:
    assert all(sample(ROOT, [room], 1, 1) for room in ROOMS)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="tests that hang are ended as POSIX does")
def test_faults_are_tried_in_a_copy(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for name, text in FILES.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    copy = Copy(project, tmp_path / "copy")
    notes = measured(project, copy, ["tests"], tmp_path / "notes", 1)
    assert len(notes) == 5  # a test that fails without any fault notices nothing

    def tried(before: str, grace: float) -> tuple[str | None, int]:
        found = faults("room/module.py", MODULE.encode())
        (one,) = try_out([fault for fault in found if fault.before == before], notes, [copy], grace)
        return one.caught, one.tests

    # only the test that runs the line, but all for a constant, and all that use what is shared
    assert tried("count >= LEAST", 60.0) == ("failed", 1)
    assert tried("count > LEAST", 60.0) == (None, 1)
    assert tried("3", 60.0) == ("failed", 5)
    assert tried('len("four") * 2', 60.0) == ("failed", 2)
    assert tried("count -= 1", 1.0) == ("hung", 1)
    for root in (project, copy.root):
        assert (root / "room/module.py").read_text(encoding="utf-8") == MODULE
    assert {path.name for path in project.iterdir()} == {"room", "tests", "pyproject.toml"}


def test_the_report_lists_survivors_and_counts_by_room() -> None:
    fault = Fault("engine/a.py", 3, 3, "comparison", "a <\n b", "(a <= b)", 0, 6)
    other = fault._replace(path="ai/b.py")
    lines = report([Tried(fault, None, 4, 1.0), Tried(other, "hung", 4, 1.0)], ["engine", "ai"]).splitlines()
    assert [line for line in lines if "->" in line] == ["engine/a.py:3  comparison  a < b  ->  (a <= b)"]
    assert [line.split()[0::2][:3] for line in lines[-3:]] == [
        ["engine", "of", "noticed"],
        ["ai", "of", "noticed"],
        ["all", "of", "noticed"],
    ]
    assert [line.split()[-1] for line in lines[-3:]] == ["0.0%", "100.0%", "50.0%"]
