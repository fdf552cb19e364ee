"""Texts of questions about danger: safe and safest tiles, ponds, a whole fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.drills.kinds.fold import FoldCourse, FoldQuestion, FoldRival, FoldWin, SafestDiscards, is_proven
from ai.drills.kinds.read import PondSign, ReadQuestion, ReadWait, WaitForm, WaitShape, shape_of
from ai.drills.kinds.safe import SafeQuestion
from ai.drills.kinds.safest import RatedTile, SafestQuestion
from ai.drills.question import NONE, DrillKind, Given, Part
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SafetyReason
from ai.reading.threat import in_riichi, threatening
from engine import events as ev
from engine.tiles import EAST, KIND_OF, NAMES, TILE_OF, Kind, format_tiles
from engine.view import SeatView
from tui.i18n import join_sentences, t
from tui.practice.explain import RIGHT, WRONG, Explanation, KindWords, PartResult
from tui.practice.kinds.common import danger_marks, rate_words
from tui.words.event_lines import after_own_discard
from tui.words.names import Seating, join, joined_kinds, kind_word, sentence_start, tile_word, tile_words
from tui.words.safety_sentences import SafetyWords, reason_word

MOST_DANGEROUS = 2
"""The most dangerous tiles that are described, the chosen one first; one less beside two proofs."""


class SafeWords(KindWords[SafeQuestion]):
    """Texts of "safe tile": the panel's sentences about the safe tile, the chosen one and misleading ones."""

    def ask(self, question: SafeQuestion, number: int, names: Seating) -> str:
        """The tile that cannot lose; then why it cannot, for each opponent."""
        against = question.ask.against
        if number > 0:
            return t("drill.safe.why", name=names.other(against[number - 1]))
        first, *second = (names.other(seat) for seat in against)
        offered = all(option.id != NONE for option in question.parts[0].options)
        if second:
            both = "drill.safe.ask-both-offered" if offered else "drill.safe.ask-both"
            return t(both, first=first, second=second[0])
        return t("drill.safe.ask-offered" if offered else "drill.safe.ask", name=first)

    def word(self, id: str) -> str:
        return t(f"drill.safe.is-{id}")

    def answer(self, question: SafeQuestion, part: Part, said: str, names: Seating) -> str:
        """A reason, and of two players the one against whom it holds."""
        against, number = question.ask.against, question.parts.index(part)
        if number == 0 or len(against) == 1:
            return said
        return t("drill.part.against", why=said, name=names.other(against[number - 1]))

    def explain(self, question: SafeQuestion, given: Given, names: Seating) -> Explanation:
        """Why each safe tile is safe, and what the chosen and the tempting ones can lose to."""
        facts = question.facts
        view, against = question.view(), question.ask.against
        safety, words = Safety(view), SafetyWords(view, names)
        chosen = [KIND_OF[TILE_OF[id]] for id in given[0] if id in TILE_OF]
        safe = {found.kind for found in facts.safe}
        sentences = [
            t("drill.safe.no-wait", tile=kind_word(found.kind))
            for found in facts.safe
            if found.reason is SafetyReason.NO_WAIT
        ]
        # of several safe tiles the chosen one is told about first
        proofs = sorted(facts.safe, key=lambda found: found.kind not in chosen)
        sentences += [words.about(found) for found in proofs] or [t("drill.safe.none")]
        # against two players there are two reasons
        brief = len(sentences) if len(against) > 1 else 1
        doubtful = [kind for kind in (*chosen, *(trap.tile for trap in facts.traps)) if kind not in safe]
        most = MOST_DANGEROUS - len(sentences) // 2
        for kind in list(dict.fromkeys(doubtful))[:most]:
            found = safety.worst(kind, against)
            assert found is not None
            key = "drill.safe.can-lose" if len(against) == 1 else "drill.safe.can-lose-to"
            said, name = words.about(found), names.other(found.opponent)
            sentences.append(t(key, tile=kind_word(kind), said=said, name=name))
        return Explanation(
            tuple(dict.fromkeys(sentences)),
            brief=brief,
            lit=frozenset({*safe, *chosen}),
            marks=danger_marks(view, against),
        )


MOST_TEMPTING = 2
"""The most tiles that are described in addition to the right ones, with the chosen one."""


