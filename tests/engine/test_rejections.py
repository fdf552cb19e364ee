"""Whatever must be refused: it is no option, forcing it is an error that says why, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.actions import PASS, Action, ActionKind, IllegalAction, Refusal, Why
from engine.furiten import FuritenKind, Passed
from engine.match import Match
from engine.rules import EMA, PRESETS, WRC, WRC_2015, Offence
from engine.tiles import parse_tile, parse_tiles
from tests.support.engine.deals import PINFU, WINDS, E, N, Play, S, deal, in_words

RULES = PRESETS | {
    # hands die here, and what a dead hand does is refused
    "dead-hands": replace(WRC_2015, errors="penalised", chombo_for=()),
    "closed-tanyao": replace(WRC, open_tanyao=False),
    "two-han": replace(WRC, two_han_minimum_from=5),
    "table": replace(EMA, errors="penalised"),
}


class Row(NamedTuple):
    """``action`` as it prints itself, and ``drawn`` behind a discard of the drawn tile.

    ``form``: this kind of action is possible, but not with these tiles.
    """

    seat: int
    action: str
    why: Why
    form: bool
    words: str

    def position(self) -> Play:
        return in_words(self.words, named=RULES)


TOLD = """
-- furiten, each cause of each kind
own discard -> E ron 2p: furiten
    E 2p34567p234m234s5s, N 22p147m147s23467z, draws 5s2p / 2p; 2p
another wait than the own discard -> E ron 5p: furiten
    E 2p34567p234m234s5s, N 55p147m147s23467z, draws 5s5p / 2p; 5p
a third wait -> E ron 8p: furiten
    E 2p34567p234m234s5s, N 88p147m147s23467z, draws 5s8p / 2p; 8p
own discard of a red five -> E ron 2p: furiten
    E 0p34567p234m234s5s, N 22p147m147s23467z, draws 5s2p, rules tenhou / 0p; 2p
own discard that was called away -> E ron 5p: furiten
    E 2p34567p234m234s5s, W 22p147m147s12345z, N 55p369m369s12345z, draws 5s9m9m5p / 2p; W: pon; 1z;
    drawn 2; 5p
own discard that would have had no yaku -> E ron 6s: furiten
    -- East has discarded 3s, which would have had no yaku.
    E 3s23m456p789p45s99m, W 66s147m147p12345z, N 1m258m258p258s234z, draws 1z9s9p9p6s / 3s; drawn 2; 1m;
    E: chi 23m; 1z; 6s
a win let go in this go-around -> E ron 8p: furiten
    E 34567p234m234s55s, N 88p147m147s23467z, draws 9m5p8p / 9m; 5p; 8p
a win let go, and others called since -> E ron 8p: furiten
    -- East lets 5p go, North calls pon of another tile and discards 8p.
    E 34567p234m234s55s, S 88p147m147s23467z, N 11z8p58m369s23456z, draws 9m5p1z / 9m; 5p; 1z; N: pon; 8p
a win let go for want of a yaku -> E ron 3s: furiten
    -- The 6s that East could not win on has passed; West discards 3s.
    E 23m456p789p45s99m1z, W 66s147m147p12345z, N 1m258m258p33s1234z, draws 9s8s8p9p6s3s / 9s; drawn 2;
    1m; E: chi 23m; 1z; 6s; 3s
a kan not robbed -> E ron 4p: furiten
    E 23p234m345678s55s, W 11p258m369s12345z, N 44p147m147s23467z, draws 9m1p9m9p9s1p, replacements 4p /
    9m; 1p; W: pon; 1z; drawn; 9p; drawn; added-kan 1p; passes; 4p
a kan not robbed in riichi -> E ron 4p: furiten
    E 23p234m345678s55s, W 11p258m369s12345z, N 44p147m147s23467z, draws 9m1p9m9p9s1p, replacements 4p /
    9m; 1p; W: pon; 1z; drawn; riichi 9p; drawn; added-kan 1p; passes; 4p
