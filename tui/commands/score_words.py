"""The human-readable answer of ``furiten score``."""

from __future__ import annotations

from typing import Any

from tui.i18n.layout import join_list, ljust, width
from tui.i18n.texts import t

TextRow = tuple[str, str]


def in_words(request: dict[str, Any], reply: dict[str, Any]) -> str:
    """Yaku, han and fu, each fu item, and the payments; or why the hand does not win."""
    if not reply["wins"]:
        return t(f"score.reasons.{reply['reason'].replace(' ', '-')}")
    yaku: list[TextRow] = [(t(f"yaku.{item['name']}"), _worth(item)) for item in reply["yaku"]]
    fu = _fu(reply)
    room = max(width(name) for name, _ in yaku + fu) + 2
    blocks = [_columns(yaku, room), _sum(reply)]
    if fu:
        blocks.append(_columns(fu, room))
    blocks.append(_payment(reply["payment"]))
    if reply["total"] != _received(reply["payment"]):
        blocks.append(t("score.total", points=reply["total"]))
    return "\n".join(blocks)


def _fu(reply: dict[str, Any]) -> list[TextRow]:
    """Each source of fu, and the rounding of their sum."""
    rows = [(t(f"fu.{item['name']}"), t("score.fu", count=item["fu"])) for item in reply["fu_items"]]
    exact = sum(item["fu"] for item in reply["fu_items"])
    if rows and exact != reply["fu"]:
        rows.append((t("result.rounded", fu=exact), t("score.fu", count=reply["fu"])))
    return rows


def _columns(rows: list[TextRow], room: int) -> str:
    return "\n".join(f"  {ljust(name, room)}{worth}" for name, worth in rows)


def _worth(item: dict[str, Any]) -> str:
    """The han of a yaku, or its number of yakuman."""
    if "yakuman" in item:
        return t("score.yakuman", count=item["yakuman"])
    return t("score.han", count=item["han"])


def _sum(reply: dict[str, Any]) -> str:
    """Han and fu, and the limit if one is reached."""
    if reply["yakuman"]:
        return t("score.yakuman", count=reply["yakuman"])
    words = []
    if reply["han"] is not None:
        words += [t("score.han", count=reply["han"]), t("score.fu", count=reply["fu"])]
    if reply["limit"]:
        words.append(t(f"limits.{reply['limit']}"))
    return join_list(words)


def _payment(payment: dict[str, int]) -> str:
    """The payments of the other players."""
    match payment:
        case {"ron": points}:
            return t("score.ron", points=points)
        case {"all": points}:
            return t("score.all", points=points)
        case _:
            return t("score.east-others", east=payment["east"], others=payment["others"])


def _received(payment: dict[str, int]) -> int:
    """The sum of the payments."""
    match payment:
        case {"ron": points}:
            return points
        case {"all": points}:
            return 3 * points
        case _:
            return payment["east"] + 2 * payment["others"]
