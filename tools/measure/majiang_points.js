'use strict';
/*
 * What a win by draw pays in the eyes of majiang-ai, for majiang_fast.js: riichi counts where the hand is closed,
 * and no other luck does. `majiang_points_check.js` compares the payments with those of @kobalab/majiang-core.
 */

const { HONOURS, Kept, RANKS, STEPS, SUITS, countsOf, held } = require('./majiang_shanten.js');

/** Melds are numbers: the suit, the sort and the lowest rank. */
const RUN = 0;
const TRIPLET = 1;
const OPEN_TRIPLET = 2;
const KAN = 3;
const OPEN_KAN = 4;
const block = (suit, sort, rank) => (suit * 8 + sort) * 16 + rank;
const suitOf = (one) => one >> 7;
const sortOf = (one) => (one >> 4) & 7;
const rankOf = (one) => one & 15;

const FIVE = 5;
const TERMINAL = 9;
const DRAGONS = 5;
const GREEN = [2, 3, 4, 6, 8];
const GREEN_DRAGON = 6;
const PURE_GATES = '311111113';

// -- the shapes of a suit -----------------------------------------------------------------------------

const WHOLE = SUITS.map(() => new Kept());
const WITH_PAIR = SUITS.map(() => new Kept());

/** All ways to divide the counts of a suit into melds. */
function divided(suit, counts, from = 1) {
  let rank = from;
  while (rank < counts.length && counts[rank] === 0) rank += 1;
  if (rank >= counts.length) return [[]];
  const found = [];
  const take = (ranks, one) => {
    for (const each of ranks) counts[each] -= 1;
    for (const rest of divided(suit, counts, rank)) found.push([one, ...rest]);
    for (const each of ranks) counts[each] += 1;
  };
  if (counts[rank] >= 3) take([rank, rank, rank], block(suit, TRIPLET, rank));
  if (suit !== HONOURS && counts[rank + 1] > 0 && counts[rank + 2] > 0) {
    take([rank, rank + 1, rank + 2], block(suit, RUN, rank));
  }
  return found;
}

function whole(suit, key) {
  return WHOLE[suit].get(key) ?? WHOLE[suit].put(key, divided(suit, countsOf(suit, key)));
}

/** The ways that leave a pair. */
function withPair(suit, key) {
  const known = WITH_PAIR[suit].get(key);
  if (known) return known;
  const counts = countsOf(suit, key);
  const found = [];
  for (let rank = 1; rank < counts.length; rank += 1) {
    if (counts[rank] < 2) continue;
    counts[rank] -= 2;
    for (const melds of divided(suit, counts)) found.push({ pair: rank, melds });
    counts[rank] += 2;
  }
  return WITH_PAIR[suit].put(key, found);
}

/** The suit that is no whole melds; -1 where that is not one. */
function pairedSuit(keys) {
  let found = -1;
  for (let suit = 0; suit <= HONOURS; suit += 1) {
    if (whole(suit, keys[suit]).length) continue;
    if (found >= 0) return -1;
    found = suit;
  }
  return found;
}

/** A meld as majiang spells it. */
function calledBlock(meld) {
  const suit = SUITS.indexOf(meld[0]);
  const open = /[-+=]/.test(meld);
  const ranks = meld.match(/\d/g).map((digit) => +digit || FIVE);
  const lowest = Math.min(...ranks);
  if (lowest !== Math.max(...ranks)) return block(suit, RUN, lowest);
  if (ranks.length > 3) return block(suit, open ? OPEN_KAN : KAN, lowest);
  return block(suit, OPEN_TRIPLET, lowest);
}

// -- a hand -------------------------------------------------------------------------------------------

/** The dora tile of an indicator: its suit and rank. */
function doraOf(indicator) {
  const suit = SUITS.indexOf(indicator[0]);
  const rank = +indicator[1] || FIVE;
  if (suit !== HONOURS) return [suit, (rank % 9) + 1];
  return [suit, rank < DRAGONS ? (rank % 4) + 1 : ((rank - 4) % 3) + DRAGONS];
}

