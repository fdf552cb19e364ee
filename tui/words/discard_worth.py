"""Sentences about what a discard is worth: its waits, the points of a win, and its risks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.reading.discard_worth import DealInRisk, PricedTenpai
from engine.tiles import Kind
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.words.seating import Seating
from tui.words.tiles import join, kind_word


def names_of(threats: Sequence[int], names: Seating) -> str:
    """The players who threaten."""
    return join([names.other(seat) for seat in threats])


def how_counted(draws: int, threats: Sequence[int], *, riichi: bool) -> str:
    """How the worth of a discard is counted; ``riichi`` says whether it may be declared."""
    return t(
        "drill.worth.how",
        count=draws,
        riichi=t("drill.worth.with-riichi") if riichi else "",
        danger=t("drill.worth.less-danger") if threats else "",
    )


def win_points(hands: Iterable[PricedTenpai]) -> str:
    """The least and the most points of a win with these hands: in furiten only by draw."""
    found = [points for hand in hands for points in _points(hand)]
    least, most = min(found, default=0), max(found, default=0)
    return t("drill.worth.points" if least == most else "drill.worth.points-range", least=least, most=most)


def _points(hand: PricedTenpai) -> Iterator[int]:
    for win in hand.wins:
        if win.left:
            yield win.tsumo
            if not hand.furiten:
                yield win.ron


def mean_draw(hand: PricedTenpai) -> int:
    """The mean points of a win by draw."""
    return sum(win.left * win.tsumo for win in hand.wins) // max(hand.tiles, 1)


def kinds_words(kinds: Iterable[Kind]) -> str:
    """Kinds of tiles in order, each once: ``1p, 4p``."""
    return join_list([kind_word(kind) for kind in sorted(set(kinds))])


def risk_sentences(kind: Kind, risks: Iterable[DealInRisk], names: Seating) -> list[str]:
    """The risk of a discard against each player who threatens."""
    return [_risk(kind, risk, names) for risk in risks]


def _risk(kind: Kind, risk: DealInRisk, names: Seating) -> str:
    values = {"tile": kind_word(kind), "name": names.other(risk.seat)}
    if not risk.wins:
        return t("drill.worth.safe", **values)
    percent = max(1, round(100 * risk.wins / risk.tiles))
    return t("drill.worth.risk", percent=percent, points=risk.points, **values)
