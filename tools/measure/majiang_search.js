'use strict';
/*
 * The search of majiang-ai for majiang_fast.js: what a hand of a shanten below three is worth.
 *
 * Which draws lower the shanten of a hand, which discards keep it and which calls are good for it does not depend on
 * the tiles that are left. All hands that a search comes to are therefore kept until the next deal, tied to one
 * another by draws and calls, and a search walks along the ties. What a hand is worth depends on the search that came
 * to it first, since the tiles drawn on the way are not left then: the order of the walk is that of the player, and so
 * is the order of each sum.
 */

const Majiang = require('@kobalab/majiang-core');
const { Points } = require('./majiang_points.js');
const { FOUND, HONOURS, STEPS, SUITS, held, keysOf, shantenOf, tilesWithin } = require('./majiang_shanten.js');

/** Draws that follow one another are spread over this many draws of the hand, by shanten. */
const WIDTH = [12, 12 * 6, 12 * 6 * 3];
const SEARCHED = 3;
const FIVE = 5;
const DIGITS = 10;
/** Tiles are counted as ten times the suit and the digit, a red five being 0. */
const TILES = SUITS.flatMap((suit) => [...'0123456789'].map((digit) => suit + digit));
const suitOf = (tile) => (tile / DIGITS) | 0;
const isFive = (tile) => tile % DIGITS === FIVE && tile < HONOURS * DIGITS;
const tileOf = (name) => SUITS.indexOf(name[0]) * DIGITS + +name[1];
/** The red fives of a hand are one number: two bits a suit. */
const RED = [16, 4, 1, 0];
const redsOf = ({ m, p, s }) => m[0] * RED[0] + p[0] * RED[1] + s[0] * RED[2];
const NONE = [];
const redsIn = (reds, suit) => (suit === HONOURS ? 0 : ((reds / RED[suit]) | 0) & 3);

/** Some tiles beside melds: thirteen tiles in all, or fourteen of which one is to be discarded. */
class Hand {
  constructor(id, group, m, p, s, z, reds) {
    this.id = id;
    this.group = group;
    this.m = m;
    this.p = p;
    this.s = s;
    this.z = z;
    this.reds = reds;
    this.shanten = shantenOf(m, p, s, z, group.melds.length);
    this.draws = null;
    /** The hands that the best discards of fourteen tiles leave. */
    this.leaves = null;
  }

  key(suit) {
    if (suit === 0) return this.m;
    if (suit === 1) return this.p;
    return suit === 2 ? this.s : this.z;
  }

  /** This hand with a tile more or less. */
  changed(tile, by) {
    const suit = suitOf(tile);
    const digit = tile % DIGITS;
    const step = by * STEPS[suit][digit || FIVE];
    const reds = digit ? this.reds : this.reds + by * RED[suit];
    const { group, m, p, s, z } = this;
    if (suit === 0) return group.hand(m + step, p, s, z, reds);
    if (suit === 1) return group.hand(m, p + step, s, z, reds);
    if (suit === 2) return group.hand(m, p, s + step, z, reds);
    return group.hand(m, p, s, z + step, reds);
  }

  /** Each draw that lowers shanten, a red five before a plain one. */
  findDraws() {
    const count = tilesWithin(this.shanten - 1, 1, this.m, this.p, this.s, this.z, this.group.melds.length);
    const found = [];
    for (let at = 0; at < count; at += 1) {
      const tile = FOUND[at];
      if (isFive(tile)) found.push(new Draw(tile - FIVE));
      found.push(new Draw(tile));
    }
    return found.slice();
  }

  /** The hands that discards leave without raising shanten. After a call some tiles may not be discarded at once. */
  findLeaves(denied = NONE) {
    const most = Math.max(this.shanten, 0);
    const count = tilesWithin(most, -1, this.m, this.p, this.s, this.z, this.group.melds.length);
    const found = [];
    for (let at = 0; at < count; at += 1) {
      const tile = FOUND[at];
      if (denied.includes(tile)) continue;
      const reds = isFive(tile) ? redsIn(this.reds, suitOf(tile)) : 0;
      if (reds) found.push(this.changed(tile - FIVE, -1));
      if (!reds || reds < this.held(tile)) found.push(this.changed(tile, -1));
    }
    return found.slice();
  }

  /** How many it holds of a kind, reds with plain ones. */
  held(tile) {
    const suit = suitOf(tile);
    return held(this.key(suit), STEPS[suit][tile % DIGITS]);
  }
}