a win let go in riichi -> E ron 8p: furiten
    E 34567p234m234s55s, N 88p147m147s23467z, draws 9m5p9m9m1z8p / riichi 9m; 5p; drawn 3; 8p
an own draw let go in riichi -> E ron 5p: furiten
    E 34567p234m234s55s, N 55p147m147s23467z, draws 9m9p9p9s8p5p / riichi 9m; drawn 3; 8p; 5p
riichi in furiten -> E ron 5p: furiten
    E 2p34567p234m234s5s, N 55p147m147s23467z, draws 5s9m9m9m1z5p / 2p; drawn 3; riichi 1z; 5p
-- wins without what a win needs
ron without a yaku -> E ron 6s: no-yaku
    E 23m456p789p45s99m1z, W 66s147m147p12345z, N 1m258m258p33s1234z, draws 9s8s8p9p6s / 9s; drawn 2; 1m;
    E: chi 23m; 1z; 6s
ron with dora alone -> E ron 6s: no-yaku
    E 23m456p789p45s99m1z, W 66s147m147p12345z, N 1m258m258p33s1234z, draws 9s8s8p9p6s, indicators 5s /
    9s; drawn 2; 1m; E: chi 23m; 1z; 6s
open tanyao where it is not allowed -> E ron 6s: no-yaku
    -- East has called chi of 4m; only tanyao would be left.
    E 23m456p678p45s88m1z, W 66s147m147p12345z, N 4m258m258p33s1234z, draws 9s9s9p9p6s,
    rules closed-tanyao / 9s; drawn 2; 4m; E: chi 23m; 1z; 6s
one han where two are needed -> E ron 1p: two-han-minimum
    E 23p234m567m345s99s, N 11p147m147s23467z, draws 9m1p, indicators 9p, honba 5, rules two-han / drawn; 1p
ron on a tile not waited for -> S ron 9m: not-complete
    S 23p234m345678s55s, W 99m147m147s23467z, draws 9m / 9m
ron on the own discard -> E ron 5p: no-claim
    E 34567p234m234s55s, N 55p147m147s23467z, draws 5p / 5p
ron after all have passed -> E ron 5p: no-claim
    E 34567p234m234s55s, draws 9m5p / 9m; 5p; passes
ron with another tile than the one offered -> W ron 8p: no-tiles-for-it (with others)
    W 34567p234m234s55s, draws 5p / 5p
ron by other hands on a closed kan -> N ron 1p: no-claim
    E 119m9p19s1234567z, S 111p258m258p258s2z, N 234m567m345s99m23p, draws 5p1p, rules wrc2015 / 5p;
    closed-kan 1p
thirteen orphans on a closed kan where it is not allowed -> E ron 1p: no-claim
    E 119m9p19s1234567z, S 111p258m258p258s2z, N 234m567m345s99m23p, draws 5p1p / 5p; closed-kan 1p
tsumo of an incomplete hand -> E tsumo 9m: not-complete
    E 34567p234m234s55s, draws 9m
tsumo without a yaku -> E tsumo 6s: no-yaku
    E 23m456p789p45s99m1z, W 66s147m147p12345z, N 1m258m258p33s1234z, draws 9s8s8p9p8s7s1p6s / 9s;
    drawn 2; 1m; E: chi 23m; 1z; drawn 3
tsumo with another tile than the one drawn -> E tsumo 8p: no-tiles-for-it (with others)
    E 34567p234m234s55s, draws 5p
tsumo out of turn -> S tsumo 5p: not-your-turn
    S 34567p234m234s55s, draws 5p
tsumo after a call -> W tsumo 5m: no-draw
    W 555m1111z147p147s, draws 5m / 5m; W: pon
-- discards
discard out of turn -> S discard 2m: not-your-turn
    S 258m258p258s5671z, draws 9s
discard twice -> E discard 2m: not-your-turn
    E 258m258p258s5671z, draws 9s9m / 9s
discard of a tile not held -> E discard 9m: not-in-hand
    E 258m258p258s5671z, draws 9s
discard of the drawn tile as one of the hand -> E discard 9s: not-in-hand (with others)
    E 258m258p258s5671z, draws 9s
