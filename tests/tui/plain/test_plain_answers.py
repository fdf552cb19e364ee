"""What plain lines say of a position: the question, and the answer to everything that can be asked."""

from __future__ import annotations

import pytest

from engine.own_rules import ruleset
from tests.support.tui.positions import PLAYERS, Seated, all_melds
from tests.support.tui.texts import furiten_told, refusal
from tui.config.actions import BY_ID
from tui.i18n import t
from tui.plain import queries as answers
from tui.plain.plain_game import PlainPrompt
from tui.plain.queries import HandQueries, Seats
from tui.plain.typed_commands import COMMANDS
from tui.words.names import sentence_start

SEATS = Seats(PLAYERS, 0)
FURITEN = ("234m456m22678p67s", "0: 5s; 1: 9m'; 2: 9p'; 3: 9m'; 0: draws 1z")
PASSED = ("234m456m22678p45s", "0: 1z; 1: 6s; 2: 9p'; 3: 9m'; 0: draws 1z")
RIICHI = ("234m456m22678p45s", "0: riichi 1z; 1: 6s; 2: riichi 9p; 3: 9m'; 0: draws 1z")
NO_SIGN = t("panel.quiet")


def seated(hand: str, moves: str, **position: object) -> Seated:
    position_there = Seated(hand, **position)  # type: ignore[arg-type]
    position_there.play(moves)
    position_there.desk.offer()
    return position_there


def breaking(lines: list[str]) -> list[str]:
    """As they are written: where no line may end, plain lines have any blank."""
    return [line.replace("\u00a0", " ") for line in lines]


def asked(hand: str, moves: str, **position: object) -> HandQueries:
    return HandQueries(seated(hand, moves, **position).desk)


def question(hand: str, moves: str, **position: object) -> list[str]:
    return PlainPrompt(seated(hand, moves, **position).desk).lines()


SIDES = {"Hayai": "Right", "Mamori": "Across", "Takame": "Left"}


def sided(name: str) -> str:
    return t("plain.sided", name=name, side=SIDES[name])


class TestQuestion:
    def test_what_stays_is_told_once(self) -> None:
        position = seated(*RIICHI)
        talk = PlainPrompt(position.desk)
        cause = sentence_start(t("furiten.where-passed", whose="Hayai's", tile="6s", turn=1))
        line = t("furiten.line", cause=cause, ends=t("furiten.ends-hand-ends"))
        furiten = t("plain.furiten", line=t("furiten.line-then", line=line, then=t("furiten.tsumo-later")))
        assert talk.lines()[1:] == ["Double riichi", "Tenpai: 3s 4, 6s 3 (furiten)", furiten, "You can: draw"]
        assert talk.lines()[1:] == ["Double riichi", "Still furiten", "You can: draw"]
        assert talk.lines(again=True)[2:4] == ["Tenpai: 3s 4, 6s 3 (furiten)", furiten]

    def test_a_hand_that_is_complete(self) -> None:
        lines = question("234m456m22678p45s", "0: draws 6s")
        assert lines[1] == "Complete: 6s wins"
        assert lines[-1].startswith("You can: tsumo, riichi 2m or 3m or 4m or ")
        assert lines[-1].endswith(" or 6s, discard")

    def test_a_win_on_offer_and_what_passing_it_costs(self) -> None:
        assert question("234m456m22678p45s", "0: 1z; 1: 6s")[1:] == [
            f"Tenpai: 3s 4 left, 6s 4 left, {t('desk.on-offer')}",
            t("desk.ron", cost=t("desk.cost"), tile="6s"),
            t("plain.can", offers="ron, pass"),
        ]

    def test_why_what_is_near_cannot_be_done(self) -> None:
        called = "0: 1z; 1: 9m; 2: 9p'; 3: 9s; 0: pon 9s9s; 0: 1m; 1: 8m'; 2: 9p'; 3: 9p'; 0: draws 4m"
        talk = PlainPrompt(seated("123m567m22678p99s", called).desk)
        assert talk.lines()[-2:] == [
            refusal("Tsumo", "no-yaku"),
            "You can: discard",
        ]
        assert talk.lines()[2:] == ["Still furiten", "You can: discard"], "it is told once"
        assert refusal("Tsumo", "no-yaku") in talk.lines(again=True)


