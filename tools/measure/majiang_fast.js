'use strict';
/*
 * Makes the player of majiang-ai answer sooner, and the same: it puts quicker functions in the place of those that
 * its search calls most. `majiang_check.js` compares the answers of whole games with those of the original.
 * Shanten comes out of tables, the search keeps the hands that it comes to, and spelled hands are put together from
 * spelled suits.
 */

const Majiang = require('@kobalab/majiang-core');
const Player = require('@kobalab/majiang-ai');

const { FOUND, Kept, SUITS, honourKey, shantenOf, suitKey, tilesWithin } = require('./majiang_shanten.js');
const { distantShanten, remembered } = require('./majiang_distant.js');
const { searching } = require('./majiang_search.js');

// -- shanten ------------------------------------------------------------------------------------------

function shanten(hand) {
  const { m, p, s, z } = hand._bingpai;
  const melds = hand._fulou.length;
  const found = shantenOf(suitKey(m), suitKey(p), suitKey(s), honourKey(z), melds);
  // a hand that has just called is not won
  return found === -1 && melds && hand._zimo && hand._zimo.length > 2 ? 0 : found;
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

const TILES = SUITS.flatMap((suit) => [...'0123456789'].map((rank) => suit + rank));

function acceptedAtOnce(hand) {
  const { m, p, s, z } = hand._bingpai;
  const count = tilesWithin(shanten(hand) - 1, 1, suitKey(m), suitKey(p), suitKey(s), honourKey(z), hand._fulou.length);
  return Array.from(FOUND.subarray(0, count), (tile) => TILES[tile]);
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

const isOpen = remembered((meld) => /[-+=]/.test(meld));

function install() {
  Majiang.Util.xiangting = shanten;
  Majiang.Util.tingpai = accepted;
  const { Shoupai } = Majiang;
  Shoupai.valid_pai = remembered(Shoupai.valid_pai);
  Shoupai.valid_mianzi = remembered(Shoupai.valid_mianzi);
  Shoupai.prototype.toString = spelled;
  Shoupai.prototype.clone = copied;
  Object.defineProperty(Shoupai.prototype, 'menqian', { get() { return !this._fulou.some(isOpen); } });
  Player.prototype.xiangting = distantShanten;
  Player.prototype.eval_shoupai = searching(Player.prototype.eval_shoupai);
}

module.exports = { accepted, copied, install, shanten, spelled };
