'use strict';
/*
 * Shanten and accepted tiles by table, for majiang_fast.js.
 *
 * Shanten is 13 less the most tiles that fit into four melds and a pair. For each suit this is counted once, and
 * suits with equal counts share a class, so that a hand takes four look-ups and three sums out of a table.
 *
 * The tiles of a suit are one number, its key: five to the power of the ranks that follow, for each tile.
 */

const SUITS = ['m', 'p', 's', 'z'];
const HONOURS = 3;
const RANKS = [9, 9, 9, 7];
const STEPS = RANKS.map((ranks) => [0, ...Array.from({ length: ranks }, (_, at) => 5 ** (ranks - 1 - at))]);
const KEPT = 2_000_000;

/** A map that is emptied when it is full, so that a long match does not fill the memory. */
class Kept extends Map {
  put(key, value) {
    if (this.size >= KEPT) this.clear();
    this.set(key, value);
    return value;
  }
}

const OF_RUNS = new Kept();
const OF_TRIPLETS = new Kept();

/** All ways to divide the counts of a suit from a rank on: [melds, partial melds, single tiles]. */
function divisions(counts, runs, rank = 1) {
  while (rank < counts.length && counts[rank] === 0) rank += 1;
  if (rank >= counts.length) return [[0, 0, 0]];
  const kept = runs ? OF_RUNS : OF_TRIPLETS;
  const key = counts.slice(rank).join('');
  const known = kept.get(key);
  if (known) return known;
  const found = [];
  const take = (tiles, block) => {
    if (tiles.at(-1) >= counts.length) return;
    for (const tile of tiles) counts[tile] -= 1;
    if (tiles.every((tile) => counts[tile] >= 0)) {
      for (const rest of divisions(counts, runs, rank)) found.push(rest.map((n, i) => n + (i === block ? 1 : 0)));
    }
    for (const tile of tiles) counts[tile] += 1;
  };
  take([rank, rank, rank], 0);
  take([rank, rank], 1);
  take([rank], 2);
  if (runs) {
    take([rank, rank + 1, rank + 2], 0);
    take([rank, rank + 1], 1);
    take([rank, rank + 2], 1);
  }
  const distinct = new Map(found.map((one) => [one.join(), one]));
  return kept.put(key, [...distinct.values()]);
}

const MELDS = 4;

/** The most tiles of a division that fit into so many melds, each whole, partial or a single tile. */
function fitting([whole, partial, single], melds) {
  const three = Math.min(whole, melds);
  const two = Math.min(whole - three + partial, melds - three);
  const one = Math.min(whole + partial + single - three - two, melds - three - two);
  return 3 * three + 2 * two + one;
}

/** The most tiles of a suit that fit into 0 to 4 melds: without a pair, then with one. */
function fittingTiles(counts, runs) {
  const work = [...counts];
  const best = new Array(2 * (MELDS + 1)).fill(0);
  const raise = (at, tiles) => { best[at] = Math.max(best[at], tiles); };
  for (const one of divisions(work, runs)) {
    const blocks = one[0] + one[1] + one[2];
    for (let melds = 0; melds <= MELDS; melds += 1) {
      raise(melds, fitting(one, melds));
      // the pair may be a single tile that no meld needs
      raise(MELDS + 1 + melds, fitting(one, melds) + (blocks > melds ? 1 : 0));
    }
  }
  for (let rank = 1; rank < work.length; rank += 1) {
    if (work[rank] < 2) continue;
    work[rank] -= 2;
    for (const one of divisions(work, runs)) {
      for (let melds = 0; melds <= MELDS; melds += 1) raise(MELDS + 1 + melds, 2 + fitting(one, melds));
    }
    work[rank] += 2;
  }
  return best;
}

const MOST_CLASSES = 512;
const CLASSES = new Map();
const VECTORS = [];
/** What a group of suits holds in so many melds and a pair, by class: the second halves of VECTORS in one row. */
const PAIRED = new Int8Array(MOST_CLASSES * (MELDS + 1));
const SUMS = new Int16Array(MOST_CLASSES * MOST_CLASSES).fill(-1);

/** Suits and groups of suits that hold equally many fitting tiles share a class. */
function classOf(vector) {
  const name = vector.join();
  let found = CLASSES.get(name);
  if (found === undefined) {
    found = VECTORS.length;
    if (found === MOST_CLASSES) throw new Error('more classes than expected');
    CLASSES.set(name, found);
    VECTORS.push(vector);
    PAIRED.set(vector.slice(MELDS + 1), found * (MELDS + 1));
  }
  return found;
}

function sum(first, second) {
  const at = first * MOST_CLASSES + second;
  return SUMS[at] >= 0 ? SUMS[at] : (SUMS[at] = classOf(summed(VECTORS[first], VECTORS[second])));
}

function summed(a, b) {
  const total = new Array(2 * (MELDS + 1)).fill(0);
  const paired = MELDS + 1;
  for (let i = 0; i <= MELDS; i += 1) {
    for (let j = 0; i + j <= MELDS; j += 1) {
      total[i + j] = Math.max(total[i + j], a[i] + b[j]);
      total[paired + i + j] = Math.max(total[paired + i + j], a[paired + i] + b[j], a[i] + b[paired + j]);
    }
  }
  return total;
}

