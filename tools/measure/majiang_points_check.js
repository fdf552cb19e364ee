'use strict';
/*
 * Whether majiang_points.js pays for hands made by chance what @kobalab/majiang-core pays for them.
 *
 *     NODE_PATH=FOLDER/node_modules node tools/measure/majiang_points_check.js 60000
 *
 * Melds and a pair are put together, often of few suits or few ranks, so that rare yaku and limits come up; some hands
 * are seven pairs, orphans or gates. Rules, winds and indicators change with each hand. Exits with 1 where one differs.
 */

const assert = require('node:assert');
const Majiang = require('@kobalab/majiang-core');
const { Points } = require('./majiang_points.js');
const { SUITS, keysOf } = require('./majiang_shanten.js');

let state = 7;
/** The same numbers at every run (a linear congruential generator). */
function chance(below) {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * below);
}

const pick = (values) => values[chance(values.length)];
const RULES = [
  'クイタンあり', '連風牌は2符', '切り上げ満貫あり', '数え役満あり', '役満の複合あり', 'ダブル役満あり', '役満パオあり',
];
const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const HONOURS = [1, 2, 3, 4, 5, 6, 7];
/** What hands are made of: suits, ranks of triplets and pairs, ranks where runs begin. */
const KINDS = [
  () => ['mpsz', RANKS, [1, 2, 3, 4, 5, 6, 7]],
  () => ['mps', [2, 3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6]],
  () => ['mpsz', [1, 9], [1, 7]],
  () => [`${pick('mps')}z`, RANKS, [1, 4, 7]],
  () => [pick('mps'), RANKS, [1, 2, 3, 4, 5, 6, 7]],
  () => [`zzz${pick('mps')}`, RANKS, []],
  () => ['sssz', [2, 3, 4, 6, 8], [2]],
  () => ['mps', [4, 5, 6], [4, 5]],
];

/** Tiles beside melds, and melds, put together of four melds and a pair. */
function composed() {
  const [suits, ranks, starts] = pick(KINDS)();
  const tiles = [];
  const melds = [];
  const open = chance(3) * 2;
  const rankIn = (suit) => (suit === 'z' ? pick(HONOURS) : pick(ranks));
  const pairSuit = pick(suits);
  const pair = rankIn(pairSuit);
  tiles.push(pairSuit + pair, pairSuit + pair);
  for (let each = 0; each < 4; each += 1) {
    const suit = pick(suits);
    const start = suit !== 'z' && starts.length && chance(3) ? pick(starts) : 0;
    const rank = start || rankIn(suit);
    const digits = start ? [rank, rank + 1, rank + 2] : [rank, rank, rank];
    if (chance(4) < open) melds.push(called(suit, digits));
    else tiles.push(...digits.map((digit) => suit + digit));
  }
  return [tiles, melds];
}

/** A meld on the table, with a red five now and then. */
function called(suit, digits) {
  const [low, middle, high] = digits;
  const same = `${suit}${low}${low}${low}`;
  const mark = pick('-+=');
  const forms = [`${same}${mark}`, `${same}${low}`, `${same}${mark}${low}`, `${same}${low}${mark}`];
  const meld = low === high ? pick(forms) : `${suit}${low}-${middle}${high}`;
  return Majiang.Shoupai.valid_mianzi(suit !== 'z' && chance(2) ? meld.replace('5', '0') : meld);
}

function sevenPairs() {
  const suits = pick(['mps', 'mz', 'z', 's']);
  const all = [...suits].flatMap((suit) => (suit === 'z' ? HONOURS : RANKS).map((rank) => suit + rank));
  const kinds = all.sort(() => chance(2) - 0.5).slice(0, 7);
  return [kinds.flatMap((kind) => [kind, kind]), []];
}

function orphans() {
  const kinds = [...'mps'].flatMap((suit) => [`${suit}1`, `${suit}9`]).concat(HONOURS.map((rank) => `z${rank}`));
  return [[...kinds, pick(kinds)], []];
}

function gates() {
  const suit = pick('mps');
  return [[1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, pick(RANKS)].map((rank) => suit + rank), []];
}

function possible(tiles, melds) {
  const counts = {};
  const all = [...tiles, ...melds.flatMap((meld) => meld.match(/\d/g).map((digit) => meld[0] + (+digit || 5)))];
  for (const tile of all) counts[tile] = (counts[tile] ?? 0) + 1;
  return Object.values(counts).every((count) => count <= 4);
}

/** A hand in which one of its tiles was drawn last; null where there are not so many tiles. */
function made() {
  const [tiles, melds] = chance(3) ? composed() : pick([sevenPairs, orphans, gates])();
  if (!possible(tiles, melds)) return null;
  const coloured = tiles.map((tile) => (/[mps]5/.test(tile) && !chance(3) ? `${tile[0]}0` : tile));
  const [drawn] = coloured.splice(chance(coloured.length), 1);
  const hand = new Majiang.Shoupai(coloured);
  hand._fulou = melds;
  return hand.zimo(drawn);
}

function compare(hand) {
  const rule = Majiang.rule(Object.fromEntries(RULES.map((name) => [name, chance(2) === 1])));
  const indicators = Array.from({ length: 1 + chance(4) }, () => pick('mpsz') + pick(HONOURS));
  const [round, seat] = [chance(3), chance(4)];
  const wanted = Majiang.Util.hule(hand, null, {
    rule, zhuangfeng: round, menfeng: seat, hupai: { lizhi: hand.menqian }, baopai: indicators,
    jicun: { changbang: 0, lizhibang: 0 },
  });
  const { m, p, s } = hand._bingpai;
  const points = new Points(hand._fulou, hand.menqian, { rule, round, seat, indicators });
  const paid = points.of(keysOf(hand._bingpai), [m[0], p[0], s[0]], SUITS.indexOf(hand._zimo[0]), +hand._zimo[1]);
  assert.strictEqual(paid, wanted ? wanted.defen : null, `${hand} ${indicators} ${round} ${seat}`);
  return paid;
}

const hands = Number(process.argv[2] ?? 20000);
let limits = 0;
for (let count = 0; count < hands;) {
  const hand = made();
  if (!hand) continue;
  count += 1;
  if (compare(hand) >= 32000) limits += 1;
}
console.log(`${hands} hands, the same payment for each, ${limits} of them limits`);
