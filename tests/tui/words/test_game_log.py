"""The log of a game: turns, where discards came from, calls, points; and nothing that was hidden."""

from __future__ import annotations

from engine import events as ev
from engine.view import mask
from tests.support.tui.desk_positions import PLAYERS, WRC, Seated
from tests.support.tui.sessions import caller, in_memory, options, play_on
from tui.i18n.texts import t
from tui.words.game_log import HandLog, LogEntry, Weight, game_log
from tui.words.seating import Seating

PINFU = "234m45622p23478s"


def logged(hand: str, moves: str, *, automatic: tuple[int, ...] = (), hints: bool = True) -> HandLog:
    """The log of a hand after these moves, as the person at seat 0 sees it."""
    heard: list[ev.Event] = []

    class Listening(Seated):
        def _apply(self, event: ev.Event) -> None:
            heard.append(event)
            super()._apply(event)

    seated = Listening(hand)
    seated.play(moves)
    (log,) = game_log(WRC, Seating(PLAYERS, 0), [seated.desk_start, *heard], automatic, hints=hints)
    return log


def lines(log: HandLog) -> list[str]:
    """Each line with its turn before it and its note behind it."""
    return [" | ".join(filter(None, (str(each.turn or ""), each.text, each.note))) for each in log.entries]


def test_a_hand_line_by_line() -> None:
    log = logged(PINFU, "0: 5z; 1: 2p; 2: pon 2p2p; 2: 1m; 3: 9s'; 0: riichi 1z")
    assert log.title == "East 1"
    assert lines(log) == [
        t("log.deal", dora="South", hand="East 1"),
        t("log.points", points="You 30,000, Hayai 30,000, Mamori 30,000, Takame 30,000"),
        "You: drew White",
        f"1 | You: White | {t('log.from-hand')}",
        f"1 | Hayai: 2p | {t('log.from-hand')}",
        t("log.pon", name="Mamori", other="Hayai", tile="2p"),
        f"1 | Mamori: 1m | {t('log.from-hand')}",
        "1 | Takame: 9s | as drawn",
        "You: drew East",
        f"2 | {t('log.riichi', name='You', tile='East')} | {t('log.from-hand')}",
    ]


def test_what_cannot_be_won_on_is_told_where_hints_are_on() -> None:
    moves = "0: 9s; 1: 6s"
    assert t("log.no-ron", tile="6s", why="furiten") in lines(logged(PINFU, moves))
    assert t("log.no-ron", tile="6s", why="furiten") not in lines(logged(PINFU, moves, hints=False))


def test_what_a_switch_did_is_told() -> None:
    log = logged(PINFU, "0: 5z'", automatic=(2,))
    assert log.entries[-1] == LogEntry("You: White", Weight.PLAIN, 1, "as drawn (auto)")


def test_what_is_said_of_a_bot_stands_before_what_was_played_for_it() -> None:
    moves = [ev.Tsumo(0, "P"), ev.Dahai(0, "P", False), ev.Tsumo(1, "?"), ev.Dahai(1, "2p", True)]
    events = [Seated(PINFU).desk_start, *moves]
    (log,) = game_log(WRC, Seating(PLAYERS, 0), events, bot_failures={4: ["Hayai is late."]}, hints=True)
    assert [each.text for each in log.entries[-2:]] == ["Hayai is late.", "Hayai: 2p"]
    (log,) = game_log(WRC, Seating(PLAYERS, 0), events, bot_failures={2: ["Late."]}, hints=True)
    assert [each.text for each in log.entries[-3:]] == ["Late.", "You: White", "Hayai: 2p"]


def test_calls_and_riichi_are_loud_and_draws_are_soft() -> None:
    log = logged(PINFU, "0: 5z; 1: 2p; 2: pon 2p2p; 2: 1m; 3: 9s'; 0: riichi 1z")
    loud = [each.text for each in log.entries if each.weight is Weight.LOUD]
    assert loud == [
        t("log.deal", dora="South", hand="East 1"),
        t("log.pon", name="Mamori", other="Hayai", tile="2p"),
        t("log.riichi", name="You", tile="East"),
    ]


class TestAWholeGame:
    SESSION = in_memory(options(5, length="east"))
    play_on(SESSION, caller)

    def log(self, events: list[ev.Event]) -> tuple[HandLog, ...]:
        session = self.SESSION
        return game_log(session.match.rules, session.seating, events, hints=True)

    def heard(self) -> list[ev.Event]:
        return [mask(event, self.SESSION.seat) for event in self.SESSION.match.events]

    def test_each_hand_has_its_own_and_ends_with_the_points(self) -> None:
        log = self.log(self.heard())
        deals = [event for event in self.heard() if isinstance(event, ev.StartKyoku)]
        ends = [event for event in self.heard() if isinstance(event, ev.EndKyoku)]
        assert len(log) == len(deals) >= 4
        seat = self.SESSION.seat
        for hand, first, last in zip(log, deals, ends, strict=True):
            assert last.scores is not None
            by = last.scores[seat] - first.scores[seat]
            told = f"Points: You {last.scores[seat]:,}" + (f" ({by:+,})" if by else "")
            assert hand.entries[-1].text.startswith(told)

    def test_every_discard_is_there(self) -> None:
        discards = [event for event in self.heard() if isinstance(event, ev.Dahai)]
        told = [each for hand in self.log(self.heard()) for each in hand.entries if each.turn]
        assert len(told) == len(discards)

    def test_nothing_hidden_changes_a_line(self) -> None:
        """Whatever the others hold and draw, the log is the same."""

        def other(event: ev.Event) -> ev.Event:
            if isinstance(event, ev.Tsumo) and event.actor != self.SESSION.seat:
                return replace_draw(event)
            return event

        def replace_draw(event: ev.Tsumo) -> ev.Tsumo:
            return ev.Tsumo(event.actor, "?")

        assert self.log([other(event) for event in self.heard()]) == self.log(self.heard())
        draws = [each.text for hand in self.log(self.heard()) for each in hand.entries if "drew" in each.text]
        assert all(text.startswith("You: drew") for text in draws)