class TestAsked:
    def test_waits_of_each_discard_that_keeps_tenpai(self) -> None:
        assert asked(*FURITEN).waits("") == ["Discard East: tenpai: 5s 3 left (furiten), 8s 4 left (furiten)"]

    def test_waits_after_a_discard(self) -> None:
        first, *_ = asked(*FURITEN).waits("6s")
        assert first.startswith(f"{t('panel.hand.shanten', count=1)} Acceptance (ukeire): ")

    def test_waits_of_a_hand_that_is_far(self) -> None:
        assert asked("123m456p78s1133z9p", "0: draws 5m").waits("") == [
            t("plain.closest", distance=t("desk.shanten", count=1), tiles="5m and 9p")
        ]

    def test_waits_between_turns_and_in_riichi(self) -> None:
        line = t("panel.hand.waits", waits="3s (4 left) and 6s (3 left)", total="7 left")
        assert breaking(asked(*RIICHI).waits(""))[0] == line
        assert breaking(asked(PASSED[0], "0: 1z; 1: 6s; 2: 9p'").waits(""))[0] == line

    def test_furiten_with_every_way_out(self) -> None:
        lines = asked(*FURITEN).furiten("")
        assert lines[0] == furiten_told("Discard", "waits-change", "discard", tile="5s", turn=1)
        assert lines[1].startswith("Discard 6s and give up tenpai for now. ")
        assert lines[-1] == t("plain.furiten-after", tiles="East")

    def test_no_furiten(self) -> None:
        assert asked("147m258p369s1234z", "0: draws 5z").furiten("") == [t("plain.furiten-noten")]
        assert asked(PASSED[0], "0: draws 1z").furiten("") == [t("panel.hand.not-furiten")]

    def test_furiten_after_a_call(self) -> None:
        """There are no waits to speak of then, and no error either."""
        lines = asked("2346m456p678p22s1z", "0: 1z; 1: 9m'; 2: 9p'; 3: 5m; 0: chi 4m6m").furiten("")
        assert lines == [t("plain.furiten-noten")]

    def test_safety_by_tiers(self) -> None:
        assert asked("129m456m22678p45s", "0: 1z; 1: riichi 9m; 2: 9p'; 3: 4m; 0: draws 1z").safe("")[:2] == [
            "Against Hayai",
            t("plain.class", safety=sentence_start(t("safety.class.cannot-lose")), tiles="4m 9m"),
        ]
        assert asked(*FURITEN).safe("")[0] == NO_SIGN

    def test_safety_of_one_tile_against_each(self) -> None:
        lines = asked("129m456m22678p45s", "0: 1z; 1: riichi 9m; 2: 9p'; 3: 4m; 0: draws 1z").safe("9m")
        assert lines[:2] == ["Discard 9m?", "Safety:"]
        assert lines[2].startswith(
            "Hayai, " + t("panel.sign.double-riichi", tiles="9m") + ", " + t("panel.sign.ippatsu") + ": "
        )
        assert t("panel.safe.own-discard", name="Hayai", tile="9m", turn=1) in lines[2]
        assert all("After discarding" not in line for line in lines)

    def test_the_panel_about_a_tile(self) -> None:
        lines = asked(*PASSED).hint("")
        assert lines[0] == "Discard East?"
        assert {"Safety:", "After discarding East:", "Furiten now:", "Out of furiten:", "Value:"} <= set(
            lines
        )
        assert asked(*PASSED).hint("2m")[0] == "Discard 2m?"

    @pytest.mark.parametrize("name", ["safe", "hint", "waits"])
    def test_a_tile_that_is_not_there(self, name: str) -> None:
        ask = getattr(asked(*FURITEN), name)
        assert ask("9s") == [t("plain.not-held", tile="9s")]
        (line,) = ask("9x\x1b")
        assert line.startswith("'9x\\x1b' is not a tile")


