"""The end of a hand and of a game in Tenhou's XML records: AGARI, RYUUKYOKU and ``owari``."""

from __future__ import annotations

from engine import events as ev
from engine.ending import YAKUMAN_HAN
from engine.outcome import DrawReason
from engine.records.recorded_choices import RecordError
from engine.records.tenhou_names import XML_DRAWS, YAKU, sorted_yaku
from engine.records.tenhou_seats import TenhouSeating
from engine.records.xml_elements import Attributes, decimals, number, numbers
from engine.wall import PLAYERS
from engine.wording import counted

HUNDRED = 100
"""Points are written in hundreds."""
_MOST = 1e9
_PAIRS = 2 * PLAYERS


def read_win(attributes: Attributes, seats: TenhouSeating) -> ev.Hora:
    """An AGARI: one win."""
    worth = numbers(attributes, "ten")
    if len(worth) != 3:
        raise RecordError(f"ten has {counted(len(worth), 'entry', 'entries')}, not 3")
    yakuman = numbers(attributes, "yakuman")
    pairs = numbers(attributes, "yaku")
    named = yakuman or pairs[::2]
    if any(not 0 <= each < len(YAKU) for each in named) or (not yakuman and len(pairs) % 2):
        raise RecordError("it names a yaku that does not exist")
    han = [YAKUMAN_HAN] * len(yakuman) if yakuman else pairs[1::2]
    yaku = sorted_yaku((YAKU[each][0], value) for each, value in zip(named, han, strict=True))
    return ev.Hora(
        actor=seats.seat(number(attributes, "who")),
        target=seats.seat(number(attributes, "fromWho")),
        deltas=_deltas(attributes, seats),
        ura_markers=[seats.tile(tile) for tile in numbers(attributes, "doraHaiUra")],
        pai=seats.tile(number(attributes, "machi")),
        yaku=yaku or None,
        han=sum(han) if named else None,
        fu=None if yakuman else worth[0],
        yakuman=len(yakuman),
        points=worth[1],
    )


def read_draw(attributes: Attributes, seats: TenhouSeating) -> ev.Ryukyoku:
    """A RYUUKYOKU: players in tenpai show their hands, and so does one who declares nine terminals."""
    kind = attributes.get("type", "")
    if kind not in XML_DRAWS:
        raise RecordError(f"'{kind[:20]}' is no kind of draw")
    reason = XML_DRAWS[kind]
    shown = seats.turned([bool(attributes.get(f"hai{seat}")) for seat in range(PLAYERS)])
    judged = not reason.is_abortive or reason is DrawReason.FOUR_RIICHI
    declared = reason is DrawReason.NINE_TERMINALS and any(shown)
    return ev.Ryukyoku(
        deltas=_deltas(attributes, seats),
        reason=reason.value,
        tenpais=[judged and each for each in shown],
        actor=shown.index(True) if declared else None,
    )


def read_end(attributes: Attributes, seats: TenhouSeating) -> ev.EndGame | None:
    """The ``owari`` of the last result: points and final scores, in decimals."""
    found = decimals(attributes, "owari")
    if not found:
        return None
    if len(found) < _PAIRS or any(not abs(each) < _MOST for each in found):
        raise RecordError(f"owari has {counted(len(found), 'entry', 'entries')}, not {_PAIRS}")
    points, final = seats.turned(found[:_PAIRS:2]), seats.turned(found[1:_PAIRS:2])
    return ev.EndGame(
        scores=[round(HUNDRED * each) for each in points],
        # where chips are played for, they are counted into the final scores
        final=final if len(found) == _PAIRS else None,
    )


def scores_after(attributes: Attributes, seats: TenhouSeating) -> list[int]:
    """Points of each seat once this result is paid."""
    pairs = numbers(attributes, "sc")
    return seats.turned([HUNDRED * (pairs[place] + pairs[place + 1]) for place in range(0, _PAIRS, 2)])


def together(results: list[ev.Hora | ev.Ryukyoku]) -> list[ev.Hora | ev.Ryukyoku]:
    """The results of one hand as events: several players with nagashi mangan have a RYUUKYOKU each."""
    draws = [result for result in results if isinstance(result, ev.Ryukyoku)]
    if len(draws) <= 1 and (not draws or len(results) == 1):
        return results
    if len(draws) < len(results) or any(draw.reason != DrawReason.NAGASHI_MANGAN for draw in draws):
        raise RecordError("a hand has two results")
    total = [sum(gained) for gained in zip(*(draw.deltas or () for draw in draws), strict=True)]
    return [ev.Ryukyoku(deltas=total, reason=draws[0].reason, tenpais=draws[0].tenpais)]


def _deltas(attributes: Attributes, seats: TenhouSeating) -> list[int]:
    """Points gained by each seat. Rooms that play with chips write more numbers behind."""
    pairs = numbers(attributes, "sc")[:_PAIRS]
    if len(pairs) != _PAIRS:
        raise RecordError(f"sc has {counted(len(pairs), 'entry', 'entries')}, not {_PAIRS}")
    return seats.turned([HUNDRED * gained for gained in pairs[1::2]])
