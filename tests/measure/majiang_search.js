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
const { HONOURS, STEPS, SUITS, countsOf, eachAccepted, eachSpare, held, keysOf, shantenOf } = require('./majiang_shanten.js');

/** Draws that follow one another are spread over this many draws of the hand, by shanten. */
const WIDTH = [12, 12 * 6, 12 * 6 * 3];
const SEARCHED = 3;
const FIVE = 5;
const DIGITS = 10;
/** Tiles are counted as ten times the suit and the digit, a red five being 0. */
const TILES = SUITS.flatMap((suit) => [...'0123456789'].map((digit) => suit + digit));
const tileOf = (name) => SUITS.indexOf(name[0]) * DIGITS + +name[1];

/** Thirteen tiles, melds among them. */
class Hand {
  constructor(id, group, keys, reds) {
    this.id = id;
    this.group = group;
    this.keys = keys;
    this.reds = reds;
    this.shanten = shantenOf(keys, group.melds.length);
    this.draws = null;
  }
}

/** A tile that lowers the shanten of a hand. */
class Draw {
  constructor(tile) {
    this.tile = tile;
    /** The hands that the best discards leave, after a draw and after calls. */
    this.leaves = null;
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
    this.melds = melds;
    this.closed = closed;
    this.hands = new Map();
    this.leaves = new Map();
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

  hand(keys, reds) {
    const high = highOf(keys);
    let row = this.hands.get(high);
    if (!row) this.hands.set(high, (row = new Map()));
    const low = lowOf(keys, reds);
    let found = row.get(low);
    if (!found) row.set(low, (found = new Hand(this.graph.count++, this, keys, reds)));
    return found;
  }

  /** The hands that a discard of fourteen tiles leaves without raising shanten. */
  left(keys, reds) {
    const high = highOf(keys);
    let row = this.leaves.get(high);
    if (!row) this.leaves.set(high, (row = new Map()));
    const low = lowOf(keys, reds);
    let found = row.get(low);
    if (!found) row.set(low, (found = this.discarded(keys, reds)));
    return found;
  }

  discarded(keys, reds) {
    const found = [];
    eachSpare(keys, this.melds.length, shantenOf(keys, this.melds.length), (suit, rank) => {
      for (const digit of digitsOf(keys, reds, suit, rank)) found.push(this.after(keys, reds, suit, digit));
    });
    return found;
  }

  after(keys, reds, suit, digit) {
    return this.hand(changed(keys, suit, digit, -1), recoloured(reds, suit, digit, -1));
  }
}

function highOf(keys) {
  return keys[0] * 2097152 + keys[1];
}

function lowOf(keys, reds) {
  return (keys[2] * 78125 + keys[HONOURS]) * 64 + reds[0] * 16 + reds[1] * 4 + reds[2];
}

function changed(keys, suit, digit, by) {
  const found = [keys[0], keys[1], keys[2], keys[HONOURS]];
  found[suit] += by * STEPS[suit][digit || FIVE];
  return found;
}

function recoloured(reds, suit, digit, by) {
  if (digit) return reds;
  const found = [reds[0], reds[1], reds[2]];
  found[suit] += by;
  return found;
}

/** The tiles of a rank that a hand holds, a red five beside a plain one. */
function digitsOf(keys, reds, suit, rank) {
  if (rank !== FIVE || suit === HONOURS || !reds[suit]) return [rank];
  return reds[suit] < held(keys[suit], STEPS[suit][FIVE]) ? [0, FIVE] : [0];
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
    this.count = 0;
    this.roots = new Map();
    this.values = [];
    this.left = new Int8Array(SUITS.length * DIGITS);
    this.search = 0;
    this.payments = 0;
    this.kept = player._eval_cache;
    this.paid = player._defen_cache;
    this.backs = [];
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
    this.calls = !back && this.shan.paishu !== 0;
    return this.worth(this.root(hand));
  }

