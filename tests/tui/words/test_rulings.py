"""Rulings in words: what they claim is recomputed from the ruleset and the events."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import ActionKind
from engine.offences import Offence, Penalty, penalty_for
from engine.rules import PRESETS, Ruleset
from tests.support.engine.deals import E, Play, S, W, deal
from tui.i18n.texts import t
from tui.words.results import hand_result
from tui.words.rulings import Ruling, ruling
from tui.words.seating import Seating

THREE_SIDES = "34567p234m234s5s"
NAMES = ("East", "South", "West", "North")
TABLES = [replace(rules, errors="penalised") for rules in PRESETS.values()]
EACH_RULESET = pytest.mark.parametrize("rules", TABLES, ids=[rules.name for rules in TABLES])


def ruled(play: Play, seat: int, offence: Offence, *, seen_by: int) -> tuple[ev.Foul, Ruling]:
    """The foul of that seat, and the ruling as another or the same seat reads it."""
    play.everybody_passes() if play.turn == seat else None
    action = play.mistake(seat, offence)
    before = play.view(seen_by)
    events = len(play.game.events)
    rules = play.game.rules
    seen = type(before).from_events(rules, seen_by, play.game.events)
    play.step({seat: action})
    foul = next(event for event in play.game.events[events:] if isinstance(event, ev.Foul))
    return foul, ruling(foul, seen, Seating.at_table(NAMES, seen_by))


def furiten(rules: Ruleset) -> Play:
    """East waits for 2p 5p 8p, has discarded 2p, and South has just discarded 5p."""
    return deal(east=f"2p{THREE_SIDES}", draws="5s5p", rules=rules).discard("2p", "5p")


@EACH_RULESET
@pytest.mark.parametrize("seen_by", [E, S])
def test_a_furiten_ron_names_offence_penalty_and_for_the_player_the_reason(
    rules: Ruleset, seen_by: int
) -> None:
    foul, told = ruled(furiten(rules), E, Offence.FALSE_WIN, seen_by=seen_by)
    assert t(f"reviewed.foul-of.{foul.offence}") in told.offence
    assert ("2p" in told.why) == (seen_by == E)
    if rules.chombo == "final":
        assert told.penalty == t("ruling.chombo.final", points=rules.chombo_points)
    else:
        assert told.penalty == t("ruling.chombo.mangan-east", points=4_000)
    assert told.now == t("ruling.now.chombo")


@EACH_RULESET
def test_every_offence_of_a_ruleset_has_a_ruling_with_a_source(rules: Ruleset) -> None:
    play = furiten(rules)
    seen = play.view(E)
    for offence in Offence:
        for penalty in Penalty:
            told = ruling(ev.Foul(E, offence.value, penalty.value), seen, Seating.at_table(NAMES, S))
            assert len(told.lines) >= 4
            assert t("ruling.rule", source="").split("{")[0].strip(" .") in told.rule


def test_a_reverse_mangan_of_another_seat_pays_east_more() -> None:
    rules = replace(PRESETS["tenhou"], errors="penalised")
    play = deal(south=f"{THREE_SIDES}9m", draws="1z", rules=rules).discard("1z")
    foul, told = ruled(play, S, Offence.FALSE_WIN, seen_by=E)
    assert told.penalty == t("ruling.chombo.mangan", east=4_000, others=2_000)
    assert play.draw.deltas == (4_000, -8_000, 2_000, 2_000)
    assert foul.penalty == Penalty.CHOMBO


@EACH_RULESET
def test_a_referees_chombo_on_a_discard_ends_the_hand_only_if_nobody_wins_on_it(rules: Ruleset) -> None:
    """The same ruling as the engine's: a ron on the tile voids the chombo where the ruleset says so."""
    play = deal(east=f"9m{THREE_SIDES}", draws="5s5p", rules=rules).discard("9m", "5p")
    assert play.can(E, ActionKind.RON)
    seen = play.view(W)
    foul = ev.Foul(W, Offence.UNPLAYABLE.value, Penalty.CHOMBO.value)
    told = ruling(foul, seen, Seating.at_table(NAMES, E))
    waits = rules.win_voids_chombo
    assert told.now == t("ruling.now.chombo-unless-won" if waits else "ruling.now.chombo")
    if penalty_for(rules, Offence.UNPLAYABLE) is Penalty.CHOMBO:
        play.rule(W, Offence.UNPLAYABLE)
        assert (play.game.outcome is None) is waits


def test_the_end_of_the_hand_names_whose_chombo_it_was() -> None:
    play = furiten(TABLES[0]).err(E, Offence.FALSE_WIN)
    assert play.game.outcome is not None
    for seen_by, name in ((E, "you"), (S, "East")):
        seating = Seating.at_table(NAMES, seen_by)
        result = hand_result(play.view(seen_by), play.game.outcome, seating)
        assert result.draw is not None
        assert t("result.chombo-by", names=name) in result.draw.reason
