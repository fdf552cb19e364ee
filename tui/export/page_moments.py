"""The moments and the deal-ins of the review in the markup of a page, the dearest moments first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ai.play import PERSON
from ai.review.game_review import review_hand
from ai.review.moments import Cost, DealIn, HandReview, ReviewedMoment, by_cost
from engine.wall import PLAYERS
from tui.archive.kept_reviews import KeptReviews, hands_to_review
from tui.export.drawn_table import drawn_table
from tui.export.exported_game import ExportedGame
from tui.export.markup import Markup, joined, tag
from tui.i18n import t
from tui.words.review_sentences import ReviewSentences, class_word, lost_points, moment_place


class SeatMoment(NamedTuple):
    """A moment, and the game as the seat saw it that chose."""

    game: ExportedGame
    moment: ReviewedMoment

    @property
    def seat(self) -> int:
        assert self.game.seat is not None
        return self.game.seat


class SeatReview(NamedTuple):
    """The review of a game for a seat, and the game as that seat saw it."""

    game: ExportedGame
    hands: Sequence[HandReview]

    @property
    def moments(self) -> Iterator[SeatMoment]:
        return (SeatMoment(self.game, moment) for hand in self.hands for moment in hand.moments)

    def deal_in(self, hand: int) -> DealIn | None:
        """With what the seat dealt in in the hand of that number."""
        return next((each.deal_in for each in self.hands if each.number == hand), None)


def reviews_of(game: ExportedGame, kept: KeptReviews | None = None) -> list[SeatReview]:
    """The reviews of the seat that is asked for, of the person who played, or else of all four.

    Of hands whose review is kept it is that one, with what was played out.
    """
    return [
        SeatReview(game if game.seat == seat else game.as_seen_by(seat), _hands(game, seat, kept))
        for seat in reviewed_seats(game)
    ]


def _hands(game: ExportedGame, seat: int, kept: KeptReviews | None) -> list[HandReview]:
    asked = hands_to_review(game.rules, game.events, seat)
    known = [None] * len(asked) if kept is None else kept.all(asked)
    return [
        found or review_hand(game.rules, seat, each.hand) for found, each in zip(known, asked, strict=True)
    ]


def moments_of(reviews: Iterable[SeatReview]) -> list[SeatMoment]:
    """The moments of all reviews."""
    return [moment for review in reviews for moment in review.moments]


def reviewed_seats(game: ExportedGame) -> Sequence[int]:
    """The seats whose moments the page has."""
    if game.seat is not None:
        return (game.seat,)
    own = [seat for seat, name in enumerate(game.start.names[:PLAYERS]) if name == PERSON]
    return own if len(own) == 1 else range(PLAYERS)


def dearest_first(moments: Sequence[SeatMoment]) -> list[SeatMoment]:
    """The moments by what they cost; opinions, whose cost nobody knows, come last, as they were played."""
    return sorted(moments, key=lambda each: by_cost(each.moment))


def moments_heading(game: ExportedGame, first: Sequence[SeatMoment]) -> str:
    """What the first moments are, and whose if all are of one player: nobody calls dear what has no price."""
    dear = any(each.moment.points for each in first)
    seats = reviewed_seats(game)
    if len(seats) > 1:
        return t("exported.dearest") if dear else t("exported.look")
    name = game.names[seats[0]]
    return t("exported.dearest-of", name=name) if dear else t("exported.look-of", name=name)


def drawn_moment(found: SeatMoment, *, named: bool) -> Markup:
    """A moment at the top of the page, with the table; ``named`` says whose it is."""
    place = moment_place(found.game.timeline, found.moment)
    link = tag("a", place, href=f"#hand{found.moment.hand}")
    parts = (tag("h3", link), *_said(found, named=named), _table(found.game, found.moment))
    return tag("article", *parts, class_="moment", id=_anchor(found))


def listed_moment(found: SeatMoment, *, named: bool, above: bool) -> Markup:
    """A moment in the log of its hand, its table folded up; one that stands ``above`` shows none again."""
    place = moment_place(found.game.timeline, found.moment)
    said = joined(_said(found, named=named))
    if above:
        return tag("article", tag("h4", tag("a", place, href=f"#{_anchor(found)}")), said)
    return tag("article", tag("h4", place), said, folded_table(found.game, found.moment))


def listed_deal_in(review: SeatReview, hand: int, *, named: bool) -> Markup:
    """How dangerous the discard was with which the seat dealt in, in the log of its hand; nothing if none."""
    found = review.deal_in(hand)
    if found is None:
        return joined(())
    assert review.game.seat is not None
    name = [tag("b", review.game.names[review.game.seat]), " "] if named else []
    badge = tag("span", t("exported.dealt-in"), class_="badge")
    said = ReviewSentences(review.game.seating).deal_in(found)
    return tag("article", tag("p", name, badge), tag("p", said))


def _said(found: SeatMoment, *, named: bool) -> Iterator[Markup]:
    name = found.game.names[found.seat] if named else ""
    return said_of(found.moment, ReviewSentences(found.game.seating), name)


def said_of(moment: ReviewedMoment, words: ReviewSentences, name: str = "") -> Iterator[Markup]:
    """The class and the cost of a moment, behind the name of the player if it is told, and its sentences."""
    facts: list[Markup | str] = [tag("b", name), " "] if name else []
    facts.append(tag("span", class_word(moment.moment_class), class_="badge"))
    if moment.points:
        facts += [" ", tag("span", lost_points(Cost.of_one(moment)), class_="badge dear")]
    yield tag("p", facts)
    yield tag("p", words.line(moment))
    if more := words.more(moment):
        yield tag("p", " ".join(more), class_="soft")


def _anchor(found: SeatMoment) -> str:
    return f"moment{found.seat}-{found.moment.position}"


def folded_table(game: ExportedGame, moment: ReviewedMoment) -> Markup:
    """The table at a moment, folded up."""
    return tag("details", tag("summary", t("exported.table")), tag("div", _table(game, moment)))


def _table(game: ExportedGame, moment: ReviewedMoment) -> Markup:
    return drawn_table(game.timeline.at(moment.position), game.seating, moment)
