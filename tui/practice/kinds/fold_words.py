"""Texts of "fold the hand": how each discard was, what the others discarded in between, and the hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.drills.kinds.fold import FoldCourse, FoldQuestion, FoldRival, FoldWin, SafestDiscards, is_proven
from ai.drills.kinds.safest import RatedTile
from ai.reading.threat import in_riichi, threatening
from engine import events as ev
from engine.tiles import TILE_OF, Kind
from engine.view import SeatView
from tui.i18n import join_sentences, t
from tui.practice.explain import RIGHT, WRONG, Explanation, Given, PartResult
from tui.practice.kinds.common import danger_marks
from tui.practice.kinds.safest_words import percent, why_words
from tui.words.event_lines import after_own_discard
from tui.words.names import Seating, join, kind_word, tile_word, tile_words
from tui.words.safety_sentences import reason_word

SLIP = 100
"""Hundredths of a per cent: a discard that is riskier than the safest by less is a small slip."""
MOST_COMPARED = 3
"""The most discards that are compared with safer ones."""


def ask(question: FoldQuestion, number: int, names: Seating) -> str:
    """The first discard of a fold; later what came of the last one, and the next discard."""
    course = question.facts.course
    if number:
        path = course.discarded(question.events)
        since = after_own_discard(question.events, question.seat)
        said = join(list(_moves(since, names)))
        declared = [names.other(event.actor) for event in since if isinstance(event, ev.Reach)]
        news = [t("drill.fold.declared", count=len(declared), names=join(declared))] if declared else []
        drawn = "" if (tile := question.view().drawn) is None else tile_word(tile)
        following = t("drill.fold.next", number=number + 1, total=course.discards, said=said, tile=drawn)
        return f"{_verdict(course, path, names)}\n{join_sentences([*news, following])}"
    view = question.view()
    nobody = t("drill.fold.nobody-wins" if course.nobody_wins else "drill.fold.ends")
    if course.open_hands:
        threats = list(_threats(course, view, names))
        return join_sentences([*threats, t("drill.fold.ask-to-end", total=course.discards), nobody])
    first, *second = (names.other(seat) for seat in in_riichi(view))
    if second:
        asked = t("drill.fold.ask-both", total=course.discards, first=first, second=second[0])
    else:
        asked = t("drill.fold.ask", total=course.discards, name=first)
    return join_sentences([asked, nobody])


def _threats(course: FoldCourse, view: SeatView, names: Seating) -> Iterator[str]:
    """The players who threaten at the beginning: in riichi, and with an open hand."""
    against = course.safest(()).against
    for key, riichi in (("drill.fold.riichi", True), ("drill.fold.open", False)):
        told = [names.other(seat) for seat in against if bool(view.table.seats[seat].riichi) is riichi]
        if told:
            yield t(key, count=len(told), names=join(told))


def _verdict(course: FoldCourse, path: Sequence[Kind], names: Seating) -> str:
    """The judgement of the last discard with its reason, and what a win on it would have cost."""
    found = course.safest(path[:-1])
    tile, better = found.rate(path[-1]), found.tiles[0]
    told = {"tile": kind_word(tile.kind), "why": ground_words(tile, names), "rate": percent(tile.rate)}
    if tile.kind in found.right:
        key = "drill.fold.right-proven" if found.proven else "drill.fold.right"
    else:
        key = _wrong_key(found, tile.kind)
        told |= {
            "better": kind_word(better.kind),
            "because": ground_words(better, names),
            "least": percent(better.rate),
        }
    several = sum(not each.cannot_lose for each in tile.safety) > 1
    added = [t("drill.fold.added")] if several else []
    return join_sentences([t(key, **told), *added, *_would(course, path, names)])


def _wrong_key(found: SafestDiscards, kind: Kind) -> str:
    """The sentence about a discard that is not right."""
    if found.proven:
        return "drill.fold.slip-proven" if _is_slip(found, kind) else "drill.fold.wrong-proven"
    return "drill.fold.slip" if _is_slip(found, kind) else "drill.fold.wrong"


def _is_slip(found: SafestDiscards, kind: Kind) -> bool:
    """Whether a discard that is not right is hardly riskier."""
    return found.rate(kind).rate - found.tiles[0].rate < SLIP


def _would(course: FoldCourse, path: Sequence[Kind], names: Seating) -> Iterator[str]:
    """The cost of the last discard, if it had been won on."""
    for win in course.wins(path):
        told = {"tile": kind_word(path[-1]), "name": names.other(win.rival.seat), "points": win.points}
        yield t("drill.fold.would" if _has_ura(course, path, win) else "drill.fold.would-open", **told)


def _has_ura(course: FoldCourse, path: Sequence[Kind], win: FoldWin) -> bool:
    """Whether ura dora can come on top."""
    return bool(course.view(path).table.seats[win.rival.seat].riichi)


def ground_words(tile: RatedTile, names: Seating) -> str:
    """The reason for a tile against the player with the highest rate, and the player if there are more."""
    why = reason_word(tile.worst)
    if len(tile.safety) == 1:
        return why
    if is_proven(tile):
        reasons = {reason_word(each) for each in tile.safety}
        return why if len(reasons) == 1 else t("drill.fold.from-all")
    return t("drill.fold.against", name=names.other(tile.worst.opponent), why=why)


def _moves(since: Iterable[ev.Event], names: Seating) -> Iterator[str]:
    declared: set[int] = set()
    for event in since:
        if isinstance(event, ev.Reach):
            declared.add(event.actor)
        elif isinstance(event, ev.Dahai):
            key = "drill.fold.move-riichi" if event.actor in declared else "drill.fold.move"
            yield t(key, name=names.other(event.actor), tile=tile_word(TILE_OF[event.pai]))


def explain(question: FoldQuestion, given: Given, names: Seating) -> Explanation:
    """How the fold ended, what a win on a discard cost, and which discards had a safer tile beside them."""
    course = question.facts.course
    path = course.path(given)
    wrong = [place for place, kind in enumerate(path) if kind not in course.safest(path[:place]).right]
    wins = course.wins(path)
    sentences = [_outcome(course, path, wrong, names)]
    if wins and not course.nobody_wins:
        key = "drill.fold.costs" if _has_ura(course, path, wins[0]) else "drill.fold.costs-open"
        sentences.append(t(key, points=wins[0].points))
        if len(path) - 1 not in wrong:
            sentences.append(t("drill.fold.unlucky", tile=kind_word(path[-1])))
    # a win ends the hand before the others play on
    met = [rival for rival in course.rivals if rival.joined < len(path) + (not course.is_over(path))]
    told = () if course.nobody_wins else wins[:1]
    sentences += [_waited(rival, names) for rival in met if rival not in [win.rival for win in told]]
    sentences = [join_sentences(sentences)]
    sentences += [_compared(course, path, place, names) for place in _worst(course, path, wrong)]
    sentences += _passed(course, path)
    sentences += [
        t("drill.fold.joined" if not course.open_hands else "drill.fold.joined-any", name=name, number=number)
        for name, number in _joined(course, path, names)
    ]
    after = course.view(path)
    marks = danger_marks(after, threatening(after) if course.open_hands else in_riichi(after))
    lit = {path[place] for place in wrong} or set(path)
    table = tuple(
        PartResult(place not in wrong, _row(course, path[: place + 1], names)) for place in range(len(path))
    )
    revealed = {rival.seat: rival.tiles for rival in met}
    return Explanation(tuple(sentences), frozenset(lit), marks=marks, table=table, revealed=revealed)


def _worst(course: FoldCourse, path: Sequence[Kind], wrong: Sequence[int]) -> list[int]:
    """The places to compare: first what dealt in, or would have, then what added most to the safest rate."""

    def cost(place: int) -> tuple[bool, int]:
        found = course.safest(path[:place])
        return not course.wins(path[: place + 1]), found.tiles[0].rate - found.rate(path[place]).rate

    return sorted(sorted(wrong, key=cost)[:MOST_COMPARED])


def _row(course: FoldCourse, path: Sequence[Kind], names: Seating) -> str:
    """The danger of a discard in one line: its ground, the rate, and whose wait it was."""
    found = course.safest(path[:-1])
    tile = found.rate(path[-1])
    told = {
        "mark": RIGHT if tile.kind in found.right else WRONG,
        "number": len(path),
        "tile": kind_word(tile.kind),
        "why": reason_word(tile.worst),
    }
    if is_proven(tile):
        return t("drill.fold.row-safe", **told)
    wins = [names.other(win.rival.seat) for win in course.wins(path)]
    key = "drill.fold.row-wait" if wins else "drill.fold.row"
    return t(key, rate=percent(tile.rate), names=join(wins), **told)


def _joined(course: FoldCourse, path: Sequence[Kind], names: Seating) -> Iterator[tuple[str, int]]:
    """The riichi that came between own discards, and after which one."""
    own = len(course.discarded(course.position.events))
    for event in course.after(path)[len(course.position.events) :]:
        own += isinstance(event, ev.Dahai) and event.actor == course.position.seat
        if isinstance(event, ev.Reach):
            yield names.other(event.actor), own


def _outcome(course: FoldCourse, path: Sequence[Kind], wrong: Sequence[int], names: Seating) -> str:
    """In one line: dealt in, lucky, or folded well."""
    wins = course.wins(path)
    if wins and not course.nobody_wins:
        rival = wins[0].rival
        told = {"name": names.other(rival.seat), "tiles": tile_words(rival.waits)}
        return t("drill.fold.dealt-in", tile=kind_word(path[-1]), **told)
    dealt = [path[place] for place in range(len(path)) if course.wins(path[: place + 1])]
    if dealt:
        right = len(path) - len(wrong)
        return t("drill.fold.passed", count=len(dealt), tiles=tile_words(dealt), right=right, total=len(path))
    if wrong:
        kinds = dict.fromkeys(path[place] for place in wrong)
        slips = all(_is_slip(course.safest(path[:place]), path[place]) for place in wrong)
        return t(
            "drill.fold.slips" if slips else "drill.fold.lucky", count=len(wrong), tiles=tile_words(kinds)
        )
    proven = sum(is_proven(course.safest(path[:place]).rate(kind)) for place, kind in enumerate(path))
    if proven == len(path):
        return t("drill.fold.proven", total=len(path))
    return t("drill.fold.folded", count=proven, total=len(path))


def _compared(course: FoldCourse, path: Sequence[Kind], place: int, names: Seating) -> str:
    """A discard beside the safest one."""
    found = course.safest(path[:place])
    tile, better = found.rate(path[place]), found.tiles[0]
    told = {
        "number": place + 1,
        "tile": kind_word(tile.kind),
        "why": why_words(tile, names),
        "better": kind_word(better.kind),
        "because": why_words(better, names),
    }
    if found.proven:
        return t("drill.fold.could-lose", **told)
    return t("drill.fold.riskier", rate=percent(tile.rate), least=percent(better.rate), **told)


def _passed(course: FoldCourse, path: Sequence[Kind]) -> Iterator[str]:
    """A tile that was not proven when it was discarded first, and was when it was discarded again."""
    for place, kind in enumerate(path):
        if path[:place].count(kind) != 1:
            continue
        first = path.index(kind)
        before, again = course.safest(path[:first]), course.safest(path[:place])
        if not is_proven(before.rate(kind)) and is_proven(again.rate(kind)):
            yield t("drill.fold.pair", tile=kind_word(kind))
            return


def _waited(rival: FoldRival, names: Seating) -> str:
    key = "drill.fold.waited-furiten" if rival.furiten else "drill.fold.waited"
    return t(key, name=names.other(rival.seat), tiles=tile_words(rival.waits))