class SafestWords(KindWords[SafestQuestion]):
    """Texts of "safest tile": what speaks for each tile, and how often such tiles were won on."""

    def ask(self, question: SafestQuestion, number: int, names: Seating) -> str:
        """The safest of the tiles in hand, against one or two opponents."""
        first, *second = (names.other(seat) for seat in question.ask.against)
        if second:
            return t("drill.safest.ask-both", first=first, second=second[0])
        return t("drill.safest.ask", name=first)

    def explain(self, question: SafestQuestion, given: Given, names: Seating) -> Explanation:
        """The rates of the best tile and of the chosen or tempting ones, with their reasons."""
        facts = question.facts
        view = question.view()
        chosen = [tile for tile in facts.tiles if given and NAMES[tile.kind] in given[0]]
        # of tiles that are as good the chosen one is told about
        best, *equals = sorted(facts.tiles[: facts.equals], key=lambda tile: tile not in chosen)
        worse = facts.tiles[facts.equals :]
        single = len(best.safety) == 1
        told = [tile for tile in worse if tile in chosen]
        told += [tile for tile in worse if tile.kind in facts.tempting and tile not in chosen][
            : MOST_TEMPTING - len(told)
        ]
        sentences = [t("drill.safest.among" if equals else "drill.safest.best", **self._told(best, names))]
        for tile in told:
            sentences.append(t("drill.safest.worse", **self._told(tile, names)))
            if tile.kind in facts.earlier and single:
                sentences.append(t("drill.safest.earlier", tile=kind_word(tile.kind)))
        if equals:
            sentences.append(t("drill.safest.equal", tiles=tile_words([tile.kind for tile in equals])))
        if single:
            sentences.append(SafetyWords(view, names).about(best.safety[0]))
        sentences.append(t("drill.safest.how" if single else "drill.safest.how-both"))
        marks = danger_marks(view, [each.opponent for each in best.safety])
        lit = {tile.kind for tile in (best, *equals, *chosen)}
        return Explanation(tuple(dict.fromkeys(sentences)), lit=frozenset(lit), marks=marks)

    def _told(self, tile: RatedTile, names: Seating) -> dict[str, str]:
        return {
            "tile": kind_word(tile.kind),
            "why": why_words(tile, names),
            "rate": rate_words(tile.own.rate),
            "other": rate_words(tile.elsewhere.rate),
        }


def why_words(tile: RatedTile, names: Seating) -> str:
    """The reason that speaks for a tile, against each player if there are two."""
    if len(tile.safety) == 1:
        return reason_word(tile.safety[0])
    return join(
        [
            t("drill.safest.against", name=names.other(each.opponent), why=reason_word(each))
            for each in tile.safety
        ]
    )


MOST = 6
"""The most waits that are explained, those that were answered wrongly first."""
FURITEN = (PondSign.OWN_DISCARD, PondSign.CALLED_AWAY, PondSign.PASSED)


