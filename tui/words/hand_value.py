"""Sentences about value: dora, scores of a hand's wins, yaku within reach, and the worth of a discard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.reading.discard_worth import DealInRisk
from ai.reading.outlook import Outlook, Worth
from ai.reading.value_hints import ValueHints, WaitWorth, YakuHint
from ai.reading.yaku_plans import PlannedYaku
from engine.actions import Refusal
from engine.score import Payment, Score
from engine.score.yaku import AKA_DORA, DORA
from engine.tiles import EAST, Kind
from tui.i18n import join_list, join_sentences, t
from tui.words.glossary import terms_in
from tui.words.names import Seating, join, joined_kinds, kind_word, suit_word, tile_word
from tui.words.result_words import score_extent


def names_of(threats: Sequence[int], names: Seating) -> str:
    """The players who threaten."""
    return join([names.other(seat) for seat in threats])


def how_counted(draws: int, threats: Sequence[int], hands: Iterable[Outlook]) -> str:
    """How the worth of discards is counted that lead to these tenpai hands."""
    return t(
        "drill.worth.how",
        count=draws,
        riichi=t("drill.worth.with-riichi") if any(hand.with_riichi for hand in hands) else "",
        danger=t("drill.worth.less-danger") if threats else "",
    )


def win_points(hands: Iterable[Outlook]) -> str:
    """The least and the most points of a win with these hands: in furiten only by draw."""
    declared = [hand.declared for hand in hands]
    extents = (extent for hand in declared for extent in (hand.ron_points, hand.tsumo_points))
    found = [points for extent in extents if extent is not None for points in extent]
    least, most = min(found, default=0), max(found, default=0)
    return t("drill.worth.points" if least == most else "drill.worth.points-range", least=least, most=most)


def mean_draw(hand: Outlook) -> int:
    """The mean points of a win by draw."""
    worths = ((wait.left, wait.tsumo_worth) for wait in hand.declared.waits)
    total = sum(left * worth.points for left, worth in worths if worth is not None)
    return total // max(hand.acceptance, 1)


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


def value_words(hints: ValueHints) -> list[str]:
    """Dora, the wins of a tenpai hand, and the yaku within reach."""
    tiles = join_list(tile_word(tile) for tile, _ in hints.dora)
    dora = t("panel.value.dora", count=hints.dora_han, tiles=tiles) if tiles else t("panel.value.no-dora")
    return [dora, *win_chances(hints)]


def win_chances(hints: ValueHints) -> list[str]:
    """The wins of a tenpai hand, and the yaku within reach."""
    return [*map(win_words, hints.wins), *_reach(hints)]


# -- wins --------------------------------------------------------------------------------------------


def win_words(found: WaitWorth) -> str:
    """The score of a win on some waits, and with riichi if that scores more."""
    key = "panel.win.tsumo" if found.tsumo else "panel.win.houtei" if found.houtei else "panel.win.ron"
    waits = joined_kinds(found.waits)
    said = t(key, waits=waits, worth=_worth(found.worth))
    if isinstance(found.riichi, Worth) and _is_more(found.riichi, found.worth):
        return t("panel.win.or-riichi", said=said, points=_points(found.riichi.paid))
    return t("panel.win.alone", said=said)


def _is_more(riichi: Worth, silent: Worth | Refusal) -> bool:
    return isinstance(silent, Refusal) or riichi.paid != silent.paid


def _worth(worth: Worth | Refusal) -> str:
    if isinstance(worth, Refusal):
        return t(f"panel.no-win.{worth.why.value}")
    yaku = join_list(_yaku_won(worth.score))
    return t("panel.win.worth", points=_points(worth.paid), yaku=yaku, extent=score_extent(worth.score))


def _points(paid: Payment) -> str:
    if paid.ron is not None:
        return t("panel.win.points", points=paid.ron)
    if paid.from_dealer is None:
        return t("panel.win.each", points=paid.from_others)
    return t("panel.win.east", points=paid.from_others, east=paid.from_dealer)


def _yaku_won(score: Score) -> Iterator[str]:
    """The short names of the yaku; dora with their number."""
    for name, _ in score.yakuman_items:
        yield yaku_name(name)
    for name, han in score.yaku:
        yield (
            t("panel.win.dora", name=yaku_name(name), count=han)
            if name in (DORA, AKA_DORA)
            else yaku_name(name)
        )


def yaku_name(name: str) -> str:
    """The name of a yaku, with its explanation in parentheses only if the glossary has none."""
    full = t(f"yaku.{name}")
    bare = full.partition(" (")[0]
    return bare if terms_in([bare]) else full


# -- the yaku within reach ---------------------------------------------------------------------------


def _reach(hints: ValueHints) -> list[str]:
    """The yaku within reach, each with its shanten. Yaku that the hand has already are left out."""
    if hints.searched is None:
        return []
    yaku = [hint for hint in hints.yaku if hint.shanten > 0] if hints.wins else hints.yaku
    if not yaku:
        return [] if hints.wins else [t("panel.value.no-yaku", count=hints.searched)]
    each = join_list(t("panel.value.one", yaku=_yaku(hint), count=hint.shanten) for hint in yaku)
    said = t("panel.value.changed" if hints.wins else "panel.value.yaku", yaku=each)
    if yaku[0].shanten <= hints.searched:
        return [said]
    return [join_sentences([said, t("panel.value.searched", count=hints.searched)])]


def yaku_in_reach(hints: ValueHints) -> str:
    """The yaku within reach of a hand without wins, in a few words; empty if it was not looked for."""
    if hints.searched is None or hints.wins:
        return ""
    if not hints.yaku:
        return t("panel.value.none-near")
    return join_list(t("panel.value.one", yaku=_yaku(hint), count=hint.shanten) for hint in hints.yaku)


def _yaku(hint: YakuHint) -> str:
    return planned_yaku_name(hint.yaku, hint.about)


def planned_yaku_name(yaku: PlannedYaku, about: Sequence[Kind]) -> str:
    """A yaku with its tiles: ``sanshoku 345``, ``half flush in circles``."""
    tiles = joined_kinds(about)
    first = about[0] % 9 + 1 if about else 0
    run = "".join(str(first + step) for step in range(3))
    suit = suit_word(about[0]) if about and about[0] < EAST else ""
    return t(f"panel.yaku.{yaku.value}", tiles=tiles, run=run, suit=suit)
