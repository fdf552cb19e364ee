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
const { HONOURS, STEPS, SUITS, eachAccepted, eachSpare, held, keysOf, shantenOf } = require('./majiang_shanten.js');

/** Draws that follow one another are spread over this many draws of the hand, by shanten. */
const WIDTH = [12, 12 * 6, 12 * 6 * 3];
const SEARCHED = 3;
const FIVE = 5;
const DIGITS = 10;
/** Tiles are counted as ten times the suit and the digit, a red five being 0. */
const TILES = SUITS.flatMap((suit) => [...'0123456789'].map((digit) => suit + digit));
const tileOf = (name) => SUITS.indexOf(name[0]) * DIGITS + +name[1];
/** The red fives of a hand are one number: two bits a suit. */
const RED = [16, 4, 1, 0];
const redsOf = ({ m, p, s }) => m[0] * RED[0] + p[0] * RED[1] + s[0] * RED[2];
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
    this.shanten = shantenOf(this.keys(), group.melds.length);
    this.draws = null;
    /** The hands that the best discards of fourteen tiles leave. */
    this.leaves = null;
  }

  keys() {
    return [this.m, this.p, this.s, this.z];
  }

  /** This hand with a tile more or less. */
  changed(suit, digit, by) {
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
    const found = [];
    eachAccepted(this.keys(), this.group.melds.length, this.shanten - 1, (suit, rank) => {
      if (rank === FIVE && suit !== HONOURS) found.push(new Draw(suit * DIGITS));
      found.push(new Draw(suit * DIGITS + rank));
    });
    return found;
  }

  findLeaves() {
    const found = [];
    eachSpare(this.keys(), this.group.melds.length, Math.max(this.shanten, 0), (suit, rank) => {
      this.discard(found, suit, rank);
    });
    return found;
  }

  /** The hands after a call, where some ranks of its suit may not be discarded at once. */
  leavesAfter(called, denied) {
    const found = [];
    eachSpare(this.keys(), this.group.melds.length, Math.max(this.shanten, 0), (suit, rank) => {
      if (suit !== called || !denied.includes(rank)) this.discard(found, suit, rank);
    });
    return found;
  }

  discard(found, suit, rank) {
    const reds = rank === FIVE ? redsIn(this.reds, suit) : 0;
    if (reds) found.push(this.changed(suit, 0, -1));
    if (reds < held(this.keys()[suit], STEPS[suit][rank])) found.push(this.changed(suit, rank, -1));
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

  /** Those with a meld more. */
  with(meld) {
    let found = this.grown.get(meld);
    if (!found) this.grown.set(meld, (found = new Group(this.graph, [...this.melds, meld], false)));
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
    const whole = (draw.whole ??= hand.changed(Math.floor(draw.tile / DIGITS), draw.tile % DIGITS, 1));
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
    const suit = Math.floor(draw.tile / DIGITS);
    const rank = draw.tile % DIGITS || FIVE;
    draw.pons = this.calls(hand, draw.tile, suit, rank, 0, 0);
    draw.chis = NONE;
    if (suit === HONOURS || this.fullOfSame(hand, draw.tile, suit)) return;
    const end = this.calls(hand, draw.tile, suit, rank, -2, -1);
    const middle = this.calls(hand, draw.tile, suit, rank, -1, 1);
    draw.chis = [...end, ...middle, ...this.calls(hand, draw.tile, suit, rank, 1, 2)];
  }

  /** Three melds and two tiles more of the called kind: the engine lets no chi of it where it may not be discarded. */
  fullOfSame(hand, tile, suit) {
    if (this.kuikae !== 1 || hand.group.melds.length !== 3) return false;
    const digit = tile % DIGITS;
    return (digit ? held(hand.keys()[suit], STEPS[suit][digit]) : redsIn(hand.reds, suit)) === 2;
  }

  /** The ranks that may not be discarded after a call with the tiles so many ranks beside the called one. */
  denied(rank, first, second) {
    if (this.kuikae === 2) return NONE;
    if (this.kuikae === 1) return [rank];
    if (second === -1 && rank > 3) return [rank, rank - 3];
    if (first === 1 && rank < 7) return [rank, rank + 3];
    return [rank];
  }

  /** For each meld of that form that lowers shanten the hands that its discards leave. */
  calls(hand, tile, suit, rank, first, second) {
    const ranks = [rank + first, rank + second];
    const steps = ranks.map((each) => STEPS[suit][each]);
    if (!lowers(hand, suit, ...steps)) return NONE;
    const denied = this.denied(rank, first, second);
    const chi = first !== second;
    if (chi && this.kuikae === 0 && !anyOther(hand, suit, denied)) return NONE;
    const keys = hand.keys();
    keys[suit] -= steps[0] + steps[1];
    const fives = suit === HONOURS ? 0 : ranks.filter((each) => each === FIVE).length;
    const reds = redsIn(hand.reds, suit);
    const plain = fives && held(hand.keys()[suit], STEPS[suit][FIVE]) - reds;
    const found = [];
    for (let used = Math.min(fives, reds); used >= 0 && fives - used <= plain; used -= 1) {
      const group = hand.group.with(spelled(tile, ranks, used, chi));
      const whole = group.hand(...keys, hand.reds - used * RED[suit]);
      found.push(whole.leavesAfter(suit, denied));
    }
    return found;
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
    const suit = Math.floor(tile / DIGITS);
    const digit = tile % DIGITS;
    const keys = hand.keys();
    keys[suit] += STEPS[suit][digit || FIVE];
    const reds = [0, 1, 2].map((each) => redsIn(hand.reds, each) + (digit === 0 && each === suit ? 1 : 0));
    return group.points.of(keys, reds, suit, digit);
  }
}

const NONE = [];

/** Whether a meld with two tiles of a suit, told by their steps, lowers shanten. */
function lowers(hand, suit, first, second) {
  if (!first || !second) return false;
  const keys = hand.keys();
  const key = keys[suit];
  if (first === second ? held(key, first) < 2 : !held(key, first) || !held(key, second)) return false;
  keys[suit] -= first + second;
  return shantenOf(keys, hand.group.melds.length + 1) < hand.shanten;
}

/** Whether a hand holds more than the two tiles of a call and those that may not be discarded after it. */
function anyOther(hand, suit, denied) {
  const key = hand.keys()[suit];
  const same = denied.reduce((total, rank) => total + held(key, STEPS[suit][rank]), 0);
  return same < 14 - 3 * (hand.group.melds.length + 1);
}

/** A meld as majiang spells it: a chi in order, a pon with the called tile at the end. */
function spelled(tile, ranks, reds, chi) {
  let left = ranks.filter((rank) => rank === FIVE).length;
  const digits = ranks.map((rank) => (rank === FIVE && left-- <= reds ? 0 : rank));
  const called = tile % DIGITS;
  const place = chi ? ranks.filter((rank) => rank < (called || FIVE)).length : 2;
  digits.splice(place, 0, `${called}${chi ? '-' : '+'}`);
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