/** How many tiles of a meld are of a kind. The first red five alone is told from no five, as at the engine's. */
function dorasIn(meld, [suit, rank]) {
  if (meld[0] !== SUITS[suit]) return 0;
  return meld.replace('0', '5').split(String(rank)).length - 1;
}

/** Payments as long as the melds, the dora, the winds and the rules are the same. */
class Points {
  constructor(melds, closed, { rule, round, seat, indicators }) {
    this.rule = rule;
    this.winds = [round + 1, seat + 1];
    this.dealer = seat === 0;
    this.closed = closed;
    this.called = melds.map(calledBlock);
    this.doras = indicators.map(doraOf);
    this.calledDoras = 0;
    for (const meld of melds) {
      this.calledDoras += meld.split('0').length - 1;
      for (const dora of this.doras) this.calledDoras += dorasIn(meld, dora);
    }
  }

  /** The payment of fourteen tiles, melds among them, of which a tile was drawn last; null if they do not win. */
  of(keys, reds, suit, digit) {
    const rank = digit || FIVE;
    const dora = this.dora(keys, reds, suit, digit);
    const paired = pairedSuit(keys);
    let best = null;
    const melds = [...this.called];
    /** Put in the melds of each suit from one on, all ways. */
    const visit = (at, pair) => {
      if (at > HONOURS) {
        const value = this.shaped(melds, pair, paired, suit, rank, dora);
        if (best === null || value > best) best = value;
        return;
      }
      const before = melds.length;
      for (const way of at === paired ? withPair(at, keys[at]) : whole(at, keys[at])) {
        for (const one of at === paired ? way.melds : way) melds.push(one);
        visit(at + 1, at === paired ? way.pair : pair);
        melds.length = before;
      }
    };
    if (paired >= 0) visit(0, 0);
    if (!this.called.length) {
      for (const value of this.special(keys, suit, rank, dora)) best = Math.max(best ?? 0, value);
    }
    return best;
  }

  dora(keys, reds, drawnSuit, drawnDigit) {
    let total = this.calledDoras + reds[0] + reds[1] + reds[2];
    for (const [suit, rank] of this.doras) {
      total += held(keys[suit], STEPS[suit][rank]);
      if (rank !== FIVE || suit === HONOURS) continue;
      // of the reds beside the drawn tile the engine counts the first
      const beside = reds[suit] - (suit === drawnSuit && drawnDigit === 0 ? 1 : 0);
      total -= Math.max(0, beside - 1);
    }
    return total;
  }

  /** The payment of four melds and a pair, where the drawn tile counts most. */
  shaped(melds, pair, paired, suit, rank, dora) {
    const seen = this.look(melds, pair, paired);
    const single = pair === rank && paired === suit;
    const limit = this.limits(seen, single);
    if (limit) return this.limit(limit);
    // a wait on one tile gives two fu, a wait on two may give pinfu: the engine takes what pays more
    let best = single ? this.paid(seen, dora, 2) : 0;
    for (let at = this.called.length; at < melds.length; at += 1) {
      const one = melds[at];
      if (suitOf(one) !== suit) continue;
      const place = rank - rankOf(one);
      if (sortOf(one) === TRIPLET) {
        if (place === 0) best = Math.max(best, this.paid(seen, dora, 0));
      } else if (place >= 0 && place <= 2) {
        const edge = (place === 2 && rank === 3) || (place === 0 && rank === 7);
        best = Math.max(best, this.paid(seen, dora, place === 1 || edge ? 2 : 0));
      }
    }
    return best;
  }

