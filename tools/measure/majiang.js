'use strict';
/*
 * The player of @kobalab/majiang-ai at a table of ours: mjai events in, its answers out, a line each.
 *
 *     npm install --prefix FOLDER @kobalab/majiang-ai @kobalab/majiang-core
 *     furiten rules tenhou --json > FOLDER/tenhou.json
 *     NODE_PATH=FOLDER/node_modules furiten arena --rules tenhou --games 20 --seed 3 \
 *         --bots 'mjai:node tools/measure/majiang.js FOLDER/tenhou.json,hayai:expert,mamori:expert,takame:expert'
 *
 * The argument is the ruleset, since mjai does not tell it. That player hears a game in messages of its own:
 * a seat is its distance from the dealer, a tile a suit and a number ("m0" a red five, "z1" east), a meld the
 * tiles in order with a mark at the called one, which says where it came from. It thinks of every event as it
 * would at its own table; what it says last is the answer.
 */

const fs = require('node:fs');
const readline = require('node:readline');
const Majiang = require('@kobalab/majiang-core');
const Player = require('@kobalab/majiang-ai');
const fast = require('./majiang_fast.js');

const PLAYERS = 4;
const HONOURS = ['E', 'S', 'W', 'N', 'P', 'F', 'C'];
const NONE = { type: 'none' };
/** From whom a tile was called, by the distance in turn order. */
const FROM = ['', '+', '=', '-'];
const KAN_OF_FOUR = /^[mpsz]\d{4}$/;
const ADDED_KAN = /[-+=]\d$/;

/** An mjai tile as majiang spells it; '' for one that is hidden. */
function tileIn(pai) {
  if (pai === '?') return '';
  const honour = HONOURS.indexOf(pai);
  if (honour >= 0) return `z${honour + 1}`;
  return pai.endsWith('r') ? `${pai[1]}0` : `${pai[1]}${pai[0]}`;
}

/** A majiang tile as mjai spells it; marks behind it are passed over. */
function tileOut(tile) {
  const [suit, digit] = tile;
  if (suit === 'z') return HONOURS[digit - 1];
  return digit === '0' ? `5${suit}r` : `${digit}${suit}`;
}

/** The settings of majiang that its player looks at, from the fields of our ruleset. */
function settings(rules) {
  const [m, p, s] = rules.red_fives;
  const kuikae = rules.kuikae_other_end ? 1 : 0;
  return Majiang.rule({
    赤牌: { m, p, s },
    クイタンあり: rules.open_tanyao,
    喰い替え許可レベル: rules.kuikae_same ? 2 : kuikae,
    連風牌は2符: rules.double_wind_pair_fu === 2,
    切り上げ満貫あり: rules.kiriage,
    数え役満あり: rules.counted_limit === 'yakuman',
    役満の複合あり: rules.yakuman_add_up,
    ダブル役満あり: rules.double_yakuman.length > 0,
    途中流局あり: rules.nine_terminals,
    // it knows two limits, none and a draw left for everybody: one between the two is told as the second
    ツモ番なしリーチあり: rules.riichi_minimum_live === 0,
    // ends the game there; its player takes it for the rule that who cannot pay the bet declares no riichi
    トビ終了あり: (rules.riichi_minimum_points ?? 0) >= 1000,
    リーチ後暗槓許可レベル: rules.closed_kan_after_riichi === 'waits' ? 2 : 1,
  });
}

/** A meld in majiang's spelling: the tiles from the hand, then the called one with its mark. */
function meld(consumed, called, mark) {
  const tiles = consumed.map(tileIn);
  // a red five stands behind the others; majiang sorts the rest of a spelling itself
  const digits = tiles.map((tile) => tile[1]).sort().reverse();
  const marked = called ? tileIn(called)[1] + mark : '';
  const spelled = Majiang.Shoupai.valid_mianzi(tiles[0][0] + digits.join('') + marked);
  if (!spelled) throw new Error(`no meld: ${consumed} and ${called}`);
  return spelled;
}

/** One seat of one game. */
class Seat {
  constructor(rules) {
    this.rule = settings(rules);
    /** What the player wants now, as mjai says it. */
    this.answer = NONE;
  }

  /** Take in an event. Events that are not known, or that ask nothing new, leave the answer as it was. */
  hear(event) {
    this[`on_${event.type}`]?.(event);
  }

  on_start_game(event) {
    this.id = event.id;
    this.player = new Player();
    this.tell({ kaiju: { id: event.id, rule: this.rule, title: '', player: [], qijia: 0 } }, event);
  }

  on_start_kyoku(event) {
    this.dealer = event.oya;
    this.replacement = false;
    this.declaring = false;
    this.pons = new Map();
    const fromDealer = (values) => values.map((_, place) => values[(event.oya + place) % PLAYERS]);
    const hands = event.tehais.map((hand, seat) => (seat === this.id ? hand.map(tileIn).join('') : ''));
    this.tell({
      qipai: {
        zhuangfeng: HONOURS.indexOf(event.bakaze),
        jushu: event.oya,
        changbang: event.honba,
        lizhibang: event.kyotaku,
        defen: fromDealer(event.scores),
        baopai: tileIn(event.dora_marker),
        shoupai: fromDealer(hands),
      },
    }, event);
  }

