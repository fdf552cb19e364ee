"""Comments and bookmarks in lines of mjai: read with care, written back, no part of the game."""

from __future__ import annotations

import json

import pytest

from engine import events as ev
from engine.records import read_events, write_events
from engine.records.annotations import (
    LONGEST_COMMENT,
    NOTHING_NOTED,
    Annotation,
    comment_text,
    read_annotation,
    write_annotated,
)
from engine.records.hand_code import write_code
from engine.records.read_file import games_of, read_record
from engine.records.recorded_game import RecordedHand, hands_of, moved_annotations
from engine.records.resumed_game import known_wall, position_digest
from engine.records.tenhou_writers import write_json, write_xml
from engine.records.verify import verify_record
from engine.rules import TENHOU
from tests.support.engine.wild_games import wild_game

GAME = wild_game("tenhou", 7, "east")
NOTES = {
    1: Annotation("At the deal."),
    40: Annotation(bookmark=True),
    90: Annotation('Both: "5m" \\ 押しすぎ 👀', bookmark=True),
}


def test_what_is_written_is_read_back_at_the_same_events() -> None:
    data = write_annotated(GAME, NOTES)
    (game,) = games_of(data)
    assert game.annotations == NOTES
    assert tuple(game.events) == GAME
    assert read_record(data).games[0].annotations == NOTES


def test_each_game_of_a_file_has_its_own() -> None:
    other = wild_game("wrc", 7, "hand")
    first, second = games_of(write_annotated(GAME, NOTES) + write_annotated(other, {3: Annotation("here")}))
    assert first.annotations == NOTES
    assert second.annotations == {3: Annotation("here")}


def test_lines_that_are_no_events_do_not_move_them() -> None:
    lines = write_annotated(GAME, NOTES).splitlines(keepends=True)
    lines[10:10] = [b'{"type":"none"}\n', b"\n"]
    (game,) = games_of(b"".join(lines))
    assert game.annotations == NOTES


def test_whoever_reads_only_the_game_sees_no_difference() -> None:
    data = write_annotated(GAME, NOTES)
    assert tuple(read_events(data)) == GAME
    assert write_annotated(GAME, {}) == write_events(GAME)
    assert not verify_record(read_record(data)).mismatches
    for line, plain in zip(data.splitlines(), write_events(GAME).splitlines(), strict=True):
        fields = json.loads(line)
        fields.pop("comment", None), fields.pop("bookmark", None)
        assert fields == json.loads(plain)


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ('"comment":"a"', Annotation("a")),
        ('"comment":"  a\\n\\tb  "', Annotation("a b")),
        ('"comment":"\\u001b[31m\\u202e"', Annotation("\\x1b[31m\\u202e")),
        ('"comment":""', NOTHING_NOTED),
        ('"comment":7,"bookmark":1', NOTHING_NOTED),
        ('"comment":["a"],"bookmark":"yes"', NOTHING_NOTED),
        ('"comment":null,"bookmark":true', Annotation(bookmark=True)),
        ('"comment":"\\ud800"', NOTHING_NOTED),
        ('"pai":"\\"comment\\""', NOTHING_NOTED),
    ],
)
def test_fields_of_others_are_read_with_care(fields: str, found: Annotation) -> None:
    assert read_annotation(b'{"type":"reach","actor":1,' + fields.encode() + b"}") == found


@pytest.mark.parametrize(
    "line", [b'"comment"', b'["comment"]', b'{"comment":', b'\xff"comment"', b"[" * 9999]
)
def test_a_line_that_is_no_object_has_none(line: bytes) -> None:
    assert read_annotation(line) == NOTHING_NOTED


def test_a_comment_is_one_line_of_bounded_length() -> None:
    assert comment_text("一" * LONGEST_COMMENT) == "一" * LONGEST_COMMENT
    assert comment_text("一" * (LONGEST_COMMENT + 1)) == "一" * (LONGEST_COMMENT - 1) + "…"
    cut = comment_text("word " * LONGEST_COMMENT)
    assert len(cut) <= LONGEST_COMMENT
    assert cut.endswith("…")
    assert comment_text("\x1b" * LONGEST_COMMENT).isprintable()
    assert comment_text(" \r\n ") == ""


def test_in_another_form_of_the_hands_they_stand_at_the_same_events() -> None:
    without_start = GAME[1:]
    there = moved_annotations(NOTES, GAME, without_start)
    assert there == {index - 1: each for index, each in NOTES.items()}
    outside = {0: Annotation("start_game"), len(GAME) - 1: Annotation("end_game")}
    assert moved_annotations(outside, GAME, GAME) == {}


def test_a_position_has_one_digest_in_every_form_of_the_record() -> None:
    hands = list(hands_of(GAME))
    forms = [write_json(GAME, TENHOU), write_xml(GAME, TENHOU)]
    for data in forms:
        for hand, there in zip(hands, hands_of(games_of(data)[0].events), strict=True):
            digests = [position_digest(hand, step) for step in range(len(hand.events) - 1)]
            assert [position_digest(there, step) for step in range(len(hand.events) - 1)] == digests
    (coded,) = hands_of(
        games_of(write_code(TENHOU, hands[1], known_wall(TENHOU, GAME, hands[1])).encode())[0].events
    )
    assert position_digest(coded, 30) == position_digest(hands[1], 30)


def test_a_position_is_all_that_led_to_it() -> None:
    (hand, *_) = hands_of(GAME)
    digests = {position_digest(hand, step) for step in range(len(hand.events))}
    assert len(digests) == len(hand.events)
    turns = [step for step, event in enumerate(hand.events) if isinstance(event, ev.Dahai)]
    other = list(hand.events)
    first, second = turns[3], turns[4]
    other[first], other[second] = other[second], other[first]
    changed = RecordedHand(hand.number, hand.first, other)
    assert position_digest(changed, first - 1) == position_digest(hand, first - 1)
    assert position_digest(changed, first) != position_digest(hand, first)
    assert position_digest(changed, second + 1) != position_digest(hand, second + 1)
