"""Translate click's usage errors into the current language."""

from __future__ import annotations

import click

from tui.i18n.layout import join_list, join_sentences
from tui.i18n.texts import t


def in_words(error: click.ClickException) -> str:
    """The error as one line. Messages of click's parameter types about a value are not translated."""
    match error:
        case click.NoSuchOption():
            near = t("cli.errors.near", names=join_list(error.possibilities)) if error.possibilities else ""
            return join_sentences([t("cli.errors.no-option", name=error.option_name), near])
        case click.MissingParameter() if error.param is not None:
            kind = "option" if error.param.param_type_name == "option" else "argument"
            return t(f"cli.errors.missing-{kind}", name=_name(error))
        case click.BadParameter() if _name(error):
            return t("cli.errors.bad-value", name=_name(error), reason=error.message)
    return error.format_message()


def _name(error: click.BadParameter) -> str:
    """The option or argument in click's quotes; empty if unknown."""
    hint = error.param_hint
    if hint is None and error.param is not None:
        hint = error.param.get_error_hint(error.ctx)
    return "" if hint is None else hint if isinstance(hint, str) else join_list(hint)