  /** What the yaku ask of the melds and the pair. */
  look(melds, pair, paired) {
    const seen = {
      pair, paired, fu: this.pairFu(pair, paired), runs: 0, triplets: 0, concealed: 0, kans: 0, outside: 0, honours: 0,
      suits: 0, green: true, runsAt: [0, 0, 0, 0], tripletsAt: [0, 0, 0, 0], beside: 0,
    };
    this.place(seen, paired, pair, pair);
    seen.green &&= isGreen(paired, pair);
    const runs = new Int8Array(32);
    for (const one of melds) {
      const suit = suitOf(one);
      const rank = rankOf(one);
      if (sortOf(one) === RUN) {
        this.place(seen, suit, rank, rank + 2);
        seen.runs += 1;
        seen.runsAt[suit] |= 1 << rank;
        runs[suit * 8 + rank] += 1;
        if (runs[suit * 8 + rank] % 2 === 0) seen.beside += 1;
        seen.green &&= suit === 2 && rank === 2;
      } else {
        this.place(seen, suit, rank, rank);
        seen.green &&= isGreen(suit, rank);
        this.same(seen, one);
      }
    }
    return seen;
  }

  place(seen, suit, low, high) {
    if (suit === HONOURS) seen.honours += 1;
    else seen.suits |= 1 << suit;
    if (suit === HONOURS || low === 1 || high === TERMINAL) seen.outside += 1;
  }

  same(seen, one) {
    const sort = sortOf(one);
    const suit = suitOf(one);
    const rank = rankOf(one);
    seen.triplets += 1;
    seen.tripletsAt[suit] |= 1 << rank;
    let fu = suit === HONOURS || rank === 1 || rank === TERMINAL ? 4 : 2;
    if (sort === TRIPLET || sort === KAN) {
      seen.concealed += 1;
      fu *= 2;
    }
    if (sort === KAN || sort === OPEN_KAN) {
      seen.kans += 1;
      fu *= 4;
    }
    seen.fu += fu;
  }

  pairFu(pair, paired) {
    if (paired !== HONOURS) return 20;
    const winds = this.winds.filter((wind) => wind === pair).length * 2 + (pair >= DRAGONS ? 2 : 0);
    return 20 + (this.rule['連風牌は2符'] ? Math.min(winds, 2) : winds);
  }

  // -- limits ------------------------------------------------------------------------------------------

  /** How many limits four melds and a pair are worth. */
  limits(seen, single) {
    const twice = this.rule['ダブル役満あり'] ? 2 : 1;
    const honours = seen.tripletsAt[HONOURS];
    const winds = bits(honours & 0b11110);
    let total = 0;
    if (seen.concealed === 4) total += single ? twice : 1;
    if (bits(honours >> DRAGONS) === 3) total += 1;
    if (winds === 4) total += twice;
    if (winds === 3 && seen.paired === HONOURS && seen.pair < DRAGONS) total += 1;
    if (seen.honours === 5) total += 1;
    if (seen.green) total += 1;
    if (seen.outside === 5 && seen.triplets === 4 && seen.honours === 0) total += 1;
    if (seen.kans === 4) total += 1;
    return total;
  }

  limit(count) {
    return this.payment(8000 * (this.rule['役満の複合あり'] ? count : 1));
  }

  // -- yaku --------------------------------------------------------------------------------------------

  paid(seen, dora, waitFu) {
    let fu = seen.fu + waitFu;
    const pinfu = this.closed && fu === 20;
    if (!pinfu) fu += 2;
    const han = this.yaku(seen) + (pinfu ? 1 : 0);
    return han ? this.payment(this.base(Math.ceil(fu / 10) * 10, han + dora)) : 0;
  }