class ReadWords(KindWords[ReadQuestion]):
    """Texts of "read the pond": the waits, and what rules each of them out or only seems to."""

    def ask(self, question: ReadQuestion, number: int, names: Seating) -> str:
        return t("drill.read.ask", name=names.other(question.ask.opponent))

    def word(self, id: str) -> str:
        return t("drill.read.is-none") if id == NONE else self._wait_words(shape_of(id))

    def _wait_words(self, shape: WaitShape) -> str:
        """A wait: ``23m on 1m 4m``."""
        if shape.form is WaitForm.SINGLE:
            return t("drill.read.single", tile=kind_word(shape.tiles[0]))
        if shape.form is WaitForm.PAIRS:
            first, second = (self._pair(kind) for kind in shape.waits)
            return t("drill.read.pairs", first=first, second=second)
        return t("drill.read.wait", tiles=format_tiles(shape.tiles), waits=tile_words(shape.waits))

    def _pair(self, kind: Kind) -> str:
        return format_tiles([kind, kind]) if kind < EAST else kind_word(kind)

    def explain(self, question: ReadQuestion, given: Given, names: Seating) -> Explanation:
        """The discard that rules each wait out, the wrongly marked and the missed ones first."""
        facts = question.facts
        marked = given[0] if given else frozenset()
        missed = [wait for wait in facts.waits if not wait.possible and wait.shape.id not in marked]
        vain = [wait for wait in facts.waits if wait.possible and wait.shape.id in marked]
        found = [wait for wait in facts.waits if not wait.possible and wait.shape.id in marked]
        name = names.other(question.ask.opponent)
        told = [*vain, *missed, *found][:MOST]
        impossible = [wait for wait in facts.waits if not wait.possible]
        sentences = [t(f"drill.read.rule-{self._rule(impossible)}", name=name, count=len(impossible))]
        sentences += [self._told(wait, name, names) for wait in told]
        lit = {wait.tile for wait in told if wait.tile is not None}
        return Explanation(tuple(sentences), lit=frozenset(lit or self._all_tiles(facts.waits)))

    def _rule(self, impossible: Sequence[ReadWait]) -> str:
        """The rule that decides: furiten, tiles that are not there, both, or nothing."""
        signs = {wait.sign for wait in impossible}
        if not signs:
            return "none"
        return "furiten" if signs & set(FURITEN) else "tiles"

    def _told(self, wait: ReadWait, name: str, names: Seating) -> str:
        facts: dict[str, object] = {"wait": self._wait_words(wait.shape), "name": name}
        if wait.tile is not None:
            facts["tile"] = kind_word(wait.tile)
            facts["count"] = wait.shape.tiles.count(wait.tile)
        key = wait.sign.value
        if wait.proof is not None:
            facts |= {"tile": tile_word(wait.proof.tile), "turn": wait.proof.turn}
            facts["discarder"] = names.other(wait.proof.discarder)
            key += "-kan" if wait.proof.added_to_kan else ""
        if wait.sign is PondSign.NONE_LEFT or wait.sign is PondSign.NOTHING:
            facts["waits"] = joined_kinds(wait.shape.waits)
        return sentence_start(t(f"drill.read.sign-{key}", **facts))

    def _all_tiles(self, waits: Sequence[ReadWait]) -> set[Kind]:
        return {KIND_OF[kind] for wait in waits for kind in wait.shape.waits}


SLIP = 100
"""Hundredths of a per cent: a discard that is riskier than the safest by less is a small slip."""
MOST_COMPARED = 3
"""The most discards that are compared with safer ones."""


