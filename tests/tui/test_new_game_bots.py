"""The form of a new game offers every bot in every level, and says what each is."""

from __future__ import annotations

from ai.bot import BOTS_WITH_LEVELS
from tui.options import PlayOptions
from tui.screens.new_game import NewGameScreen


def test_every_bot_is_chosen_in_turn_and_described() -> None:
    form = NewGameScreen(PlayOptions())
    seen: dict[str, str] = {}
    for _ in BOTS_WITH_LEVELS:
        form.change("left", 1)
        assert form.options.bots is not None
        assert form.value("left") == form.options.bots[2]
        seen[form.options.bots[2]] = form.about("left")
    assert set(seen) == set(BOTS_WITH_LEVELS)
    assert len(set(seen.values())) == len(BOTS_WITH_LEVELS)
    assert "Expert" in seen["hayai:expert"]
    assert "Regular" in seen["hayai"]


def test_a_program_outside_is_named_as_one() -> None:
    form = NewGameScreen(PlayOptions(bots=("mjai:hayai", "hayai", "tenpai")))
    assert "outside" in form.about("right")
    assert "outside" not in form.about("across")
