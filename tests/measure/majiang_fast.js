'use strict';
/*
 * Makes the player of majiang-ai answer sooner, and the same: it puts quicker functions in the place of those that
 * its search calls most. `majiang_check.js` compares each of them, and the answers of whole games, with the original.
 *
 * Shanten is 13 less the most tiles that fit into four melds and a pair. For each suit this is counted once, and
 * suits with equal counts share a class, so that a hand takes four look-ups and three sums out of a table.
 * Spelled hands are put together from spelled suits.
 */

const Majiang = require('@kobalab/majiang-core');
const Player = require('@kobalab/majiang-ai');

const SUITS = ['m', 'p', 's', 'z'];
const KEPT = 2_000_000;

/** A map that is emptied when it is full, so that a long match does not fill the memory. */
class Kept extends Map {
  put(key, value) {
    if (this.size >= KEPT) this.clear();
    this.set(key, value);
    return value;
  }
}

// -- shanten ------------------------------------------------------------------------------------------

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

const SUIT_CLASS = new Int16Array(5 ** 9).fill(-1);
const HONOUR_CLASS = new Int16Array(5 ** 7).fill(-1);
/** What seven pairs and thirteen orphans ask of a suit: pairs, single kinds and orphans, and whether one is a pair. */
const SUIT_KINDS = new Int32Array(5 ** 9).fill(-1);
const HONOUR_KINDS = new Int32Array(5 ** 7).fill(-1);

function suitKey(c) {
  return ((((((((c[1] * 5 + c[2]) * 5 + c[3]) * 5 + c[4]) * 5 + c[5]) * 5 + c[6]) * 5 + c[7]) * 5 + c[8]) * 5 + c[9]);
}

