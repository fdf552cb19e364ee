"""The moments of a game for a page: a sentence, its explanation, and the position as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ai.play import PERSON
from ai.review.game_review import review_game
from ai.review.moments import HandReview, ReviewedMoment
from engine.tiles import KIND_OF
from engine.wall import PLAYERS
from tui.config.settings import HintLevel
from tui.desk.desk import Desk
from tui.desk.scene_maker import Highlights, make_page_scene
from tui.desk.settings import DeskSettings
from tui.drawing.palette import load_palette
from tui.export.exported_game import ExportedGame
from tui.export.markup import Markup
from tui.pictures.scene_svg import scene_svg
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.words.review_words import ReviewSentences, class_word, reviewed_hand_name

_SIZE = (80, 24)
_LOOK = Look(TileStyle.SOLID, glyph_set("kanji"))
_THEME = "felt"


class MomentFigure(NamedTuple):
    """One moment in words, with the picture of the position in which the seat chose."""

    hand: int
    hand_name: str
    kind: str
    line: str
    more: tuple[str, ...]
    picture: Markup


class SeatMoments(NamedTuple):
    """The moments of one seat."""

    seat: int
    figures: tuple[MomentFigure, ...]


def moments_of(game: ExportedGame) -> Iterator[SeatMoments]:
    """The moments of the seat that is asked for, of the person who played, or else of all four."""
    for seat in _seats(game):
        review = review_game(game.rules, game.events, seat)
        seen = game if game.seat == seat else game.as_seen_by(seat)
        figures = [_figure(seen, hand, moment) for hand in review.hands for moment in hand.moments]
        yield SeatMoments(seat, tuple(figures))


def _seats(game: ExportedGame) -> Sequence[int]:
    if game.seat is not None:
        return (game.seat,)
    own = [seat for seat, name in enumerate(game.start.names[:PLAYERS]) if name == PERSON]
    return own if len(own) == 1 else range(PLAYERS)


def _figure(game: ExportedGame, hand: HandReview, moment: ReviewedMoment) -> MomentFigure:
    words = ReviewSentences(game.seating)
    line, more = words.line(moment), words.more(moment)
    return MomentFigure(
        hand=hand.number,
        hand_name=reviewed_hand_name(hand),
        kind=class_word(moment.moment_class),
        line=line,
        more=more,
        picture=_picture(game, moment, line),
    )


def _picture(game: ExportedGame, moment: ReviewedMoment, title: str) -> Markup:
    """The table as the seat saw it when it chose, with all hints."""
    hand = game.timeline.hand_at(moment.position)
    events = hand.events[: moment.position + 2 - hand.first]
    seating = replace(game.seating, whole=False)
    desk = Desk.after(events, seating, game.rules, DeskSettings(hints=HintLevel.FULL))
    cursor = None
    if desk.offer() and desk.choice is not None and desk.choice.on_turn and moment.tile in desk.choice.tiles:
        desk.choice.move_to(desk.choice.tiles.index(moment.tile))
        cursor = desk.choice.place if desk.choice.of_tiles else None
    lit = frozenset() if moment.tile is None else frozenset({KIND_OF[moment.tile]})
    scene = make_page_scene(desk, Highlights(lit=lit, cursor=cursor))
    return Markup(scene_svg(scene, _SIZE, _LOOK, load_palette(_THEME), bare=True, title=title))
