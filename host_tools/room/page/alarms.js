// Alarms: shown to everybody, heard by whoever has switched the sound on, taken on by a person.

import { $, $$, h } from '/console/dom.js';

const SIGNS = {
  jackpot_hit: '★',
  stopped: '■',
  reader_silent: '◌',
  refused_pins: '⚷',
  link_lost: '⌁',
  records_refused: '≠',
  no_lease: '☆'
};
// Two tones each, so that a hit does not sound like a cable; louder and faster with the level.
const TONES = {
  jackpot_hit: [880, 1175],
  stopped: [440, 330],
  reader_silent: [587, 587],
  refused_pins: [698, 523],
  link_lost: [392, 392],
  records_refused: [349, 466],
  no_lease: [523, 440]
};
const LOUD = [0.15, 0.4, 0.9];
const EVERY_MS = [6000, 3000, 1500];

export class Alarms {
  constructor(person) {
    this.person = person;
    this.list = [];
    this.sound = null; // made by a gesture: browsers play nothing before one
    this.played = []; // [kind, level]: for whoever tests
    $('#bell').addEventListener('click', () => this.#switch());
    this.timer = 0;
    setInterval(() => this.#ages(), 1000);
  }

  update(list) {
    this.list = list;
    const root = $('#alarms');
    root.hidden = !list.length;
    root.replaceChildren(...list.map((one) => this.#row(one)));
    this.#ages();
    this.#schedule();
  }

  get loudest() {
    const open = this.list.filter((one) => !one.acknowledged);
    return open.sort((a, b) => b.level - a.level || a.order - b.order)[0] ?? null;
  }

  #row(one) {
    const who = one.acknowledged
      ? h('span', { class: 'taken', text: `${one.acknowledged_by} has it` })
      : h('button', {
          class: 'button small main',
          text: 'Take it on',
          'aria-label': `Take on: ${one.table || 'room'}: ${one.words}`,
          onclick: () => this.#take(one)
        });
    return h(
      'li',
      { class: `${one.acknowledged ? 'known' : 'open'} level${one.level}`, 'data-alarm': one.id },
      h('b', { class: 'sign', 'aria-hidden': 'true', text: SIGNS[one.kind] ?? '!' }),
      one.table
        ? h('a', { href: `#${encodeURIComponent(one.table)}`, text: one.table })
        : h('span', { text: 'Room' }),
      h('span', { class: 'words', text: one.words }),
      h('span', { class: 'age', 'data-since': one.began_ms }),
      !one.acknowledged && one.level > 0 && h('span', { class: 'for', text: `for the ${one.for}` }),
      who
    );
  }

  async #take(one) {
    if (!this.person.name) this.person.ask();
    else await this.person.do('/do/acknowledge', { alarm: one.id });
  }

  #ages() {
    for (const age of $$('#alarms .age')) {
      const seconds = Math.max(0, Math.round((Date.now() - Number(age.dataset.since)) / 1000));
      age.textContent =
        seconds < 120
          ? `${seconds} s`
          : seconds < 7200
            ? `${Math.floor(seconds / 60)} min`
            : `${Math.floor(seconds / 3600)} h`;
    }
  }

  async #switch() {
    if (this.sound) {
      await this.sound.close();
      this.sound = null;
    } else {
      this.sound = new AudioContext();
      await this.sound.resume();
    }
    $('#bell').setAttribute('aria-pressed', String(Boolean(this.sound)));
    $('#bell').textContent = this.sound ? 'Sound on' : 'Sound off';
    this.#schedule(true);
  }

  #schedule(now = false) {
    const one = this.loudest;
    if (!this.sound || !one) {
      clearTimeout(this.timer);
      this.timer = 0;
      return;
    }
    if (this.timer && !now) return;
    clearTimeout(this.timer);
    this.#play(one);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.#schedule();
    }, EVERY_MS[Math.min(one.level, 2)]);
  }

  #play(one) {
    const gain = this.sound.createGain();
    gain.connect(this.sound.destination);
    const begin = this.sound.currentTime + 0.02;
    gain.gain.setValueAtTime(LOUD[Math.min(one.level, 2)], begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + 0.6);
    (TONES[one.kind] ?? [600, 600]).forEach((pitch, k) => {
      const tone = this.sound.createOscillator();
      tone.type = one.level ? 'square' : 'sine';
      tone.frequency.value = pitch;
      tone.connect(gain);
      tone.start(begin + k * 0.25);
      tone.stop(begin + k * 0.25 + 0.22);
    });
    this.played.push([one.kind, one.level]);
  }
}
