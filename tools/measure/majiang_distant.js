'use strict';
/*
 * The shanten of majiang-ai for hands that are far from a win, for majiang_fast.js: the least to any of seven goals,
 * a closed hand, a triplet of value, no terminals, triplets and each of three flushes.
 */

const { HONOURS, STEPS, held, honourKey, shantenOf, suitKey } = require('./majiang_shanten.js');

const DRAGONS = [5, 6, 7];
const ONE = STEPS[0][1];

/** A function of one text that is asked for the same texts again and again. */
function remembered(ask) {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, ask(text));
    return known.get(text);
  };
}

const hasOutside = remembered((meld) => /^z|[19]/.test(meld));
const isSame = remembered((meld) => /^[mpsz](\d)\1\1/.test(meld.replace(/0/, '5')));

function distantShanten(hand) {
  const tiles = hand._bingpai;
  const m = suitKey(tiles.m);
  const p = suitKey(tiles.p);
  const s = suitKey(tiles.s);
  const z = honourKey(tiles.z);
  const melds = hand._fulou;
  const called = melds.length > 0 && hand._zimo && hand._zimo.length > 2;
  const count = melds.length;
  // a hand that has just called is not won
  const open = (...keys) => Math.max(shantenOf(...keys, count), called ? 0 : -1);
  let best = Infinity;
  if (hand.menqian) best = open(m, p, s, z);
  best = Math.min(best, toValue(this, hand, m, p, s, z, open));
  if ((this._rule['クイタンあり'] || hand.menqian) && !melds.some(hasOutside)) {
    best = Math.min(best, open(inner(m), inner(p), inner(s), 0));
  }
  if (melds.every(isSame)) best = Math.min(best, toTriplets(tiles, count));
  if (melds.every((meld) => meld[0] === 'm' || meld[0] === 'z')) best = Math.min(best, open(m, 0, 0, z));
  if (melds.every((meld) => meld[0] === 'p' || meld[0] === 'z')) best = Math.min(best, open(0, p, 0, z));
  if (melds.every((meld) => meld[0] === 's' || meld[0] === 'z')) best = Math.min(best, open(0, 0, s, z));
  return best;
}

/** To a hand with a triplet of value: one it has, or one that it calls to a pair. */
function toValue(player, hand, m, p, s, z, open) {
  let pair = 0;
  for (const rank of [player._model.zhuangfeng + 1, player._menfeng + 1, ...DRAGONS]) {
    const tiles = hand._bingpai.z[rank];
    if (tiles >= 3 || hand._fulou.some((meld) => meld[0] === 'z' && +meld[1] === rank)) return open(m, p, s, z);
    if (tiles === 2 && player._suanpai._paishu.z[rank]) pair = rank;
  }
  if (!pair) return Infinity;
  return shantenOf(m, p, s, z - 2 * STEPS[HONOURS][pair], hand._fulou.length + 1) + 1;
}

/** A suit without its terminals. */
function inner(key) {
  return key - held(key, ONE) * ONE - held(key, 1);
}

function toTriplets(tiles, melds) {
  let triplets = melds;
  let pairs = 0;
  for (const counts of [tiles.m, tiles.p, tiles.s, tiles.z]) {
    for (let rank = 1; rank < counts.length; rank += 1) {
      if (counts[rank] >= 3) triplets += 1;
      else if (counts[rank] === 2) pairs += 1;
    }
  }
  if (triplets + pairs > 5) pairs = 5 - triplets;
  return 8 - triplets * 2 - pairs;
}

module.exports = { distantShanten, remembered };