/** A tile that lowers the shanten of a hand. */
class Draw {
  constructor(tile) {
    this.tile = tile;
    /** The fourteen tiles, and the hands that the best discards leave after each call. */
    this.whole = null;
    this.pons = null;
    this.chis = null;
    this.paid = 0;
    this.paidIn = -1;
  }
}

/** All hands with the same melds. */
class Group {
  constructor(graph, melds, closed) {
    this.graph = graph;
    this.id = graph.groups++;
    this.melds = melds;
    this.closed = closed;
    this.grown = new Map();
    this.points = null;
    this.pointsIn = -1;
  }

  /** Those with a meld more: a call of that tile with two others, so many ranks beside it, of which so many are red. */
  with(tile, first, second, reds) {
    const form = ((tile * 8 + first + 2) * 8 + second + 2) * 4 + reds;
    let found = this.grown.get(form);
    if (!found) {
      found = new Group(this.graph, [...this.melds, spelled(tile, first, second, reds)], false);
      this.grown.set(form, found);
    }
    return found;
  }

  hand(m, p, s, z, reds) {
    return this.graph.hands.find(this, m, p, s, z, reds);
  }
}

/** All hands of a deal by what they hold: a table in which a hand stands at its hash or in the next free place. */
class Hands {
  constructor() {
    this.all = [];
    this.table = new Int32Array(4096).fill(-1);
  }

  find(group, m, p, s, z, reds) {
    const mask = this.table.length - 1;
    let at = hashed(group.id, m, p, s, z, reds) & mask;
    for (; this.table[at] >= 0; at = (at + 1) & mask) {
      const hand = this.all[this.table[at]];
      if (hand.m === m && hand.p === p && hand.s === s && hand.z === z && hand.reds === reds && hand.group === group) {
        return hand;
      }
    }
    const made = new Hand(this.all.length, group, m, p, s, z, reds);
    this.table[at] = made.id;
    this.all.push(made);
    if (2 * this.all.length > this.table.length) this.grow();
    return made;
  }

  grow() {
    const table = new Int32Array(2 * this.table.length).fill(-1);
    const mask = table.length - 1;
    for (const { id, group, m, p, s, z, reds } of this.all) {
      let at = hashed(group.id, m, p, s, z, reds) & mask;
      while (table[at] >= 0) at = (at + 1) & mask;
      table[at] = id;
    }
    this.table = table;
  }
}

function hashed(group, m, p, s, z, reds) {
  let hash = Math.imul(m, 0x9e3779b1) ^ group;
  hash = Math.imul(hash ^ (hash >>> 15) ^ p, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 13) ^ s, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 16) ^ (z * 64 + reds), 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}

/** Where the values of hands are kept by number. Each search has a number, too, and passes over older values. */
class Values {
  constructor() {
    this.of = new Float64Array(1024);
    this.in = new Int32Array(1024).fill(-1);
  }

  put(id, search, value) {
    if (id >= this.of.length) this.grow(id);
    this.of[id] = value;
    this.in[id] = search;
  }

  grow(id) {
    const size = Math.max(2 * this.of.length, id + 1);
    const [values, searches] = [this.of, this.in];
    this.of = new Float64Array(size);
    this.of.set(values);
    this.in = new Int32Array(size).fill(-1);
    this.in.set(searches);
  }
}

/** The hands of one deal of one player, and what they are worth to it. */
class Graph {
  constructor(player) {
    this.player = player;
    this.shan = player.shan;
    this.hands = new Hands();
    this.groups = 0;
    this.roots = new Map();
    this.values = [];
    this.left = new Int8Array(SUITS.length * DIGITS);
    this.search = 0;
    this.payments = 0;
    this.kept = player._eval_cache;
    this.paid = player._defen_cache;
    this.backs = [];
    /** 0 where neither the called kind nor the other end may be discarded at once, 1 where the end may, 2 both. */
    this.kuikae = player._rule['喰い替え許可レベル'];
  }

  /** Begin anew where the player drops what it kept. */
  refresh() {
    const { _eval_cache: kept, _defen_cache: paid } = this.player;
    if (paid !== this.paid) this.payments += 1;
    if (kept !== this.kept) {
      this.search += 1;
      this.backs.length = 0;
    }
    this.kept = kept;
    this.paid = paid;
  }