discard of a tile of the hand as the drawn one -> E discard 2m drawn: not-the-drawn-tile (with others)
    E 258m258p258s5671z, draws 9s
kuikae: the tile called by chi -> S discard 1p: kuikae
    S 1234p258m258s123z, draws 1p / 1p; S: chi 23p
kuikae: the other end -> S discard 4p: kuikae
    S 1234p258m258s123z, draws 1p / 1p; S: chi 23p
kuikae: the other end below -> S discard 6s: kuikae
    S 6789s258m258p123z, draws 9s / 9s; S: chi 78s
kuikae: the middle tile -> S discard 2p: kuikae
    S 1234p258m258s123z, draws 2p / 2p; S: chi 13p
kuikae: the tile called by pon -> W discard 5m: kuikae
    W 555m147p147s1234z, draws 5m / 5m; W: pon
kuikae: the red five after a plain one -> S discard 0m: kuikae
    S 0567m258p258s123z, draws 5m, rules tenhou / 5m; S: chi 67m
kuikae: the plain five after a red one -> S discard 5m: kuikae
    S 5567m258p258s123z, draws 0m, rules tenhou / 0m; S: chi 67m
kuikae: a red five at the other end -> S discard 0m: kuikae
    S 0344m258p258s123z, draws 2m, rules tenhou / 2m; S: chi 34m
kuikae: the red five after pon of plain ones -> W discard 0m: kuikae
    W 055m258p258s1234z, draws 5m, rules tenhou / 5m; W: pon 55m
in riichi, a tile of the hand -> E discard 2m: locked-by-riichi
    E 34567p234m234s55s, draws 1z5z6z7z9m / riichi 1z; drawn 3
in riichi, the drawn tile's copy in the hand -> E discard 5s: locked-by-riichi (with others)
    E 34567p234m234s55s, draws 1z5z6z7z5s / riichi 1z; drawn 3
-- riichi
riichi when noten -> E riichi 9s drawn: not-tenpai
    E 258m258p258s5671z, draws 9s
riichi with a discard that breaks tenpai -> E riichi 2m: not-tenpai
    E 34567p234m234s55s, draws 1z
riichi waiting for the fifth copy of a tile -> E riichi 1z drawn: not-tenpai
    E 123456789m9999p, draws 1z
riichi with an open hand -> E riichi 8m drawn: hand-open
    -- East has called chi, and draws 8m a go-around later.
    E 23m456p789p45s99m1z, W 66s147m147p12345z, N 1m258m258p33s1234z, draws 9s8s8p9p9s9s1p8m / 9s;
    drawn 2; 1m; E: chi 23m; 1z; drawn 3; passes
riichi with an open hand where errors are penalised, but this one is not -> E riichi 8m drawn: hand-open
    E 23m456p789p45s99m1z, W 66s147m147p12345z, N 1m258m258p33s1234z, draws 9s8s8p9p9s9s1p8m,
    rules dead-hands / 9s; drawn 2; 1m; E: chi 23m; 1z; drawn 3; passes
riichi twice -> E riichi 9m drawn: already-riichi
    E 34567p234m234s55s, draws 1z5z6z7z9m / riichi 1z; drawn 3
riichi out of turn -> S riichi 1z: not-your-turn
    S 34567p234m234s55s, draws 1z
riichi with a tile not held -> E riichi 9m: not-in-hand
    E 34567p234m234s55s, draws 1z
riichi with 900 points under tenhou -> E riichi 1z drawn: too-few-points
    E 34567p234m234s55s, draws 1z, points 900, rules tenhou
riichi with 3 tiles left under wrc2015 -> W riichi 1z drawn: wall-too-short
    W 34567p234m234s55s, last 9m9p9s2z, rules wrc2015 / live 3
riichi with 0 tiles left under ema2025 -> S riichi 1z drawn: wall-too-short
    S 34567p234m234s55s, last 2z, rules ema2025 / live 0
-- calls
chi from across -> W chi 5m with 34m: not-from-left
    S 55m147m147s23467z, W 34m258p258s12345z, draws 5m / 5m