function honourKey(c) {
  return ((((((c[1] * 5 + c[2]) * 5 + c[3]) * 5 + c[4]) * 5 + c[5]) * 5 + c[6]) * 5 + c[7]);
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

function suitClass(counts, key) {
  if (SUIT_CLASS[key] < 0) {
    SUIT_CLASS[key] = classOf(fittingTiles([0, ...counts.slice(1)], true));
    SUIT_KINDS[key] = kinds(counts, (rank) => rank === 1 || rank === 9);
  }
  return SUIT_CLASS[key];
}

function honourClass(counts, key) {
  if (HONOUR_CLASS[key] < 0) {
    HONOUR_CLASS[key] = classOf(fittingTiles([0, ...counts.slice(1)], false));
    HONOUR_KINDS[key] = kinds(counts, () => true);
  }
  return HONOUR_CLASS[key];
}

function closedForms(all) {
  const pairs = Math.min(all & 31, 7);
  const single = Math.min((all >> 5) & 31, 7 - pairs);
  const orphans = ((all >> 10) & 31) + (all >> 15 ? 1 : 0);
  return Math.min(13 - 2 * pairs - single, 13 - orphans);
}

function regular(total, melds) {
  const vector = VECTORS[total];
  return 13 - 3 * melds - vector[2 * MELDS + 1 - melds];
}

function shanten(hand) {
  const { m, p, s, z } = hand._bingpai;
  const melds = hand._fulou.length;
  const km = suitKey(m);
  const kp = suitKey(p);
  const ks = suitKey(s);
  const kz = honourKey(z);
  const total = sum(sum(suitClass(m, km), suitClass(p, kp)), sum(suitClass(s, ks), honourClass(z, kz)));
  let least = regular(total, melds);
  if (least === -1 && hand._zimo && hand._zimo.length > 2) least = 0;
  if (melds) return least;
  return Math.min(least, closedForms(SUIT_KINDS[km] + SUIT_KINDS[kp] + SUIT_KINDS[ks] + HONOUR_KINDS[kz]));
}

/** The tiles that lower a shanten, spelled; null in the own turn. */
function accepted(hand, count = shanten) {
  if (hand._zimo) return null;
  return count === shanten ? acceptedAtOnce(hand) : acceptedOneByOne(hand, count);
}

function acceptedOneByOne(hand, count) {
  const now = count(hand);
  const found = [];
  for (const suit of SUITS) {
    const counts = hand._bingpai[suit];
    for (let rank = 1; rank < counts.length; rank += 1) {
      if (counts[rank] >= 4) continue;
      counts[rank] += 1;
      if (count(hand) < now) found.push(suit + rank);
      counts[rank] -= 1;
    }
  }
  return found;
}

const TILES = Object.fromEntries(SUITS.map((suit) => [suit, [...'0123456789'].map((rank) => suit + rank)]));

function acceptedAtOnce(hand) {
  const now = shanten(hand);
  const tiles = hand._bingpai;
  const melds = hand._fulou.length;
  const keys = { m: suitKey(tiles.m), p: suitKey(tiles.p), s: suitKey(tiles.s), z: honourKey(tiles.z) };
  const classes = {
    m: SUIT_CLASS[keys.m], p: SUIT_CLASS[keys.p], s: SUIT_CLASS[keys.s], z: HONOUR_CLASS[keys.z],
  };
  const kept = { m: SUIT_KINDS[keys.m], p: SUIT_KINDS[keys.p], s: SUIT_KINDS[keys.s], z: HONOUR_KINDS[keys.z] };
  const all = kept.m + kept.p + kept.s + kept.z;
  const found = [];
  for (const suit of SUITS) {
    const counts = tiles[suit];
    const [a, b, c] = SUITS.filter((other) => other !== suit).map((other) => classes[other]);
    const rest = sum(sum(a, b), c);
    const honours = suit === 'z';
    let step = honours ? 5 ** 6 : 5 ** 8;
    for (let rank = 1; rank < counts.length; rank += 1, step /= 5) {
      if (counts[rank] >= 4) continue;
      const key = keys[suit] + step;
      counts[rank] += 1;
      const grown = honours ? honourClass(counts, key) : suitClass(counts, key);
      counts[rank] -= 1;
      let then = regular(sum(rest, grown), melds);
      if (!melds) then = Math.min(then, closedForms(all - kept[suit] + (honours ? HONOUR_KINDS : SUIT_KINDS)[key]));
      if (then < now) found.push(TILES[suit][rank]);
    }
  }
  return found;
}

// -- hands --------------------------------------------------------------------------------------------

const SPELLED = { m: new Kept(), p: new Kept(), s: new Kept(), z: new Kept() };

/** The tiles of a suit as a hand spells them: reds stand at the fives. */
function spelledSuit(suit, counts, drawn) {
  const key = (suit === 'z' ? honourKey(counts) : suitKey(counts)) * 64 + (suit === 'z' ? 0 : counts[0]) * 12
    + (drawn && drawn[0] === suit && drawn.length <= 2 ? Number(drawn[1]) + 1 : 0);
  const known = SPELLED[suit].get(key);
  if (known !== undefined) return known;
  const rest = [...counts];
  if (drawn && drawn[0] === suit && drawn.length <= 2) {
    const digit = Number(drawn[1]);
    if (digit === 0) rest[5] -= 1;
    rest[digit] -= 1;
  }
  let digits = '';
  for (let rank = 1; rank < rest.length; rank += 1) {
    const reds = rank === 5 && suit !== 'z' ? Math.min(Math.max(rest[0], 0), rest[5]) : 0;
    digits += '0'.repeat(reds) + String(rank).repeat(Math.max(0, rest[rank] - reds));
  }
  return SPELLED[suit].put(key, digits && suit + digits);
}

function spelled() {
  const tiles = this._bingpai;
  const drawn = this._zimo;
  let text = spelledSuit('m', tiles.m, drawn) + spelledSuit('p', tiles.p, drawn)
    + spelledSuit('s', tiles.s, drawn) + spelledSuit('z', tiles.z, drawn);
  if (tiles._) text += '_'.repeat(tiles._ + (drawn === '_' ? -1 : 0));
  if (drawn && drawn.length <= 2) text += drawn;
  if (this._lizhi) text += '*';
  for (const meld of this._fulou) text += `,${meld}`;
  if (drawn && drawn.length > 2) text += ',';
  return text;
}

function copied() {
  const hand = Object.create(Majiang.Shoupai.prototype);
  const tiles = this._bingpai;
  hand._bingpai = { _: tiles._, m: tiles.m.slice(), p: tiles.p.slice(), s: tiles.s.slice(), z: tiles.z.slice() };
  hand._fulou = this._fulou.slice();
  hand._zimo = this._zimo;
  hand._lizhi = this._lizhi;
  return hand;
}

/** A function of one text that is asked for the same texts again and again. */
function remembered(ask) {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, ask(text));
    return known.get(text);
  };
}

const isOpen = remembered((meld) => /[-+=]/.test(meld));

// -- the search ---------------------------------------------------------------------------------------

/** Draws that follow one another are spread over this many draws of the hand, by shanten. */
const WIDTH = [12, 12 * 6, 12 * 6 * 3];
const SEARCHED = 3;
const searches = new WeakMap();

/** The values of one search of the player: it begins anew where the player drops what it kept. */
class Search {
  constructor(player, original) {
    this.player = player;
    this.original = original;
    this.byMelds = new Map();
  }