  yaku(seen) {
    const more = this.closed ? 1 : 0;
    let han = more * 2;
    han += this.values(seen.tripletsAt[HONOURS]);
    if (seen.outside === 0 && (this.closed || this.rule['クイタンあり'])) han += 1;
    if (this.closed && seen.beside) han += seen.beside === 1 ? 1 : 3;
    const [m, p, s] = seen.runsAt;
    if (m & p & s) han += 1 + more;
    const straight = (1 << 1) | (1 << 4) | (1 << 7);
    if (seen.runsAt.some((runs) => (runs & straight) === straight)) han += 1 + more;
    if (seen.outside === 5 && seen.runs) han += (seen.honours ? 1 : 2) + more;
    if (seen.triplets === 4) han += 2;
    if (seen.concealed === 3) han += 2;
    if (seen.kans === 3) han += 2;
    if (seen.tripletsAt[0] & seen.tripletsAt[1] & seen.tripletsAt[2]) han += 2;
    if (seen.outside === 5 && !seen.runs && seen.honours) han += 2;
    if (bits(seen.tripletsAt[HONOURS] >> DRAGONS) === 2 && seen.paired === HONOURS && seen.pair >= DRAGONS) han += 2;
    return han + this.flush(seen.suits, seen.honours);
  }

  /** Triplets of the round wind, the seat wind and dragons. */
  values(honours) {
    return this.winds.filter((wind) => honours & (1 << wind)).length + bits(honours >> DRAGONS);
  }

  flush(suits, honours) {
    if (bits(suits) !== 1) return 0;
    return (honours ? 2 : 5) + (this.closed ? 1 : 0);
  }

  base(fu, han) {
    if (han >= 13 && this.rule['数え役満あり']) return 8000;
    if (han >= 11) return 6000;
    if (han >= 8) return 4000;
    if (han >= 6) return 3000;
    const base = fu << (2 + han);
    return this.rule['切り上げ満貫あり'] && base === 1920 ? 2000 : Math.min(base, 2000);
  }

  /** The three others together. */
  payment(base) {
    const full = (amount) => Math.ceil(amount / 100) * 100;
    return this.dealer ? 3 * full(2 * base) : full(2 * base) + 2 * full(base);
  }

  // -- hands without melds -----------------------------------------------------------------------------

  /** Payments of seven pairs, thirteen orphans and nine gates. */
  special(keys, suit, rank, dora) {
    const counts = keys.map((key, at) => countsOf(at, key));
    const found = [];
    if (counts.every((one) => one.every((count) => count === 0 || count === 2))) found.push(this.pairs(counts, dora));
    const double = this.rule['ダブル役満あり'] ? 2 : 1;
    if (isOrphans(counts)) found.push(this.limit(counts[suit][rank] === 2 ? double : 1));
    if (isGates(counts[suit])) {
      const rest = counts[suit].map((count, at) => count - (at === rank ? 1 : 0));
      found.push(this.limit(rest.slice(1).join('') === PURE_GATES ? double : 1));
    }
    return found;
  }

  pairs(counts, dora) {
    let outside = 0;
    let suits = 0;
    counts.forEach((one, suit) => one.forEach((count, rank) => {
      if (!count) return;
      if (suit === HONOURS || rank === 1 || rank === TERMINAL) outside += 1;
      if (suit !== HONOURS) suits |= 1 << suit;
    }));
    const honours = counts[HONOURS].filter((count) => count).length;
    if (honours === 7) return this.limit(1);
    const ends = outside === 7 && honours ? 2 : 0;
    const inside = outside === 0 ? 1 : 0;
    // riichi, the draw and the pairs themselves
    return this.payment(this.base(25, 4 + ends + inside + this.flush(suits, honours) + dora));
  }
}

function bits(number) {
  let count = 0;
  for (let rest = number; rest; rest &= rest - 1) count += 1;
  return count;
}

function isGreen(suit, rank) {
  return suit === HONOURS ? rank === GREEN_DRAGON : suit === 2 && GREEN.includes(rank);
}

function isOrphans(counts) {
  return counts.every((one, suit) => one.every((count, rank) => {
    const orphan = suit === HONOURS ? rank > 0 : rank === 1 || rank === RANKS[suit];
    return orphan ? count > 0 : count === 0;
  }));
}

function isGates(counts) {
  if (counts.length <= TERMINAL || counts.reduce((x, y) => x + y) !== 14) return false;
  return counts.every((count, rank) => count >= (rank === 1 || rank === TERMINAL ? 3 : Math.min(rank, 1)));
}

module.exports = { Points };