class FoldWords(KindWords[FoldQuestion]):
    """Texts of "fold the hand": how each discard was, what the others discarded in between, and the hands."""

    def ask(self, question: FoldQuestion, number: int, names: Seating) -> str:
        """The first discard of a fold; later what came of the last one, and the next discard."""
        course = question.facts.course
        if number:
            path = course.discarded(question.events)
            since = after_own_discard(question.events, question.seat)
            said = join(list(self._moves(since, names)))
            declared = [names.other(event.actor) for event in since if isinstance(event, ev.Reach)]
            news = [t("drill.fold.declared", count=len(declared), names=join(declared))] if declared else []
            drawn = "" if (tile := question.view().drawn) is None else tile_word(tile)
            following = t("drill.fold.next", number=number + 1, total=course.discards, said=said, tile=drawn)
            return f"{self._verdict(course, path, names)}\n{join_sentences([*news, following])}"
        view = question.view()
        nobody = t("drill.fold.nobody-wins" if course.nobody_wins else "drill.fold.ends")
        if course.open_hands:
            threats = list(self._threats(course, view, names))
            return join_sentences([*threats, t("drill.fold.ask-to-end", total=course.discards), nobody])
        first, *second = (names.other(seat) for seat in in_riichi(view))
        if second:
            asked = t("drill.fold.ask-both", total=course.discards, first=first, second=second[0])
        else:
            asked = t("drill.fold.ask", total=course.discards, name=first)
        return join_sentences([asked, nobody])

    def _threats(self, course: FoldCourse, view: SeatView, names: Seating) -> Iterator[str]:
        """The players who threaten at the beginning: in riichi, and with an open hand."""
        against = course.safest(()).against
        for key, riichi in (("drill.fold.riichi", True), ("drill.fold.open", False)):
            told = [names.other(seat) for seat in against if bool(view.table.seats[seat].riichi) is riichi]
            if told:
                yield t(key, count=len(told), names=join(told))

    def _verdict(self, course: FoldCourse, path: Sequence[Kind], names: Seating) -> str:
        """The judgement of the last discard with its reason, and what a win on it would have cost."""
        found = course.safest(path[:-1])
        tile, better = found.rate(path[-1]), found.tiles[0]
        told = {
            "tile": kind_word(tile.kind),
            "why": self.ground_words(tile, names),
            "rate": rate_words(tile.rate),
        }
        if tile.kind in found.right:
            key = "drill.fold.right-proven" if found.proven else "drill.fold.right"
        else:
            key = self._wrong_key(found, tile.kind)
            told |= {
                "better": kind_word(better.kind),
                "because": self.ground_words(better, names),
                "least": rate_words(better.rate),
            }
        several = sum(not each.cannot_lose for each in tile.safety) > 1
        added = [t("drill.fold.added")] if several else []
        return join_sentences([t(key, **told), *added, *self._would(course, path, names)])

    def _wrong_key(self, found: SafestDiscards, kind: Kind) -> str:
        if found.proven:
            return "drill.fold.slip-proven" if self._is_slip(found, kind) else "drill.fold.wrong-proven"
        return "drill.fold.slip" if self._is_slip(found, kind) else "drill.fold.wrong"

    def _is_slip(self, found: SafestDiscards, kind: Kind) -> bool:
        return found.rate(kind).rate - found.tiles[0].rate < SLIP

    def _would(self, course: FoldCourse, path: Sequence[Kind], names: Seating) -> Iterator[str]:
        """The cost of the last discard, if it had been won on."""
        for win in course.wins(path):
            told = {"tile": kind_word(path[-1]), "name": names.other(win.rival.seat), "points": win.points}
            yield t(
                "drill.fold.would" if self._has_ura(course, path, win) else "drill.fold.would-open", **told
            )

    def _has_ura(self, course: FoldCourse, path: Sequence[Kind], win: FoldWin) -> bool:
        return bool(course.view(path).table.seats[win.rival.seat].riichi)

    def ground_words(self, tile: RatedTile, names: Seating) -> str:
        """The reason for a tile against the player with the highest rate; who that is, if there are more."""
        why = reason_word(tile.worst)
        if len(tile.safety) == 1:
            return why
        if is_proven(tile):
            reasons = {reason_word(each) for each in tile.safety}
            return why if len(reasons) == 1 else t("drill.fold.from-all")
        return t("drill.fold.against", name=names.other(tile.worst.opponent), why=why)

    def _moves(self, since: Iterable[ev.Event], names: Seating) -> Iterator[str]:
        declared: set[int] = set()
        for event in since:
            if isinstance(event, ev.Reach):
                declared.add(event.actor)
            elif isinstance(event, ev.Dahai):
                key = "drill.fold.move-riichi" if event.actor in declared else "drill.fold.move"
                yield t(key, name=names.other(event.actor), tile=tile_word(TILE_OF[event.pai]))

    def explain(self, question: FoldQuestion, given: Given, names: Seating) -> Explanation:
        """How the fold ended, what a win on a discard cost, which discards had a safer tile beside them."""
        course = question.facts.course
        path = course.path(given)
        wrong = [place for place, kind in enumerate(path) if kind not in course.safest(path[:place]).right]
        wins = course.wins(path)
        sentences = [self._outcome(course, path, wrong, names)]
        if wins and not course.nobody_wins:
            key = "drill.fold.costs" if self._has_ura(course, path, wins[0]) else "drill.fold.costs-open"
            sentences.append(t(key, points=wins[0].points))
            if len(path) - 1 not in wrong:
                sentences.append(t("drill.fold.unlucky", tile=kind_word(path[-1])))
        # a win ends the hand before the others play on
        met = [rival for rival in course.rivals if rival.joined < len(path) + (not course.is_over(path))]
        told = () if course.nobody_wins else wins[:1]
        sentences += [self._waited(rival, names) for rival in met if rival not in [win.rival for win in told]]
        sentences = [join_sentences(sentences)]
        sentences += [
            self._compared(course, path, place, names) for place in self._worst(course, path, wrong)
        ]
        sentences += self._passed(course, path)
        sentences += [
            t(
                "drill.fold.joined" if not course.open_hands else "drill.fold.joined-any",
                name=name,
                number=number,
            )
            for name, number in self._joined(course, path, names)
        ]
        after = course.view(path)
        marks = danger_marks(after, threatening(after) if course.open_hands else in_riichi(after))
        lit = {path[place] for place in wrong} or set(path)
        table = tuple(
            PartResult(place not in wrong, self._row(course, path[: place + 1], names))
            for place in range(len(path))
        )
        revealed = {rival.seat: rival.tiles for rival in met}
        return Explanation(tuple(sentences), frozenset(lit), marks=marks, table=table, revealed=revealed)

    def _worst(self, course: FoldCourse, path: Sequence[Kind], wrong: Sequence[int]) -> list[int]:
        """The places to compare: what dealt in, or would have, then what added most to the safest rate."""

        def cost(place: int) -> tuple[bool, int]:
            found = course.safest(path[:place])
            return not course.wins(path[: place + 1]), found.tiles[0].rate - found.rate(path[place]).rate

        return sorted(sorted(wrong, key=cost)[:MOST_COMPARED])

    def _row(self, course: FoldCourse, path: Sequence[Kind], names: Seating) -> str:
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
        return t(key, rate=rate_words(tile.rate), names=join(wins), **told)

    def _joined(self, course: FoldCourse, path: Sequence[Kind], names: Seating) -> Iterator[tuple[str, int]]:
        """The riichi that came between own discards, and after which one."""
        own = len(course.discarded(course.position.events))
        for event in course.after(path)[len(course.position.events) :]:
            own += isinstance(event, ev.Dahai) and event.actor == course.position.seat
            if isinstance(event, ev.Reach):
                yield names.other(event.actor), own

    def _outcome(self, course: FoldCourse, path: Sequence[Kind], wrong: Sequence[int], names: Seating) -> str:
        """In one line: dealt in, lucky, or folded well."""
        wins = course.wins(path)
        if wins and not course.nobody_wins:
            rival = wins[0].rival
            told = {"name": names.other(rival.seat), "tiles": tile_words(rival.waits)}
            return t("drill.fold.dealt-in", tile=kind_word(path[-1]), **told)
        dealt = [path[place] for place in range(len(path)) if course.wins(path[: place + 1])]
        if dealt:
            right = len(path) - len(wrong)
            return t(
                "drill.fold.passed", count=len(dealt), tiles=tile_words(dealt), right=right, total=len(path)
            )
        if wrong:
            kinds = dict.fromkeys(path[place] for place in wrong)
            slips = all(self._is_slip(course.safest(path[:place]), path[place]) for place in wrong)
            return t(
                "drill.fold.slips" if slips else "drill.fold.lucky", count=len(wrong), tiles=tile_words(kinds)
            )
        proven = sum(is_proven(course.safest(path[:place]).rate(kind)) for place, kind in enumerate(path))
        if proven == len(path):
            return t("drill.fold.proven", total=len(path))
        return t("drill.fold.folded", count=proven, total=len(path))

    def _compared(self, course: FoldCourse, path: Sequence[Kind], place: int, names: Seating) -> str:
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
        return t("drill.fold.riskier", rate=rate_words(tile.rate), least=rate_words(better.rate), **told)

    def _passed(self, course: FoldCourse, path: Sequence[Kind]) -> Iterator[str]:
        """A tile that was not proven when it was discarded first, and was when it was discarded again."""
        for place, kind in enumerate(path):
            if path[:place].count(kind) != 1:
                continue
            first = path.index(kind)
            before, again = course.safest(path[:first]), course.safest(path[:place])
            if not is_proven(before.rate(kind)) and is_proven(again.rate(kind)):
                yield t("drill.fold.pair", tile=kind_word(kind))
                return

    def _waited(self, rival: FoldRival, names: Seating) -> str:
        key = "drill.fold.waited-furiten" if rival.furiten else "drill.fold.waited"
        return t(key, name=names.other(rival.seat), tiles=tile_words(rival.waits))


WORDS = {
    DrillKind.SAFE: SafeWords(),
    DrillKind.SAFEST: SafestWords(),
    DrillKind.READ: ReadWords(),
    DrillKind.FOLD: FoldWords(),
}
