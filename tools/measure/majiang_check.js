'use strict';
/*
 * Whether majiang-ai decides behind majiang.js as it does at its own table.
 *
 *     NODE_PATH=FOLDER/node_modules node tools/measure/majiang_check.js FOLDER/tenhou.json 2
 *
 * Four of its players play so many games in the engine of @kobalab/majiang-core. Each has a shadow, a seat of
 * majiang.js that is told the same in mjai events; whatever the player says to a message, the shadow has to
 * answer. Exits with 1 where they differ. With --quick at the end the players decide by majiang_fast.js: the
 * walls are the same, so the digest of all answers has to be the same, too.
 */

const assert = require('node:assert');
const crypto = require('node:crypto');
const fs = require('node:fs');
const Majiang = require('@kobalab/majiang-core');
const Player = require('@kobalab/majiang-ai');
const fast = require('./majiang_fast.js');
const { Seat, settings, tileOut } = require('./majiang.js');

const WINDS = ['E', 'S', 'W', 'N'];
const BY_MARK = { '+': 1, '=': 2, '-': 3 };

const rules = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const counts = {};
const answers = crypto.createHash('sha256');

/** The tiles of a hand or meld, marks left out. */
function tiles(text) {
  const suits = text.match(/[mpsz][^mpsz]*/g) ?? [];
  return suits.flatMap((suit) => suit.match(/\d/g).map((digit) => tileOut(suit[0] + digit)));
}

class Shadowed extends Player {
  action(message, callback) {
    const [[kind, content]] = Object.entries(message);
    this.event = this[`mjai_${kind}`]?.(content);
    if (this.event) this.shadow.hear(this.event);
    super.action(message, callback && ((reply) => {
      this.compare(reply ?? {});
      callback(reply);
    }));
  }

  compare(reply) {
    const wanted = this.mjai_reply(reply);
    counts[wanted.type] = (counts[wanted.type] ?? 0) + 1;
    assert.deepStrictEqual(this.shadow.answer, wanted);
    answers.update(JSON.stringify(wanted));
  }

  // -- what the engine tells -----------------------------------------------------------------------

  mjai_kaiju({ id, qijia }) {
    this.seat = (id + 4 - qijia) % 4;
    this.shadow = new Seat(rules);
    return { type: 'start_game', id: this.seat };
  }

  mjai_qipai({ zhuangfeng, jushu, changbang, lizhibang, defen, baopai, shoupai }) {
    this.oya = jushu;
    const bySeat = (values) => WINDS.map((_, seat) => values[(seat + 4 - jushu) % 4]);
    return {
      type: 'start_kyoku',
      bakaze: WINDS[zhuangfeng],
      kyoku: jushu + 1,
      honba: changbang,
      kyotaku: lizhibang,
      oya: jushu,
      scores: bySeat(defen),
      dora_marker: tileOut(baopai),
      tehais: bySeat(shoupai).map((hand) => (hand ? tiles(hand) : Array(13).fill('?'))),
    };
  }

  mjai_zimo({ l, p }) {
    return { type: 'tsumo', actor: this.actor(l), pai: p ? tileOut(p) : '?' };
  }

  mjai_gangzimo(zimo) {
    return this.mjai_zimo(zimo);
  }

  mjai_dapai({ l, p }) {
    const actor = this.actor(l);
    const discard = { type: 'dahai', actor, pai: tileOut(p), tsumogiri: p[2] === '_' };
    if (p.endsWith('*')) {
      this.shadow.hear({ type: 'reach', actor });
      if (actor === this.seat) assert.deepStrictEqual(this.shadow.answer, discard);
    }
    return discard;
  }

  mjai_fulou({ l, m }) {
    const actor = this.actor(l);
    const mark = m.match(/[-+=]/)[0];
    return { ...this.call(m, (actor + BY_MARK[mark]) % 4), actor };
  }

  mjai_gang({ l, m }) {
    return { ...this.kan(m), actor: this.actor(l) };
  }

  mjai_kaigang({ baopai }) {
    return { type: 'dora', dora_marker: tileOut(baopai) };
  }

  mjai_hule({ l }) {
    return { type: 'hora', actor: this.actor(l) };
  }

  mjai_pingju() {
    return { type: 'ryukyoku' };
  }

  mjai_jieju() {
    return { type: 'end_game' };
  }

  // -- what the player says ------------------------------------------------------------------------

  mjai_reply({ hule, daopai, gang, fulou, dapai }) {
    const actor = this.seat;
    const { actor: target, pai } = this.event;
    if (hule) return { type: 'hora', actor, target, pai };
    if (daopai) return { type: 'ryukyoku', actor, reason: 'kyuushu_kyuuhai' };
    if (gang) return { ...this.kan(gang), actor };
    if (fulou) return { ...this.call(fulou, target), actor };
    if (!dapai) return { type: 'none' };
    if (dapai.endsWith('*')) return { type: 'reach', actor };
    return { type: 'dahai', actor, pai: tileOut(dapai), tsumogiri: dapai[2] === '_' };
  }

  call(m, target) {
    const kinds = new Set(m.replaceAll('0', '5').match(/\d/g));
    const consumed = tiles(m.replace(/\d[-+=]/, ''));
    const [pai] = tiles(m[0] + m.match(/(\d)[-+=]/)[1]);
    const type = kinds.size > 1 ? 'chi' : { 2: 'pon', 3: 'daiminkan' }[consumed.length];
    return { type, target, pai, consumed };
  }

  kan(m) {
    const all = tiles(m);
    if (/[-+=]/.test(m)) return { type: 'kakan', pai: all[3], consumed: all.slice(0, 3) };
    return { type: 'ankan', consumed: all };
  }

  actor(l) {
    return (this.oya + l) % 4;
  }
}

/** The same numbers at every run, for the same walls (a linear congruential generator). */
let state = 1;
Math.random = () => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
};

if (process.argv.includes('--quick')) fast.install();
const games = Number(process.argv[3] ?? 1);
for (let game = 0; game < games; game++) {
  const players = WINDS.map(() => new Shadowed());
  new Majiang.Game(players, null, settings(rules)).do_sync();
}
console.log(`${games} games, the same answer to every message:`, counts, answers.digest('hex').slice(0, 16));
