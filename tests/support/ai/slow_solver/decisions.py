"""Slow answers to questions about a decision: thinking ahead, letting a tile pass, safe tiles, kans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ai.drills.kinds.passing import PassingAsk, TileTiming
from ai.drills.question import Answer, Question
from engine import events as ev
from tests.support.ai.slow_solver.story import (
    HONOURS,
    KINDS,
    Ambiguous,
    Story,
    can_take,
    causes,
    completing,
    hand_without,
    one,
    others,
    steps,
    tell,
    to_fear,
)
from tests.support.ai.slow_solver.win_points import has_yaku
from tests.support.ai.slow_solver.worth import SlowTenpai, SlowWorth

# -- thinking ahead ------------------------------------------------------------------------------------


def ahead(question: Question, story: Story) -> Answer:
    """The discards that are worth most, one from tenpai, where furiten can mislead."""
    if not story.my_turn or story.riichi or story.drawn is None or steps(story.concealed) != 1:
        raise Ambiguous("not the own turn, or not one from tenpai")
    model = SlowWorth(question, story)
    kept = [kind for kind in sorted(set(story.concealed)) if steps(hand_without(story.concealed, kind)) == 1]
    right = clearly_right({kind: model.of_leads(kind) for kind in kept})
    furiten = {kind: furiten_draws(model, kind) for kind in kept}
    blind = clearly_right({kind: model.of_leads(kind, pond=False) for kind in kept}, clear=False)
    timid = min(kept, key=lambda kind: (furiten[kind], -model.of_leads(kind)))
    if not any(furiten.values()) or (blind <= right and timid in right):
        raise Ambiguous("furiten does not mislead")
    return (frozenset(right),)


def furiten_draws(model: SlowWorth, thrown: str) -> int:
    """Unseen tiles that lead to a furiten wait after the discard, were the draw the next one."""
    return sum(
        4 - model.story.seen[drawn]
        for drawn, hands in model.leads(thrown).items()
        if best_lead(model, hands).causes
    )


def best_lead(model: SlowWorth, hands: Sequence[SlowTenpai]) -> SlowTenpai:
    """The tenpai hand of most worth if it is reached by the next draw."""
    return max(hands, key=lambda hand: (model.of_tenpai(hand, model.draws - 1), -KINDS.index(hand.thrown)))


# -- the way out ---------------------------------------------------------------------------------------


def way_out(question: Question, story: Story) -> Answer:
    """The discards that are worth most of those that keep tenpai, some of which are furiten."""
    if not story.my_turn or story.riichi or story.drawn in story.waits:
        raise Ambiguous("not the own turn, or the hand is locked or won")
    model = SlowWorth(question, story)
    kinds = sorted(set(story.concealed) - set(story.forbidden))
    hands = {kind: hand for kind in kinds if (hand := model.after(kind)) is not None}
    for kind, hand in hands.items():
        if any(story.holds(wait) - (wait == kind) == 4 for wait in hand.waits):
            raise Ambiguous("a wait of which the seat holds all four")
        if not all(
            model.points(hand.hand, wait, tsumo=tsumo) for wait in hand.waits for tsumo in (True, False)
        ):
            raise Ambiguous(f"{kind} leaves a wait that wins nothing")
    free = [kind for kind, hand in hands.items() if not hand.causes and hand.tiles]
    if len(free) < 2 or len(free) == len(hands):
        raise Ambiguous(f"no choice: {free} of {sorted(hands)}")
    back = [kind for kind in kinds if kind not in hands and steps(hand_without(story.concealed, kind)) == 1]
    worths = {kind: model.of_tenpai(hand) for kind, hand in hands.items()}
    right = clearly_right(worths | {kind: model.of_leads(kind) for kind in back})
    blind = clearly_right(
        {kind: model.of_tenpai(hand, pond=False) for kind, hand in hands.items()}, clear=False
    )
    if not any(hands[kind].causes for kind in blind):
        raise Ambiguous("furiten does not matter")
    if not right <= set(hands):
        raise Ambiguous(f"{right} breaks tenpai")
    return (frozenset(right),)


def clearly_right(worths: Mapping[str, float], *, clear: bool = True) -> set[str]:
    """The best and those within five percent; all others are behind by nine at least, if ``clear``."""
    best = max(worths.values())
    right = {kind for kind, worth in worths.items() if worth * 100 >= best * 95 - SLACK}
    near = {kind for kind, worth in worths.items() if worth * 100 > best * 91 + SLACK} - right
    if clear and (near or best < 299):
        raise Ambiguous(f"worth {[(kind, round(float(worth))) for kind, worth in worths.items()]}")
    return right


SLACK = 300
"""Hundredths of points by which the worths of the project may be rounded."""


# -- letting a tile pass -------------------------------------------------------------------------------


def passing(question: Question, story: Story) -> Answer:
    """What it brings, and whether the hand wins on the next tile."""
    ask = question.ask
    tile = story.drawn if story.my_turn else story.offered
    if tile is None or tile != name_of(ask.tile) or not story.waits:
        raise Ambiguous("nothing passes, or the hand is noten")
    if any(story.holds(kind) == 4 for kind in story.waits):
        raise Ambiguous("a wait of which the seat holds all four")
    already = bool(causes(story))
    temporary = any(kind == "temporary" for kind, _, _ in causes(story))
    if already and (tile not in story.waits or (story.my_turn and temporary)):
        raise Ambiguous("nothing new, or something that comes on top")
    if story.my_turn and story.riichi and not already and tile in story.waits:
        raise Ambiguous("thrown in riichi it brings two kinds of furiten")
    then = tell(question.rules, question.seat, [*question.events, *sequel(question, story, ask)])
    return one(_brought(story, tile, already=already), _wins(then, ask))


def _brought(story: Story, tile: str, *, already: bool) -> str:
    if tile not in story.waits:
        return "nothing"
    if already:
        return "already"
    if story.riichi:
        return "riichi"
    return "discard" if story.my_turn else "temporary"


def _wins(then: Story, ask: PassingAsk) -> str:
    """Whether the hand wins on the next tile; one that is discarded must be a wait that is worth a win."""
    tile = name_of(ask.then.tile)
    drawn = ask.then.when is TileTiming.DRAWN
    hand = hand_without(then.concealed, tile) if drawn else then.concealed
    if tile != (then.drawn if drawn else then.offered) or then.seen[tile] > 4:
        raise Ambiguous("the next tile cannot come")
    if drawn:
        by_draw = tile in then.waits and has_yaku(
            then, hand, tile, riichi=then.riichi, now=False, tsumo=True, last=then.live == 0
        )
        return "yes" if by_draw else "no"
    if tile not in then.waits:
        raise Ambiguous("the next tile is no wait")
    if not has_yaku(then, hand, tile, riichi=then.riichi, now=False):
        raise Ambiguous("the next tile is worth no win, furiten or not")
    return "no" if causes(then) else "yes"


def sequel(question: Question, story: Story, ask: PassingAsk) -> Iterator[ev.Event]:
    """What happens up to the next tile; what others draw does not matter, and what is thrown is no wait."""
    seat = question.seat
    idle = next(kind for kind in HONOURS + KINDS if kind not in story.waits and story.seen[kind] < 4)
    turn, again = _turn(question)
    if story.my_turn:
        yield ev.Dahai(seat, story.drawn or "", True)
    drawer = turn if again else (turn + 1) % 4
    if ask.then.when is TileTiming.NEXT:
        if drawer == seat or story.my_turn:
            raise Ambiguous("the seat itself is next")
    else:
        while drawer != seat and not (story.my_turn and ask.then.when is TileTiming.AFTER_DISCARD):
            yield from _draw_and_throw(drawer, idle, seat)
            drawer = (drawer + 1) % 4
        if ask.then.when is TileTiming.AFTER_DISCARD and not story.my_turn:
            yield from _draw_and_throw(seat, idle, seat)
            drawer = (seat + 1) % 4
    if drawer != ask.then.seat:
        raise Ambiguous("it is another player's turn")
    yield from _draw_and_throw(drawer, name_of(ask.then.tile), seat)[: 1 if drawer == seat else 2]


def _turn(question: Question) -> tuple[int, bool]:
    """Who did something last, and whether the same player goes on, with a replacement tile."""
    last = next(event for event in reversed(question.events) if hasattr(event, "actor"))
    return last.actor, isinstance(last, ev.Kakan)


def _draw_and_throw(drawer: int, kind: str, seat: int) -> list[ev.Event]:
    return [ev.Tsumo(drawer, kind if drawer == seat else "?"), ev.Dahai(drawer, kind, True)]


def name_of(tile: int) -> str:
    """A tile of the project as a kind by name."""
    return KINDS[tile] if tile < len(KINDS) else f"5{'mps'[tile - len(KINDS)]}"


# -- safe tiles ----------------------------------------------------------------------------------------


def safe(question: Question, story: Story) -> Answer:
    """The one kind in the hand that cannot lose, and why, against each player who is to be feared."""
    ask = question.ask
    table = others(question)
    seats = [(question.seat + step) % 4 for step in (1, 2, 3)]
    feared = [seat for seat in seats if to_fear(table[seat], story)]
    if not story.my_turn or story.riichi or tuple(feared) != ask.against or len(feared) > 2:
        raise Ambiguous("not a choice of what to throw, or other players are to be feared")
    if any(len(table[seat].melds) > 3 for seat in feared):
        raise Ambiguous("a hand that can only wait for a single tile")
    offered = {option.id for option in question.parts[0].options}
    kinds = sorted(set(story.concealed) & offered)
    found = [
        kind for kind in kinds if not any(can_take(table[o], story, kind, table[o].safe) for o in feared)
    ]
    if not found:
        return frozenset({"none"}), *(frozenset[str]() for _ in feared)
    if len(found) > 1:
        raise Ambiguous(f"several: {found}")
    asked = feared if len(question.parts) > 1 else ()
    return frozenset({found[0]}), *(_whys(question, story, found[0], seat) for seat in asked)


def _whys(question: Question, story: Story, kind: str, seat: int) -> frozenset[str]:
    """Every true reason; only one of them may be a proof of its own."""
    other = others(question)[seat]
    reasons = {"own-discard"} if kind in other.thrown else set()
    if kind in other.passed:
        reasons.add("passed-after-riichi" if other.riichi else "passed-this-turn")
    if not can_take(other, story, kind, other.safe - {kind}):
        reasons.add("all-seen" if kind in HONOURS else "no-wait")
    if len(reasons) != 1:
        raise Ambiguous(f"{kind} cannot lose for {reasons}")
    if kind in other.lately:
        reasons.add("passed-this-turn")
    if reasons & {"all-seen", "no-wait"}:
        reasons |= {"all-seen", "no-wait"}
    return frozenset(reasons)


# -- kans ----------------------------------------------------------------------------------------------


def kan(question: Question, story: Story) -> Answer:
    """Legal, or the one reason why not; and the waits that are lost, or that can be read otherwise."""
    ask = question.ask
    kind, drawn = name_of(ask.kind), story.drawn
    if not story.accepted or drawn is None or drawn in story.waits or story.concealed.count(kind) != 4:
        raise Ambiguous("not in riichi, or not four tiles to choose about")
    strict = story.rules.closed_kan_after_riichi == "strict"
    before = completing(hand_without(story.concealed, drawn))
    rest = [tile for tile in story.concealed if tile != kind]
    lost = set(before) - {wait for wait in completing(rest) if wait != kind}
    otherwise = {
        wait
        for wait in before
        for groups in ways_to_read([*hand_without(story.concealed, drawn), wait])
        if [kind] * 3 not in groups
    }
    reasons = {"kan-changes-waits"} if lost else set()
    if strict and otherwise and not lost:
        reasons.add("kan-changes-reading")
    if drawn != kind:
        reasons.add("not-the-drawn-tile")
    if not story.live:
        reasons.add("last-tile")
    if sum(isinstance(event, ev.Ankan | ev.Kakan | ev.Daiminkan) for event in question.events) == 4:
        reasons.add("four-kans")
    if len(reasons) > 1:
        raise Ambiguous(f"several reasons: {reasons}")
    answer = frozenset(reasons or {"legal"})
    if len(before) == 1:
        return (answer,)
    which = {"kan-changes-waits": frozenset(lost), "kan-changes-reading": frozenset(otherwise)}
    offered = {option.id for option in question.parts[0].options}
    if not answer <= offered:
        raise Ambiguous(f"{answer} is not offered")
    return (
        answer,
        *(which[why] if why in answer else frozenset[str]() for why in which if why in offered),
    )


def ways_to_read(tiles: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every way to read a complete hand, as its groups; seven pairs have none."""
    held = sorted(tiles)
    for pair in sorted(set(held)):
        if held.count(pair) >= 2:
            yield from _groups(hand_without(hand_without(held, pair), pair))
    if len({*held}) == 7 and all(held.count(kind) == 2 for kind in held):
        yield []


def _groups(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Every way to make groups of the tiles and nothing else."""
    if not tiles:
        yield []
        return
    lowest = KINDS.index(min(tiles, key=KINDS.index))
    runs = [KINDS[lowest : lowest + 3]] if lowest < 27 and lowest % 9 < 7 else []
    for group in ([KINDS[lowest]] * 3, *runs):
        if all(tiles.count(kind) >= group.count(kind) for kind in group):
            rest = list(tiles)
            for kind in group:
                rest.remove(kind)
            yield from ([group, *more] for more in _groups(rest))
