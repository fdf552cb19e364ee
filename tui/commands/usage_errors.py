"""What is wrong with a command line, in the language of the person, as far as click tells what it is."""

from __future__ import annotations

import click

from tui.i18n.layout import listed, sentences
from tui.i18n.texts import t


def in_words(error: click.ClickException) -> str:
    """The error as one line. What a type of click says about a value stays as click has it."""
    match error:
        case click.NoSuchOption():
            near = t("cli.errors.near", names=listed(error.possibilities)) if error.possibilities else ""
            return sentences([t("cli.errors.no-option", name=error.option_name), near])
        case click.MissingParameter() if error.param is not None:
            kind = "option" if error.param.param_type_name == "option" else "argument"
            return t(f"cli.errors.missing-{kind}", name=_name(error))
        case click.BadParameter() if _name(error):
            return t("cli.errors.bad-value", name=_name(error), reason=error.message)
    return error.format_message()


def _name(error: click.BadParameter) -> str:
    """The option or argument, in quotes as click puts them; empty where it is not known."""
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    return "" if hint is None else hint if isinstance(hint, str) else listed(hint)
