"""Lesson files: what is wrong is said in one line, with the file and, in an opening, the line."""

from __future__ import annotations

import pytest

from ai.lessons.lesson import LANGUAGE, Lesson, LessonError, first_lesson, lessons, parse_lesson
from ai.lessons.lesson_game import LessonGame

GOOD = """
rules = "wrc"
claims = ["F-01"]
bots = ["hayai", "mamori", "takame"]
opening = "you 9m, right 9p!, across chi-no, left 1z"
orders = "right 5p"

[setting]
you = "123m456p789s1122z"
indicators = "9s"

[[remarks]]
when = "ron"
says = "won"

[words.en]
title = "A title"
teaches = "A line."
intro = ["A page."]
closing = ["The end."]
remarks = { won = "You won." }
""".replace("across chi-no", "across 1s!")
NAME = "01-a-lesson.toml"


def broken(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def complaint(text: str, name: str = NAME) -> str:
    with pytest.raises(LessonError) as caught:
        LessonGame(parse_lesson(name, text))
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert "\n" not in message
    return message.removeprefix(f"{name}: ")


def test_a_good_file_is_read_and_its_opening_played() -> None:
    lesson = parse_lesson(NAME, GOOD)
    assert (lesson.id, lesson.number, lesson.rules, lesson.file) == ("a-lesson", 1, "wrc", NAME)
    assert lesson.ruleset.length == "hand"
    assert lesson.texts("xx") == lesson.texts("en")
    assert len(LessonGame(lesson).view.me.pond) == 1


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('rules = "wrc"', "rules =", "not TOML"),
        ('rules = "wrc"', 'rules = "wrx"', "no ruleset 'wrx'"),
        ('rules = "wrc"', 'rules = "wrc"\nrule = 1', "unknown field `rule`"),
        ('rules = "wrc"', 'rules = "wrc"\nerrors = "free"', "Invalid enum value 'free'"),
        ('rules = "wrc"', "", "missing required field `rules`"),
        ('rules = "wrc"', 'rules = "wrc"\nsteps = { sing = true }', "steps: there is no 'sing'"),
        ('rules = "wrc"', 'rules = "wrc"\nsteps = { window = true }', "steps: there is no 'window'"),
        ('rules = "wrc"', 'rules = "wrc"\nsteps = { rulings = true }', "steps: the rules prevent errors"),
        ('"takame"]', '"nobody"]', "no bot 'nobody'"),
        ("123m456p789s1122z", "123m456p789s112z", "the hand of you has 12 tiles instead of 13"),
        ("123m456p789s1122z", "123m456p789s11229z", "'9z' is not a tile"),
        ("123m456p789s1122z", "123m456p789s1111z", "the opening of left: no 1z is left"),
        ('indicators = "9s"', 'indicators = "9s"\nround = "5z"', "'5z' is no round wind"),
        ('indicators = "9s"', 'indicators = "9s"\ndealer = "north"', "dealer: 'north' is nobody"),
        ('indicators = "9s"', 'indicators = "9s"\ndraws = { me = "1m" }', "draws: 'me' is nobody"),
        ('indicators = "9s"', 'indicators = "123456s"', "the indicators: 6 tiles, and there is room for 5"),
        ("you 9m", "me 9m", "opening: line 1, 'me 9m': 'me' is nobody"),
        ("you 9m", "you", "opening: line 1, 'you': a move ends with one discard"),
        ("you 9m", "you 9x", "opening: line 1, 'you 9x': '9x' is not a tile"),
        ("you 9m", "you chi 3p 9m", "opening: line 1, 'you chi 3p 9m': chi is followed by two own tiles"),
        ("you 9m", "you 3p>9m!", "either > or !, not both"),
        ("you 9m", "you pon 1z 9m", "line 1: nothing lies there to be called"),
        ("you 9m", "you 3z>9m", "line 1: 3z is neither kept by you nor thrown later"),
        ("right 9p!", "left 9p!", "line 1: it is the turn of right, not of left"),
        ("right 9p!", "right pon 8m 9p", "opening: line 1, right: no pon of 8m"),
        ("right 9p!", "right open-kan 8m 9p", "opening: line 1, right: no open-kan of 8m"),
        ("right 9p!", "right open-kan 9m 9p>9s", "> has no place in it"),
        ("right 9p!", "right riichi 9p!", "opening: line 1, right: no riichi of 9p: not-tenpai"),
        ("right 5p", "you 5p", "orders: line 1: nobody gives orders to you"),
        ("right 5p", "right 5p!", "orders: line 1: an order names the discard alone"),
        ("right 5p", "right 4p, right 4p, right 4p, right 4p", "the orders of right: no 4p is left"),
        ('when = "ron"', 'when = "victory"', "'victory' is no moment"),
        ('when = "ron"', 'when = "entered sadness"', "'sadness' is no furiten"),
        ('when = "ron"', 'when = "decision zero"', "'decision zero' names no decision"),
        ('when = "ron"', 'when = "chombo theft"', "'theft' is no offence"),
        ('when = "ron"', 'when = "riichi 5p"', "'5p' has no place after riichi"),
        ('when = "ron"', 'when = "draws"', "'' is not a tile"),
    ],
)
def test_what_is_wrong_is_one_clear_line(old: str, new: str, says: str) -> None:
    assert says in complaint(broken(old, new))


def test_every_meld_can_be_made_in_an_opening() -> None:
    text = broken(
        "you 9m, right 9p!, across 1s!, left 1z",
        "you 9m, right open-kan 9m 6z, across 5z!, left pon 5z 1s, "
        "you chi 23s 8m, right 8m!, across kan 8p 7m, left kan 5z 7m!",
    ).replace('you = "123m456p789s1122z"', 'you = "123m456p1122z"')
    view = LessonGame(parse_lesson(NAME, text)).view
    melds = [[meld.kind.value for meld in seat.melds] for seat in view.table.seats]
    assert melds == [["chi"], ["kan"], ["ankan"], ["added"]]


@pytest.mark.parametrize("name", ["lesson.toml", "1-lesson.toml", "01-.toml"])
def test_files_are_named_by_place_and_id(name: str) -> None:
    assert "not named like" in complaint(GOOD, name)


def test_the_ladder_has_no_gap_and_no_lesson_twice() -> None:
    ladder = lessons()
    assert [lesson.number for lesson in ladder] == list(range(1, len(ladder) + 1))
    assert len({lesson.id for lesson in ladder}) == len(ladder)


@pytest.mark.parametrize("lesson", [first_lesson(), *lessons()], ids=lambda lesson: lesson.id)
def test_every_remark_has_a_text_and_every_text_a_remark(lesson: Lesson) -> None:
    assert LANGUAGE in lesson.words
    for texts in lesson.words.values():
        assert all((texts.title, texts.teaches, texts.intro, texts.closing))
        assert set(texts.remarks) == {remark.says for remark in lesson.remarks}