chi from the right -> N chi 5m with 34m: not-from-left
    S 55m147m147s23467z, N 34m258p258s12345z, draws 5m / 5m
chi of the own discard -> E chi 5m with 46m: no-claim
    E 46m258p258s12345z, S 55m147m147s23467z, draws 5m / 5m
chi without the tiles -> S chi 5m with 34m: no-tiles-for-it
    W 55m147m147s23467z, draws 5m / 5m
chi with tiles not held -> S chi 5m with 67m: no-tiles-for-it (with others)
    S 34m258p258s12345z, draws 5m / 5m
chi of another tile than the one offered -> S chi 2m with 34m: no-tiles-for-it (with others)
    S 34m258p258s12345z, draws 5m / 5m
chi of honours -> S chi 1z with 23z: no-tiles-for-it
    S 23z258m258p2589s4z, W 11z258m369p34567z, draws 1z / 1z
chi over the edge of a suit -> S chi 1p with 89m: no-tiles-for-it
    S 89m258p258s12345z, W 11p258s147s23467z, draws 1p / 1p
chi of a tile that is added to a pon -> S chi 1p with 23p: no-claim
    -- West adds 1p to a pon: South can rob it, and has 23p for a chi of it.
    S 23p234m567m345s99s, W 11p258m369s12345z, draws 1p9p8p7p1p / 1p; W: pon; 1z; drawn 3; added-kan 1p
pon with one tile -> W pon 5m with 5m: no-tiles-for-it
    S 34m258p258s12345z, W 5m147p258s123456z, draws 5m / 5m
pon with a red five not held -> N pon 5m with 50m: no-tiles-for-it (with others)
    N 55m258p258s12345z, draws 5m, rules tenhou / 5m
pon of the own discard -> E pon 5m with 55m: no-claim
    E 55m258p258s12345z, S 34m147p147s12345z, draws 5m / 5m
pon when nothing is offered -> S pon 5m with 55m: no-claim
    S 55m147m147s23467z, draws 5m
open kan with two tiles -> W open-kan 5m with 55m: no-tiles-for-it
    W 55m147m147s23467z, draws 5m / 5m
a call that leaves no legal discard -> S chi 4p with 56p: no-legal-discard
    -- South has called three times and holds 4567p: chi of 4p with 56p would leave 4p and 7p.
    S 22m33m44m4567p156z, N 44p147m147s12346z, draws 2m3m4m9m9p4p / 2m; S: pon; 1z; 3m; S: pon; 5z; 4m;
    S: pon; 6z; drawn 2; 4p
chi in riichi -> E chi 1m with 23m: locked-by-riichi
    E 34567p234m234s55s, S 11m258p147s23467z, draws 9p9m9s1m / riichi 9p; drawn 3
pon in riichi -> E pon 5s with 55s: locked-by-riichi
    E 34567p234m234s55s, W 46s147m147p12345z, draws 9p5s / riichi 9p; 5s
open kan in riichi -> E open-kan 2m with 222m: locked-by-riichi
    E 222m34567p22s345s, W 13m258p258s12345z, draws 9p2m / riichi 9p; 2m
chi of the last discard -> W chi 5m with 46m: last-tile
    E 555m147p147s1234z, W 46m234p234s678s11p, last 5m / live 0; 5m
pon of the last discard -> E pon 5m with 55m: last-tile
    E 555m147p147s1234z, W 46m234p234s678s11p, last 5m / live 0; 5m
open kan of the last discard -> E open-kan 5m with 555m: last-tile
    E 555m147p147s1234z, W 46m234p234s678s11p, last 5m / live 0; 5m
pon after four kans of several players -> N pon 9m with 99m: four-kans-draw
    -- East makes three kans, South the fourth, and discards 9m, which West can win on.
    E 111z222z333z44m67p, S 666s258p14m14p567z, W 345m345s345p78m99s, N 99m147p147s4567z1s, draws 1z6s,
    replacements 2z3z9p9m, rules tenhou / closed-kan 1z; closed-kan 2z; closed-kan 3z; 9p; closed-kan 6s;
    9m