  value(hand, left, back) {
    if (hand._lizhi) return this.original.call(this.player, hand, left, back);
    return hand._zimo ? this.afterDraw(hand, left, back) : this.betweenTurns(hand, left, back);
  }

  /** Fourteen tiles: the payment of a win, or the best of what a discard leaves. */
  afterDraw(hand, left, back) {
    const now = shanten(hand);
    if (now === -1) return this.player.get_defen(hand);
    const tiles = hand._bingpai;
    const called = hand._zimo.length > 2;
    const allowed = called ? this.player.get_dapai(hand) : distinct(tiles);
    const drawn = hand._zimo;
    let best = 0;
    hand._zimo = null;
    for (const tile of allowed) {
      const counts = tiles[tile[0]];
      const rank = +tile[1];
      counts[rank] -= 1;
      if (rank === 0) counts[5] -= 1;
      if (shanten(hand) <= now) best = Math.max(best, this.betweenTurns(hand, left, back));
      counts[rank] += 1;
      if (rank === 0) counts[5] += 1;
    }
    hand._zimo = drawn;
    return best;
  }

  /** Thirteen tiles: each draw that lowers shanten, times what it leads to. */
  betweenTurns(hand, left, back) {
    const kept = this.kept(hand, back);
    const { m, p, s, z } = hand._bingpai;
    const high = suitKey(m) * 2097152 + suitKey(p);
    const low = (suitKey(s) * 78125 + honourKey(z)) * 8 + (m[0] ? 1 : 0) + (p[0] ? 2 : 0) + (s[0] ? 4 : 0);
    let rest = kept.get(high);
    if (!rest) kept.set(high, (rest = new Map()));
    const known = rest.get(low);
    if (known !== undefined) return known;
    const value = this.search(hand, left, back);
    rest.set(low, value);
    return value;
  }

  search(hand, left, back) {
    const now = shanten(hand);
    if (now >= SEARCHED) return this.original.call(this.player, hand, left, back);
    let total = 0;
    for (const plain of accepted(hand)) {
      const rank = +plain[1];
      for (const tile of rank === 5 && plain[0] !== 'z' ? [TILES[plain[0]][0], plain] : [plain]) {
        if (tile === back) return 0;
        if (left[tile] === 0) continue;
        const counts = hand._bingpai[tile[0]];
        const digit = +tile[1];
        counts[rank] += 1;
        if (digit === 0) counts[0] += 1;
        hand._zimo = tile;
        left[tile] -= 1;
        let value = this.afterDraw(hand, left, back);
        counts[rank] -= 1;
        if (digit === 0) counts[0] -= 1;
        hand._zimo = null;
        if (!back && now > 0) value += this.player.eval_fulou(hand, tile, left, back);
        left[tile] += 1;
        total += value * left[tile];
      }
    }
    return total / WIDTH[now];
  }

  /** What is kept for hands with the same melds; the player keeps "no tile" and "no limit" apart. */
  kept(hand, back) {
    const key = `${hand._fulou.join()}:${back}`;
    let found = this.byMelds.get(key);
    if (!found) this.byMelds.set(key, (found = new Map()));
    return found;
  }
}

/** Each tile of a hand once, a red five beside a plain one. */
function distinct(tiles) {
  const found = [];
  for (const suit of SUITS) {
    const counts = tiles[suit];
    for (let rank = 1; rank < counts.length; rank += 1) {
      if (!counts[rank]) continue;
      if (rank === 5 && suit !== 'z') {
        if (counts[0]) found.push(TILES[suit][0]);
        if (counts[0] < counts[5]) found.push(TILES[suit][5]);
      } else found.push(TILES[suit][rank]);
    }
  }
  return found;
}

/** The player's own search, kept as long as it keeps its values. */
function searching(original) {
  return function value(hand, left, back) {
    let search = searches.get(this._eval_cache);
    if (!search) searches.set(this._eval_cache, (search = new Search(this, original)));
    return search.value(hand, left, back);
  };
}

function install() {
  Majiang.Util.xiangting = shanten;
  Majiang.Util.tingpai = accepted;
  const { Shoupai } = Majiang;
  Shoupai.valid_pai = remembered(Shoupai.valid_pai);
  Shoupai.valid_mianzi = remembered(Shoupai.valid_mianzi);
  Shoupai.prototype.toString = spelled;
  Shoupai.prototype.clone = copied;
  Object.defineProperty(Shoupai.prototype, 'menqian', { get() { return !this._fulou.some(isOpen); } });
  Player.prototype.eval_shoupai = searching(Player.prototype.eval_shoupai);
}

module.exports = { accepted, copied, install, shanten, spelled };