  root(hand) {
    const name = hand._fulou.join();
    let group = this.roots.get(name);
    if (!group) this.roots.set(name, (group = new Group(this, [...hand._fulou], hand.menqian)));
    const { m, p, s } = hand._bingpai;
    return group.hand(keysOf(hand._bingpai), [m[0], p[0], s[0]]);
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
    const draws = (hand.draws ??= drawsOf(hand));
    let total = 0;
    for (let at = 0; at < draws.length; at += 1) {
      const draw = draws[at];
      const { tile } = draw;
      if (tile === this.back) return 0;
      if (left[tile] === 0) continue;
      left[tile] -= 1;
      let value = hand.shanten === 0 ? this.payment(hand, draw) : this.best((draw.leaves ??= leavesOf(hand, tile)));
      if (this.calls && hand.shanten > 0) value += this.called(hand, draw);
      left[tile] += 1;
      total += value * left[tile];
    }
    return total;
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
    const steps = STEPS[suit];
    const name = TILES[draw.tile];
    const good = (first, second) => lowers(hand, suit, steps[first], steps[second]);
    draw.pons = NONE;
    draw.chis = NONE;
    if (good(rank, rank)) {
      const whole = spread(hand);
      draw.pons = this.afterCalls(hand, whole, this.player.get_peng_mianzi(whole, `${name}+`));
    }
    if (suit === HONOURS) return;
    if (good(rank - 2, rank - 1) || good(rank - 1, rank + 1) || good(rank + 1, rank + 2)) {
      const whole = spread(hand);
      draw.chis = this.afterCalls(hand, whole, this.player.get_chi_mianzi(whole, `${name}-`));
    }
  }

  /** For each meld that lowers shanten the hands that its discards leave. */
  afterCalls(hand, whole, melds) {
    const found = [];
    for (const meld of melds) {
      const called = whole.clone().fulou(meld);
      const group = hand.group.with(meld);
      const keys = keysOf(called._bingpai);
      const now = shantenOf(keys, group.melds.length);
      if (now >= hand.shanten) continue;
      const { m, p, s } = called._bingpai;
      const reds = [m[0], p[0], s[0]];
      found.push(this.player.get_dapai(called)
        .map((name) => group.after(keys, reds, SUITS.indexOf(name[0]), +name[1]))
        .filter((after) => after.shanten <= Math.max(now, 0)));
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
    const reds = recoloured(hand.reds, suit, digit, 1);
    return group.points.of(changed(hand.keys, suit, digit, 1), reds, suit, digit);
  }
}

const NONE = [];

function drawsOf(hand) {
  const found = [];
  eachAccepted(hand.keys, hand.group.melds.length, hand.shanten - 1, (suit, rank) => {
    if (rank === FIVE && suit !== HONOURS) found.push(new Draw(suit * DIGITS));
    found.push(new Draw(suit * DIGITS + rank));
  });
  return found;
}

function leavesOf(hand, tile) {
  const suit = Math.floor(tile / DIGITS);
  const digit = tile % DIGITS;
  return hand.group.left(changed(hand.keys, suit, digit, 1), recoloured(hand.reds, suit, digit, 1));
}

/** Whether a meld with two tiles of a suit, told by their steps, lowers shanten. */
function lowers(hand, suit, first, second) {
  const key = hand.keys[suit];
  if (!first || !second) return false;
  if (first === second ? held(key, first) < 2 : !held(key, first) || !held(key, second)) return false;
  const keys = [...hand.keys];
  keys[suit] -= first + second;
  return shantenOf(keys, hand.group.melds.length + 1) < hand.shanten;
}

/** The hand as majiang holds it. */
function spread({ keys, reds, group }) {
  const hand = Object.create(Majiang.Shoupai.prototype);
  hand._bingpai = { _: 0 };
  SUITS.forEach((name, suit) => {
    hand._bingpai[name] = countsOf(suit, keys[suit]);
    if (suit !== HONOURS) hand._bingpai[name][0] = reds[suit];
  });
  hand._fulou = group.melds;
  hand._zimo = null;
  hand._lizhi = false;
  return hand;
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