pass on the own turn -> E pass: no-claim
    E 258m258p258s5671z, draws 9s
pass of a seat that is not asked -> N pass: no-claim
    S 34m258p258s12345z, draws 5m / 5m
-- kans
fifth kan, closed -> S closed-kan 6s with 6666s: four-kans
    -- South has four of 6s after East's four kans.
    E 111z222z333z444m1p, S 666s258p179m4567z, draws 1z6s, replacements 2z3z4m9p / closed-kan 1z;
    closed-kan 2z; closed-kan 3z; closed-kan 4m; 9p
fifth kan, added -> S added-kan 6s with 666s: four-kans
    -- South has a pon of 6s, and draws the fourth after East's four kans.
    E 111z222z333z444m1p, S 66s258p179m45677z, draws 6s8s9s1z6s, replacements 2z3z4m9p / 6s; S: pon; 4z;
    drawn 2; closed-kan 1z; closed-kan 2z; closed-kan 3z; closed-kan 4m; 9p
fifth kan, open -> W open-kan 9p with 999p: four-kans
    -- West has three of the 9p that East discards after four kans, and may call pon.
    E 111z222z333z444m1p, W 999p258m147s5677z, draws 1z, replacements 2z3z4m9p / closed-kan 1z;
    closed-kan 2z; closed-kan 3z; closed-kan 4m; 9p
fifth kan, in riichi -> S closed-kan 6s with 6666s: four-kans
    -- South in riichi draws the fourth 6s after East's four kans.
    E 111z222z333z444m1p, S 34567p234s55m666s, draws 9m9p9s8s1z6s, replacements 2z3z4m9m / 9m; riichi 9p;
    drawn 2; closed-kan 1z; closed-kan 2z; closed-kan 3z; closed-kan 4m; 9m
closed kan with the last tile drawn -> S closed-kan 1z with 1111z: last-tile
    S 1111z258m258p258s, last 5z / live 0
added kan of the last tile -> S added-kan 6s with 666s: last-tile
    -- The last tile is the fourth of South's pon of 6s.
    S 66s77m258p123456z, draws 6s7m, last 6s / 6s; S: pon; 1z; 7m; S: pon; 2z; live 0
closed kan of three -> E closed-kan 1z with 111z: no-tiles-for-it
    E 111z258m258p2589s, draws 9m
closed kan of four, three named -> E closed-kan 1z with 111z: no-tiles-for-it (with others)
    E 1111z258m258p258s, draws 9m
closed kan out of turn -> S closed-kan 1z with 1111z: not-your-turn
    S 1111z258m258p258s, draws 9m
closed kan after a call -> W closed-kan 1z with 1111z: no-draw
    W 555m1111z147p147s, draws 5m / 5m; W: pon
added kan without a pon -> E added-kan 9s with 999s: no-tiles-for-it
    E 258m258p258s5671z, draws 9s
added kan in the turn of the pon -> W added-kan 5m with 555m: no-draw
    W 555m1111z147p147s, draws 5m / 5m; W: pon
kan after riichi that changes the waits -> E closed-kan 2p with 2222p: kan-changes-waits
    E 234m2223p234789s, draws 1z5z6z7z2p / riichi 1z; drawn 3
kan after riichi that changes the reading -> E closed-kan 6m with 6666m: kan-changes-reading
    E 6668999m456p111s, draws 1z5z6z7z6m / riichi 1z; drawn 3
kan after riichi without the drawn tile -> E closed-kan 3s with 3333s: not-the-drawn-tile
    E 3367m234p333345s, draws 1z5z6z7z6s / riichi 1z; drawn 3
-- draws
nine terminals with eight -> E nine-terminals: not-nine-kinds
    E 19m19p19s12z24678m, draws 2z, rules tenhou
nine terminals in the second turn -> E nine-terminals: not-first-turn
    E 19m19p19s123z2467m, draws 5m9m9p9s8s, rules tenhou / drawn 4
