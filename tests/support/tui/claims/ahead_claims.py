"""Checks what "think ahead" says about a discard: which draw leads where, and why one is best."""

from __future__ import annotations

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story, hand_without, steps
from tests.support.ai.slow_solver.worth import SlowTenpai, SlowWorth
from tests.support.tui.claims.discard_worth import (
    NEAR,
    is_best,
    is_worth,
    model,
    names_threats,
    numbers,
    points_of,
    safer_by,
)
from tests.support.tui.claims.recording import Said, checks, kind, kinds

LEADS = ("drill.ahead.leads-free", "drill.ahead.leads-furiten")


def best_leads(slow: SlowWorth, thrown: str) -> dict[str, list[SlowTenpai]]:
    """For each draw the tenpai hands of most worth if it comes next; several if they are equal."""
    found = {}
    for drawn, hands in slow.leads(thrown).items():
        worth = {id(hand): slow.of_tenpai(hand, slow.draws - 1) for hand in hands}
        best = max(worth.values())
        found[drawn] = [hand for hand in hands if worth[id(hand)] >= best - NEAR]
    return found


def tiles(slow: SlowWorth, thrown: str) -> int:
    """Unseen tiles that make the hand tenpai."""
    return sum(4 - slow.story.seen[drawn] for drawn in slow.leads(thrown))


def furiten_tiles(slow: SlowWorth, thrown: str) -> range:
    """Unseen tiles that lead to a furiten wait: from the fewest to the most, where waits are equal."""
    leads = best_leads(slow, thrown)
    fewest, most = (
        sum(
            4 - slow.story.seen[drawn]
            for drawn, hands in leads.items()
            if some(bool(each.causes) for each in hands)
        )
        for some in (all, any)
    )
    return range(fewest, most + 1)


@checks("drill.ahead.branch", "drill.ahead.branch-free")
def _branch(claim: Said, question: Question, story: Story) -> bool:
    """All tiles that bring tenpai, those that bring furiten, the points and the worth."""
    slow, thrown = model(question, story), kind(claim.word("tile"))
    assert claim.number("total") == tiles(slow, thrown), f"it is {tiles(slow, thrown)}"
    furiten = claim.number("furiten") if "furiten" in claim.values else 0
    assert furiten in furiten_tiles(slow, thrown), f"it is {furiten_tiles(slow, thrown)}"
    told = numbers(claim.word("points"))
    hands = [hand for leads in best_leads(slow, thrown).values() for hand in leads]
    least, most = points_of(slow, hands)
    assert least <= told[0] <= told[-1] <= most, f"it is {least} to {most}"
    return is_worth(claim, slow.of_leads(thrown))


@checks("drill.ahead.further")
def _further(claim: Said, question: Question, story: Story) -> bool:
    return steps(hand_without(story.concealed, kind(claim.word("tile")))) > 1


@checks("drill.ahead.leads")
def _leads(claim: Said, question: Question, story: Story) -> bool:
    """Each draw is named once, or counted among the others."""
    said = {(lead.place, lead.place + len(lead.text), lead.word("draws")) for lead in claim.within(*LEADS)}
    # a lead of the other discard may be the end of a longer one here
    whole = [each for each in said if not any(_inside(each, other) for other in said)]
    named = [each for _, _, draws in whole for each in kinds(draws)]
    others = max((each.number("count") for each in claim.within("drill.ahead.leads-more")), default=0)
    found = model(question, story).leads(kind(claim.word("tile")))
    assert len(set(named)) == len(named), "a draw is named twice"
    return set(named) <= set(found) and len(named) + others == len(found)


def _inside(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return one != other and other[0] <= one[0] and one[1] <= other[1]


@checks("drill.ahead.leads-free", "drill.ahead.leads-furiten")
def _lead(claim: Said, question: Question, story: Story) -> bool:
    """Each of the draws leads to that wait, with so many tiles, free or furiten by those tiles."""
    head = claim.near("drill.ahead.leads")
    assert head is not None, "no discard is named"
    leads = best_leads(model(question, story), kind(head.word("tile")))
    causes = set(kinds(claim.word("causes"))) if "causes" in claim.values else set()
    draws = kinds(claim.word("draws"))
    assert claim.number("count") == len(draws), "another number of draws"
    told = kinds(claim.word("waits")), claim.number("tiles"), causes
    return all(
        told in [(list(hand.waits), hand.tiles, hand.causes) for hand in leads[draw]] for draw in draws
    )


@checks("drill.ahead.leads-more")
def _more(claim: Said, question: Question, story: Story) -> bool:
    """Counted by the sentence around it."""
    return claim.near("drill.ahead.leads") is not None


@checks(*(f"drill.ahead.why-{reason}" for reason in ("safer", "risk", "tiles", "clear", "waits")))
def _why(claim: Said, question: Question, story: Story) -> bool:
    """The discard is the best, the other one is not, and the reason tells them apart."""
    slow, best, other = model(question, story), kind(claim.word("tile")), kind(claim.word("other"))
    assert is_best(question, story, best), "it is not the best"
    assert not is_best(question, story, other), "the other one is as good"
    mine, others = tiles(slow, best), tiles(slow, other)
    risk, other_risk = furiten_tiles(slow, best), furiten_tiles(slow, other)
    less = safer_by(claim, slow, best, other)
    safer = less > slow.of_leads(best) - slow.of_leads(other) - less + NEAR
    match claim.key.rpartition("why-")[2]:
        case "safer":
            return less > max(0.0, slow.of_leads(best) - slow.of_leads(other) - less - NEAR)
        case "risk":
            told = (claim.number("count"), claim.number("fewer")) == (mine, others)
            return told and mine > others and max(risk) > min(other_risk) and not safer
        case "tiles":
            return (claim.number("count"), claim.number("fewer")) == (mine, others) and mine > others
        case "clear":
            told = (claim.number("count"), claim.number("total")) == (mine, others)
            furiten = claim.number("furiten") in risk and claim.number("more") in other_risk
            return told and furiten and claim.number("furiten") < claim.number("more")
        case "waits":
            return slow.of_leads(best) / max(mine, 1) > slow.of_leads(other) / max(others, 1) and not safer
    return False


@checks("drill.ahead.ask", "drill.ahead.ask-threat")
def _asked(claim: Said, question: Question, story: Story) -> bool:
    return steps(story.concealed) == 1 and names_threats(claim, question, story)
