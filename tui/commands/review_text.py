"""The review of a game as ``furiten review`` prints it for people: hand by hand, the moments in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ai.review.moments import GameReview, MomentClass, MomentFilter
from tui.i18n.layout import join_sentences, ljust, width
from tui.i18n.texts import t
from tui.words.names import Seating, bot_title
from tui.words.review_sentences import ReviewSentences, class_word, reviewed_hand_name, verdict_words


def as_lines(file: str, game: int | None, review: GameReview, wanted: MomentFilter) -> Iterator[str]:
    """The lines of one game and seat; ``game`` is its number in a file of several."""
    names = [name or t("review.unnamed", seat=seat) for seat, name in enumerate(review.names)]
    player = bot_title(names[review.seat])
    if game is None:
        yield t("review.head", file=file, player=player)
    else:
        yield t("review.head-game", file=file, game=game, player=player)
    sentences = ReviewSentences(Seating.at_table(names, review.seat).in_full())
    hands = [reviewed_hand_name(hand) for hand in review.hands]
    room = max(map(width, hands), default=0)
    classes = {each: class_word(each) for each in MomentClass}
    margin = max(map(width, classes.values()))
    for hand, name in zip(review.hands, hands, strict=True):
        yield f"  {ljust(name, room)}  {verdict_words(hand.verdict)}"
        for moment in hand.moments:
            if wanted.fits(moment):
                said = join_sentences((sentences.line(moment), *sentences.more(moment)))
                yield f"  {' ' * room}  {ljust(classes[moment.moment_class], margin)}  {said}"