nine terminals after a call -> W nine-terminals: not-first-turn
    S 11z258m258p2589s2z, W 19m19p19s34567z24m, draws 1z, rules tenhou / 1z; S: pon; 2s
nine terminals out of turn -> S nine-terminals: not-your-turn
    S 19m19p19s123z2467m, draws 5m, rules tenhou
nine terminals where there is no such draw -> E nine-terminals: not-in-rules
    E 19m19p19s123z2467m, draws 5m
-- what only a real table knows
tenpai declared by a player who cannot err -> E tenpai: not-in-rules
    E 34567p234m234s55s, draws 9m
a win taken back by a player who cannot err -> E withdrawn-win 9m: not-in-rules
    E 34567p234m234s55s, draws 9m
tenpai declared before the wall is empty -> E tenpai: wall-not-empty
    E 34567p234m234s55s, draws 9m, rules dead-hands
a challenge before a win is called -> E challenge: no-win-called
    E 34567p234m234s55s, draws 9m
a value said before a win is called -> E count: no-win-called
    E 34567p234m234s55s, draws 9m
noten declared out of turn -> S noten: not-your-turn
    E 123m456m789m222p5s, ura 555s, rules table / live 0; drawn; passes
a dead hand wins by tsumo -> E tsumo 5p: dead-hand
    E 34567p234m234s55s, draws 5p, rules dead-hands / E: dead
a dead hand wins by ron -> E ron 5p: dead-hand
    E 34567p234m234s55s, draws 9m5p, rules dead-hands / E: dead; 9m; 5p
a dead hand declares riichi -> E riichi 9m drawn: dead-hand
    E 34567p234m234s55s, draws 9m, rules dead-hands / E: dead
a dead hand declares a kan -> E closed-kan 1z with 1111z: dead-hand
    E 1111z258m258p258s, draws 9m, rules dead-hands / E: dead
a dead hand calls -> E pon 5p with 55p: dead-hand
    E 55p147m258s12345z, draws 9m5p, rules dead-hands / E: dead; 9m; 5p