  on_tsumo(event) {
    const kind = this.replacement ? 'gangzimo' : 'zimo';
    this.replacement = false;
    this.tell({ [kind]: { l: this.place(event.actor), p: tileIn(event.pai) } }, event);
  }

  on_dahai(event) {
    const marks = (event.tsumogiri ? '_' : '') + (this.declaring ? '*' : '');
    this.declaring = false;
    this.tell({ dapai: { l: this.place(event.actor), p: tileIn(event.pai) + marks } }, event);
  }

  /** Riichi is declared: majiang hears of it with the discard, which the player has chosen already. */
  on_reach(event) {
    this.declaring = true;
    this.answer = event.actor === this.id && this.declaration ? this.declaration : NONE;
  }

  on_chi(event) {
    this.call(event);
  }

  on_pon(event) {
    this.pons.set(this.pon(event), this.call(event));
  }

  on_daiminkan(event) {
    this.replacement = true;
    this.call(event);
  }

  on_ankan(event) {
    this.replacement = true;
    this.tell({ gang: { l: this.place(event.actor), m: meld(event.consumed) } }, event);
  }

  on_kakan(event) {
    this.replacement = true;
    const added = this.pons.get(this.pon(event)) + tileIn(event.pai)[1];
    this.tell({ gang: { l: this.place(event.actor), m: added } }, event);
  }

  on_dora(event) {
    this.player.action({ kaigang: { baopai: tileIn(event.dora_marker) } });
  }

  // each hand is dealt with its scores, and the player keeps nothing else between hands
  on_hora() {
    this.answer = NONE;
  }

  on_ryukyoku() {
    this.answer = NONE;
  }

  /** Seats are counted from the dealer. */
  place(seat) {
    return (seat + PLAYERS - this.dealer) % PLAYERS;
  }

  /** Whose pon of which kind: red or not is the same. */
  pon(event) {
    return event.actor + tileIn(event.pai).replace('0', '5');
  }

  call(event) {
    const mark = FROM[(event.target + PLAYERS - event.actor) % PLAYERS];
    const m = meld(event.consumed, event.pai, mark);
    this.tell({ fulou: { l: this.place(event.actor), m } }, event);
    return m;
  }

  tell(message, event) {
    if (event.past) {
      this.player.action(message);
      this.declaration = null;
      this.answer = NONE;
      return;
    }
    let reply;
    this.player.action(message, (said) => {
      reply = said;
    });
    this.declaration = null;
    this.answer = this.spelled(reply ?? {}, event);
  }

  /** What the player says to an event, as mjai says it. */
  spelled(reply, event) {
    const actor = this.id;
    if (reply.hule) return { type: 'hora', actor, target: event.actor, pai: event.pai };
    if (reply.daopai) return { type: 'ryukyoku', actor, reason: 'kyuushu_kyuuhai' };
    if (reply.gang) return this.spelledKan(reply.gang);
    if (reply.fulou) return this.spelledCall(reply.fulou, event);
    if (reply.dapai) return this.spelledDiscard(reply.dapai);
    return NONE;
  }

  spelledKan(m) {
    const tiles = [...m.matchAll(/\d/g)].map(([digit]) => tileOut(m[0] + digit));
    if (KAN_OF_FOUR.test(m)) return { type: 'ankan', actor: this.id, consumed: tiles };
    if (!ADDED_KAN.test(m)) throw new Error(`no kan: ${m}`);
    return { type: 'kakan', actor: this.id, pai: tiles[3], consumed: tiles.slice(0, 3) };
  }

  spelledCall(m, event) {
    const consumed = [...m.matchAll(/\d(?![-+=])/g)].map(([digit]) => tileOut(m[0] + digit));
    const digits = m.match(/\d/g).map((digit) => (digit === '0' ? '5' : digit));
    const pon = consumed.length === 3 ? 'daiminkan' : 'pon';
    const type = new Set(digits).size === 1 ? pon : 'chi';
    return { type, actor: this.id, target: event.actor, pai: event.pai, consumed };
  }

  spelledDiscard(dapai) {
    const actor = this.id;
    const discard = { type: 'dahai', actor, pai: tileOut(dapai), tsumogiri: dapai[2] === '_' };
    if (!dapai.endsWith('*')) return discard;
    this.declaration = discard;
    return { type: 'reach', actor };
  }
}

/** Answer each line, an event or a list of them, unless it says that nothing can be done. */
async function main(rules) {
  const seat = new Seat(rules);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const told = [JSON.parse(line)].flat();
    told.forEach((event) => seat.hear(event));
    if (told.at(-1)?.can_act !== false) process.stdout.write(`${JSON.stringify(seat.answer)}\n`);
  }
}

if (require.main === module) fast.install();
if (require.main === module) main(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')));

module.exports = { Seat, settings, tileOut };