  /** The value of thirteen tiles; "no tile" and "no limit" are kept apart, as the player does. */
  value(hand, left, back) {
    this.refresh();
    for (const [at, name] of TILES.entries()) this.left[at] = left[name];
    let layer = this.backs.indexOf(back);
    if (layer < 0) layer = this.backs.push(back) - 1;
    this.layer = this.values[layer] ??= new Values();
    this.back = back ? tileOf(back) : -1;
    this.calling = !back && this.shan.paishu !== 0;
    return this.worth(this.root(hand));
  }

  root(hand) {
    const name = hand._fulou.join();
    let group = this.roots.get(name);
    if (!group) this.roots.set(name, (group = new Group(this, [...hand._fulou], hand.menqian)));
    return group.hand(...keysOf(hand._bingpai), redsOf(hand._bingpai));
  }

  worth(hand) {
    const { layer, search } = this;
    const { id } = hand;
    if (id < layer.in.length && layer.in[id] === search) return layer.of[id];
    const value = this.drawn(hand) / WIDTH[hand.shanten];
    layer.put(id, search, value);
    return value;
  }

  /** Each draw that lowers shanten, times what it leads to. */
  drawn(hand) {
    const { left } = this;
    const draws = (hand.draws ??= hand.findDraws());
    let total = 0;
    for (let at = 0; at < draws.length; at += 1) {
      const draw = draws[at];
      const { tile } = draw;
      if (tile === this.back) return 0;
      if (left[tile] === 0) continue;
      left[tile] -= 1;
      let value = hand.shanten === 0 ? this.payment(hand, draw) : this.afterDraw(hand, draw);
      if (this.calling && hand.shanten > 0) value += this.called(hand, draw);
      left[tile] += 1;
      total += value * left[tile];
    }
    return total;
  }

  afterDraw(hand, draw) {
    const whole = (draw.whole ??= hand.changed(draw.tile, 1));
    return this.best((whole.leaves ??= whole.findLeaves()));
  }

  best(hands) {
    let best = 0;
    for (let at = 0; at < hands.length; at += 1) {
      const value = this.worth(hands[at]);
      if (value > best) best = value;
    }
    return best;
  }

  /** What the calls of a tile lead to: a pon may come from three, a chi from one. */
  called(hand, draw) {
    if (!draw.pons) this.findCalls(hand, draw);
    let pon = 0;
    for (const leaves of draw.pons) pon = Math.max(this.best(leaves), pon);
    let chi = 0;
    for (const leaves of draw.chis) chi = Math.max(this.best(leaves), chi);
    return pon > chi ? pon * 3 : pon * 2 + chi;
  }

  findCalls(hand, draw) {
    const { tile } = draw;
    draw.pons = this.calls(hand, tile, 0, 0);
    draw.chis = NONE;
    if (suitOf(tile) === HONOURS || this.fullOfSame(hand, tile)) return;
    const end = this.calls(hand, tile, -2, -1);
    const middle = this.calls(hand, tile, -1, 1);
    const start = this.calls(hand, tile, 1, 2);
    if (end !== NONE || middle !== NONE || start !== NONE) draw.chis = [...end, ...middle, ...start];
  }

  /** Three melds and two tiles more of the called kind: the engine lets no chi of it where it may not be discarded. */
  fullOfSame(hand, tile) {
    if (this.kuikae !== 1 || hand.group.melds.length !== 3) return false;
    return (tile % DIGITS ? hand.held(tile) : redsIn(hand.reds, suitOf(tile))) === 2;
  }

  /** The kinds that may not be discarded after a call with the tiles so many ranks beside the called one. */
  denied(kind, first, second) {
    if (this.kuikae === 2) return NONE;
    if (this.kuikae === 1) return [kind];
    const rank = kind % DIGITS;
    if (second === -1 && rank > 3) return [kind, kind - 3];
    if (first === 1 && rank < 7) return [kind, kind + 3];
    return [kind];
  }

  /** For each meld of that form that lowers shanten the hands that its discards leave. */
  calls(hand, tile, first, second) {
    const suit = suitOf(tile);
    const rank = tile % DIGITS || FIVE;
    const key = hand.key(suit);
    const step = stepsOf(key, suit, rank + first, rank + second);
    if (!step || called(hand, suit, step) >= hand.shanten) return NONE;
    const kind = suit * DIGITS + rank;
    const denied = this.denied(kind, first, second);
    if (first !== second && this.kuikae === 0 && !anyOther(hand, denied)) return NONE;
    const fives = suit === HONOURS ? 0 : (rank + first === FIVE ? 1 : 0) + (rank + second === FIVE ? 1 : 0);
    const reds = fives ? redsIn(hand.reds, suit) : 0;
    const plain = fives ? hand.held(suit * DIGITS + FIVE) - reds : 0;
    const found = [];
    for (let used = Math.min(fives, reds); used >= 0 && fives - used <= plain; used -= 1) {
      const group = hand.group.with(tile, first, second, used);
      found.push(withKey(hand, group, suit, key - step, hand.reds - used * RED[suit]).findLeaves(denied));
    }
    return found.slice();
  }