"""
"""Who may not do what and why, and under it the position (see ``deals.in_words``)."""


def _read(told: str) -> dict[str, Row]:
    without_remarks = re.sub(r"^ *-- .*\n", "", told, flags=re.MULTILINE)
    rows = re.findall(
        r"^(\S.*) -> (.) (.*): (\S+)( \(with others\))?\n((?: .*\n)+)", without_remarks, re.MULTILINE
    )
    return {
        name: Row(WINDS.index(seat), action, Why(why), bool(form), " ".join(words.split()))
        for name, seat, action, why, form, words in rows
    }


ROWS = _read(TOLD)


def the_action(text: str) -> Action:
    """The action of a row."""
    kind, tile, rest = [*text.split(" ", 2), "", ""][:3]
    own = rest.removeprefix("with ") if rest.startswith("with") else ""
    found = Action(ActionKind(kind), parse_tile(tile) if tile else None, parse_tiles(own), rest == "drawn")
    assert str(found) == text.removesuffix(" drawn")
    return found


def refused(play: Play, choices: dict[int, Action]) -> IllegalAction:
    """The error that these choices are; whatever any seat sees stays what it was, and the game goes on."""
    game = play.game
    before = play.everything()
    with pytest.raises(IllegalAction) as caught:
        game.step(choices)
    assert play.everything() == before
    if game.outcome is None:
        play.step({seat: game.options(seat).actions[-1] for seat in game.acting})
        assert len(game.events) > len(before[0])
    return caught.value


@pytest.mark.claim("W-01", "W-04", "R-09")
@pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
def test_it_is_no_option_it_is_an_error_and_nothing_changes(row: Row) -> None:
    play = row.position()
    game = play.game
    action = the_action(row.action)
    menu = game.options(row.seat)
    assert game.outcome is None
    assert action not in menu.actions
    if row.form:
        assert menu.of(action.kind)
    else:
        assert action.tile not in {each.tile for each in menu.of(action.kind)}
        refusal = menu.why_not(action.kind, action.tile)
        assert refusal.why is row.why
    others = {seat: game.options(seat).actions[-1] for seat in game.acting}
    error = refused(play, others | {row.seat: action})
    assert error.refusal.why is row.why
    assert str(error) == f"seat {row.seat} may not {action} now: {row.why.value}"


def test_every_reason_has_a_row() -> None:
    assert {row.why for row in ROWS.values()} == set(Why)


def test_every_way_into_furiten_has_a_row() -> None:
    rows = [row for row in ROWS.values() if row.why is Why.FURITEN]
    causes = {(cause.kind, cause.passed) for row in rows for cause in row.position().furiten(row.seat)}
    assert causes == {
        (FuritenKind.DISCARD, None),
        (FuritenKind.TEMPORARY, Passed.DISCARD),
        (FuritenKind.TEMPORARY, Passed.KAN),
        (FuritenKind.RIICHI, Passed.DISCARD),
        (FuritenKind.RIICHI, Passed.KAN),
        (FuritenKind.RIICHI, Passed.DRAW),
    }


# -- who chooses -----------------------------------------------------------------------------------------


def two_may_claim() -> Play:
    """East discards 5m; South may call chi and North pon."""
    return in_words("S 34m258p258s12345z, N 55m147m147s23467z, draws 5m / 5m")


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({}, "seat 1 has not chosen"),
        ({S: PASS}, "seat 3 has not chosen"),
        ({S: PASS, N: PASS, E: PASS}, "seat 0 may not pass now: no-claim"),
        ({S: PASS, N: PASS, 4: PASS}, "there is no seat 4"),
        ({S: PASS, N: PASS, -1: PASS}, "there is no seat -1"),
    ],
)
def test_each_seat_that_is_asked_chooses_and_no_other(choices: dict[int, Action], says: str) -> None:
    assert str(refused(two_may_claim(), choices)) == says


def test_what_was_chosen_before_is_stale() -> None:
    play = two_may_claim()
    chosen = {seat: play.game.options(seat).actions[0] for seat in play.game.acting}
    play.step(chosen)
    assert play.marks()[-1] == "Pon"
    assert str(refused(play, chosen)) == "seat 1 may not chi 5m with 34m now: no-claim"


def test_a_hand_that_is_over_goes_no_further() -> None:
    play = deal(PINFU, draws="1p").tsumo()
    assert str(refused(play, {})) == "the hand is over"
    error = refused(play, {E: Action(ActionKind.TSUMO, parse_tile("1p"))})
    assert error.refusal == Refusal(Why.NOT_YOUR_TURN)


def test_the_next_hand_is_not_dealt_before_this_one_is_over() -> None:
    match = Match(WRC, 1)
    before = list(match.events)
    with pytest.raises(ValueError, match="the hand is not over"):
        match.proceed()
    assert match.events == before


# -- the referee -----------------------------------------------------------------------------------------

NO_PENALTY = "nothing that a referee penalises here"
TABLE = replace(EMA, errors="penalised")


@pytest.mark.parametrize(
    ("position", "seat", "offence", "says"),
    [
        (lambda: deal(draws="9m"), E, Offence.UNPLAYABLE, NO_PENALTY),
        (lambda: deal(draws="9m", rules=TABLE), E, Offence.FALSE_WIN, NO_PENALTY),
        (lambda: deal(draws="9m", rules=TABLE), E, Offence.TILES_SHOWN, NO_PENALTY),
        (lambda: deal(draws="9m", rules=TABLE), 4, Offence.UNPLAYABLE, "there is no seat 4"),
        (lambda: deal(PINFU, draws="1p", rules=TABLE).tsumo(), E, Offence.UNPLAYABLE, "the hand is over"),
    ],
    ids=["nobody can err", "no referee's affair", "no penalty", "no such seat", "over"],
)
def test_no_such_ruling(position: Callable[[], Play], seat: int, offence: Offence, says: str) -> None:
    play = position()
    before = play.everything()
    with pytest.raises(IllegalAction, match=says):
        play.game.foul(seat, offence)
    assert play.everything() == before