const suits = (values) => [values[0], values[0], values[0], values[1]];
const CLASS = suits([new Int16Array(5 ** 9).fill(-1), new Int16Array(5 ** 7).fill(-1)]);
/** What seven pairs and thirteen orphans ask of a suit: pairs, single kinds and orphans, and whether one is a pair. */
const KINDS = suits([new Int32Array(5 ** 9), new Int32Array(5 ** 7)]);

function suitKey(c) {
  return ((((((((c[1] * 5 + c[2]) * 5 + c[3]) * 5 + c[4]) * 5 + c[5]) * 5 + c[6]) * 5 + c[7]) * 5 + c[8]) * 5 + c[9]);
}

function honourKey(c) {
  return ((((((c[1] * 5 + c[2]) * 5 + c[3]) * 5 + c[4]) * 5 + c[5]) * 5 + c[6]) * 5 + c[7]);
}

function keysOf({ m, p, s, z }) {
  return [suitKey(m), suitKey(p), suitKey(s), honourKey(z)];
}

/** How many tiles of a rank a key holds, by the step of that rank. */
function held(key, step) {
  return ((key / step) | 0) % 5;
}

/** The tiles of each rank; at 0 stand the reds of a hand, which are none here. */
function countsOf(suit, key) {
  return STEPS[suit].map((step) => (step ? held(key, step) : 0));
}

function kinds(counts, orphan) {
  let pairs = 0;
  let single = 0;
  let orphans = 0;
  let orphanPairs = 0;
  for (let rank = 1; rank < counts.length; rank += 1) {
    if (counts[rank] >= 2) pairs += 1;
    else if (counts[rank] === 1) single += 1;
    if (orphan(rank) && counts[rank]) orphans += 1;
    if (orphan(rank) && counts[rank] >= 2) orphanPairs += 1;
  }
  return ((orphanPairs * 32 + orphans) * 32 + single) * 32 + pairs;
}

function classAt(suit, key) {
  const known = CLASS[suit][key];
  return known >= 0 ? known : counted(suit, key);
}

function counted(suit, key) {
  const counts = countsOf(suit, key);
  const honours = suit === HONOURS;
  KINDS[suit][key] = kinds(counts, (rank) => honours || rank === 1 || rank === 9);
  return (CLASS[suit][key] = classOf(fittingTiles(counts, !honours)));
}

function closedForms(all) {
  const pairs = Math.min(all & 31, 7);
  const single = Math.min((all >> 5) & 31, 7 - pairs);
  const orphans = ((all >> 10) & 31) + (all >> 15 ? 1 : 0);
  return Math.min(13 - 2 * pairs - single, 13 - orphans);
}

/** Shanten by the class of all suits, and what they ask of the closed forms, which a hand with melds has not. */
function least(total, melds, all) {
  const regular = 13 - 3 * melds - PAIRED[total * (MELDS + 1) + MELDS - melds];
  return melds ? regular : Math.min(regular, closedForms(all));
}

function shantenOf(m, p, s, z, melds) {
  const total = sum(sum(classAt(0, m), classAt(1, p)), sum(classAt(2, s), classAt(HONOURS, z)));
  return least(total, melds, KINDS[0][m] + KINDS[1][p] + KINDS[2][s] + KINDS[HONOURS][z]);
}

/** For each suit the class of the three others, and its key: one place for all, since lists are slow to make. */
const REST = new Int32Array(SUITS.length);
const KEYS = new Int32Array(SUITS.length);

function lookAt(m, p, s, z) {
  const classM = classAt(0, m);
  const classP = classAt(1, p);
  const classS = classAt(2, s);
  const classZ = classAt(HONOURS, z);
  const mp = sum(classM, classP);
  const sz = sum(classS, classZ);
  REST[0] = sum(classP, sz);
  REST[1] = sum(classM, sz);
  REST[2] = sum(mp, classZ);
  REST[HONOURS] = sum(mp, classS);
  KEYS[0] = m;
  KEYS[1] = p;
  KEYS[2] = s;
  KEYS[HONOURS] = z;
  return KINDS[0][m] + KINDS[1][p] + KINDS[2][s] + KINDS[HONOURS][z];
}

/** The tiles of the last answer of `tilesWithin`, as ten times the suit and the rank. */
const FOUND = new Uint8Array(34);

/** How many tiles leave at most that shanten where one more is taken, or one less; FOUND holds them. */
function tilesWithin(most, by, m, p, s, z, melds) {
  const all = lookAt(m, p, s, z);
  const without = by > 0 ? 4 : 0;
  let count = 0;
  for (let suit = 0; suit <= HONOURS; suit += 1) {
    const key = KEYS[suit];
    const kept = all - KINDS[suit][key];
    const ranks = RANKS[suit];
    for (let rank = 1; rank <= ranks; rank += 1) {
      const step = STEPS[suit][rank];
      if (held(key, step) === without) continue;
      const then = key + by * step;
      const total = sum(REST[suit], classAt(suit, then));
      if (least(total, melds, kept + KINDS[suit][then]) <= most) FOUND[count++] = suit * 10 + rank;
    }
  }
  return count;
}

module.exports = {
  FOUND, HONOURS, Kept, RANKS, STEPS, SUITS, countsOf, held, honourKey, keysOf, shantenOf, suitKey, tilesWithin,
};