  payment(hand, draw) {
    if (draw.paidIn === this.payments) return draw.paid;
    draw.paidIn = this.payments;
    draw.paid = this.points(hand, draw.tile);
    return draw.paid;
  }

  points(hand, tile) {
    const { group } = hand;
    if (group.pointsIn !== this.payments) {
      const { player } = this;
      const situation = {
        rule: player._rule, round: player._model.zhuangfeng, seat: player._menfeng, indicators: this.shan.baopai,
      };
      group.points = new Points(group.melds, group.closed, situation);
      group.pointsIn = this.payments;
    }
    const suit = suitOf(tile);
    const reds = [0, 1, 2].map((each) => redsIn(hand.reds, each) + (tile % DIGITS === 0 && each === suit ? 1 : 0));
    const keys = [hand.m, hand.p, hand.s, hand.z];
    keys[suit] += STEPS[suit][tile % DIGITS || FIVE];
    return group.points.of(keys, reds, suit, tile % DIGITS);
  }
}

/** The steps of two tiles together, 0 where a suit does not hold both. */
function stepsOf(key, suit, first, second) {
  const one = STEPS[suit][first];
  const other = STEPS[suit][second];
  if (!one || !other) return 0;
  const both = one === other ? held(key, one) >= 2 : held(key, one) > 0 && held(key, other) > 0;
  return both ? one + other : 0;
}

/** Shanten after a call that takes so much off the key of a suit. */
function called({ m, p, s, z, group }, suit, step) {
  const take = (at) => (at === suit ? step : 0);
  return shantenOf(m - take(0), p - take(1), s - take(2), z - take(HONOURS), group.melds.length + 1);
}

function withKey({ m, p, s, z }, group, suit, key, reds) {
  const put = (at, old) => (at === suit ? key : old);
  return group.hand(put(0, m), put(1, p), put(2, s), put(HONOURS, z), reds);
}

/** Whether a hand holds more than the two tiles of a call and those that may not be discarded after it. */
function anyOther(hand, denied) {
  const same = denied.reduce((total, kind) => total + hand.held(kind), 0);
  return same < 14 - 3 * (hand.group.melds.length + 1);
}

/** A meld as majiang spells it: a chi in order, a pon with the called tile at the end. */
function spelled(tile, first, second, reds) {
  const digit = tile % DIGITS;
  const ranks = [first, second].map((beside) => (digit || FIVE) + beside);
  const fives = tile < HONOURS * DIGITS ? ranks.filter((rank) => rank === FIVE).length : 0;
  let left = fives;
  const digits = ranks.map((rank) => (fives && rank === FIVE && left-- <= reds ? 0 : rank));
  const chi = first !== second;
  const place = [first, second].filter((beside) => beside <= 0).length;
  digits.splice(place, 0, `${digit}${chi ? '-' : '+'}`);
  return TILES[tile][0] + digits.join('');
}

const graphs = new WeakMap();

/** The player's own search, kept as long as its deal lasts. */
function searching(original) {
  function afterDraw(player, hand, left, back) {
    const now = Majiang.Util.xiangting(hand);
    if (now === -1) return player.get_defen(hand);
    let best = 0;
    for (const tile of player.get_dapai(hand)) {
      const rest = hand.clone().dapai(tile);
      if (Majiang.Util.xiangting(rest) <= now) best = Math.max(best, player.eval_shoupai(rest, left, back));
    }
    return best;
  }

  return function value(hand, left, back) {
    if (hand._lizhi) return original.call(this, hand, left, back);
    if (hand._zimo) return afterDraw(this, hand, left, back);
    if (Majiang.Util.xiangting(hand) >= SEARCHED) return original.call(this, hand, left, back);
    let graph = graphs.get(this);
    if (!graph || graph.shan !== this.shan) graphs.set(this, (graph = new Graph(this)));
    return graph.value(hand, left, back);
  };
}

module.exports = { searching };