class TestTable:
    def test_state(self) -> None:
        position = seated("234m456m22678p45s", "0: 1z; 1: riichi 9m; 2: 9p'; 3: 4m", honba=2, dealer=1)
        assert answers.state_lines(position.view, SEATS) == [
            f"East 2, 2 honba, {t('table.riichi-sticks', count=1)}, wall 66",
            "Dora: South",
            "You: North, 30,000",
            f"Right, Hayai: East, 29,000, {t('yaku.double-riichi')}",
            t("plain.player", name=sided("Mamori"), points=30_000, wind="South"),
            t("plain.player", name=sided("Takame"), points=30_000, wind="West"),
        ]

    @pytest.mark.parametrize("who", ["right", "RIGHT", "hayai", "south"])
    def test_one_pond(self, who: str) -> None:
        view = seated(
            "234m44m22678p455s", "0: 1z; 1: riichi 9m; 2: 9p'; 3: 4m; 0: pon 4m4m; 0: 2m; 1: 7s'"
        ).view
        assert answers.pond_lines(view, SEATS, who) == [
            t("plain.pond", name=sided("Hayai"), tiles="9m with riichi, 7s as drawn")
        ]
        assert answers.pond_lines(view, SEATS, "left") == [
            t("plain.pond", name=sided("Takame"), tiles=t("plain.pond-called", other="you", tile="4m"))
        ]

    def test_nobody(self) -> None:
        view = seated(*FURITEN).view
        line = t("plain.nobody", given="bob", sides="you, right, across, left")
        assert answers.pond_lines(view, SEATS, "bob") == [line]
        assert answers.all_meld_lines(view, SEATS, "bob") == [line]

    def test_melds(self) -> None:
        view = all_melds().view
        lines = answers.all_meld_lines(view, SEATS, "")
        five, south = (
            t("plain.form", action="kan", tiles=tiles)
            for tiles in ("red 5p 5p 5p 5p", "South South South South")
        )
        assert {
            t("plain.meld", meld="pon 9p 9p 9p", name="You", other="Hayai"),
            t("plain.meld-added", meld=five, name=sided("Hayai"), other="Mamori"),
            t("plain.meld", meld="chi 2s 3s 4s", name=sided("Mamori"), other="Hayai"),
            t("plain.meld-closed", meld=t("plain.closed-kan", tiles="8s 8s 8s 8s"), name=sided("Takame")),
            t("plain.meld", meld=south, name=sided("Takame"), other="Mamori"),
        } <= set(lines)
        assert answers.all_meld_lines(seated(*FURITEN).view, SEATS, "left") == ["No melds"]
        assert answers.hand_lines(view)[1:] == [t("plain.melds", melds="pon 9p 9p 9p; pon 5s 5s 5s")]

    def test_score(self) -> None:
        scores = (25_000, 35_000, 30_000, 30_000)
        lines = answers.score_lines(Seated("234m456m22678p45s", scores=scores).view, SEATS)
        assert lines == [
            t("plain.score", name=sided("Hayai"), place="1st", points=35_000),
            t("plain.score", name=sided("Mamori"), place="2nd", points=30_000),
            t("plain.score", name=sided("Takame"), place="2nd", points=30_000),
            "4th: You, 25,000",
        ]

    @pytest.mark.parametrize(("number", "lines"), [("", 10), ("3", 3), ("99", 15), ("1", 1)])
    def test_log(self, number: str, lines: int) -> None:
        assert answers.log_lines([str(line) for line in range(15)], number) == [
            str(n) for n in range(15 - lines, 15)
        ]

    @pytest.mark.parametrize("number", ["0", "x", "-1", "99999", "١"])
    def test_no_number_of_lines(self, number: str) -> None:
        (line,) = answers.log_lines(["one"], number)
        assert line.endswith("is not a number of lines")


class TestBooks:
    def test_rules(self) -> None:
        assert answers.rule_lines(ruleset("ema"), "")[0] == t(
            "plain.ruleset", name="ema", title="European Mahjong Association 2016"
        )
        assert (
            answers.rule_lines(ruleset("wrc"), "Kuikae")[0]
            == f"kuikae_same = no. {t('rules.fields.kuikae_same')}"
        )
        assert answers.rule_lines(ruleset("wrc"), "red fives")[0].startswith("red_fives = 0, 0, 0. ")
        assert answers.rule_lines(ruleset("wrc"), "chess") == [t("plain.no-rule", given="chess")]

    @pytest.mark.parametrize(
        "word", ["suji", "SUJI", "line of three apart", "discard-furiten", "discard furiten", "suj"]
    )
    def test_a_word_explained(self, word: str) -> None:
        lines = answers.glossary_lines(word, [])
        assert lines[0].startswith(("suji: ", "discard furiten: "))
        assert lines[-1].startswith("See also: ")
        assert all(line.isascii() for line in lines)

    def test_the_words_just_used(self) -> None:
        (line,) = answers.glossary_lines(
            "", ["Furiten. Discard: you threw 5s", t("plain.can", offers="riichi East, discard")]
        )
        assert line.startswith("glossary WORD explains one of ")
        assert "furiten, " in line
        assert answers.glossary_lines("chess", []) == [t("plain.no-term", given="chess")]

    def test_help_lists_every_command_with_its_short_name(self) -> None:
        lines = answers.help_lines("")
        assert len(lines) == len(COMMANDS) + 2
        for command, line in zip(COMMANDS, lines, strict=False):
            assert line.startswith(command.name)
            assert not command.short or f", or {command.short}: " in line
            assert (
                answers.help_lines(command.name)
                == answers.help_lines(command.short or command.name)
                == [line]
            )
        assert answers.help_lines("fly") == [t("plain.no-command", given="fly")]

    def test_names_are_told_apart_and_letters_are_those_of_the_table(self) -> None:
        names = [
            name
            for command in COMMANDS
            for name in dict.fromkeys((command.name, command.short, command.letters))
            if name
        ]
        assert len(names) == len(set(names))
        for command in COMMANDS:
            keys = {action.key for action in BY_ID.values() if action.id == command.name}
            assert not keys or command.short in keys, f"{command.name} has another letter at the table"
