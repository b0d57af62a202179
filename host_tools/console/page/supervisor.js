// The supervisor's view: decisions, seats and stakes, determinations, the jackpot, sealed hands,
// a card replaced.

import { get, post } from './api.js';
import { Deck } from './deck.js';
import { chip, h, money, section } from './dom.js';
import { entry, form } from './forms.js';

export class Supervisor {
  constructor(page) {
    this.page = page;
    this.root = h('div');
    this.forms = null;
    this.parts = {};
    this.deck = new Deck(page, ['replace', 'check']);
  }

  update(table, devices) {
    this.table = table;
    const here = 'supervisor' in this.page.roles;
    section(this.root, here, () => (here ? this.#frame() : this.page.pins.gate('supervisor', 'Determinations, decisions, seats and stakes, the jackpot, sealed hands.')));
    if (!here) return;
    if (!this.forms || this.forms.game !== table.game) {
      this.#load(table.game);
      return;
    }
    const { parts } = this;
    section(parts.decide, [table.banked, table.round], () => this.#decisions(table));
    section(parts.clock, [table.clock, table.banked, table.do?.seat], () => this.#clock(table));
    section(parts.seats, [table.banked, table.vacate, table.seats.map((one) => [one.in, one.stack, one.state])], () => this.#seats(table));
    section(parts.sealed, [table.round], () => this.#sealed(table));
    section(parts.meter, [devices.meters], () => this.#meter(devices.meters));
    section(parts.prizes, [devices.meters?.pending, devices.meters?.last], () => this.#prizes(devices.meters));
    section(parts.correct, [this.forms.game], () => this.#correct());
    section(parts.day, [devices.meters?.days, devices.meters?.mode], () => this.#day(devices.meters));
    section(parts.contest, [table.values?.tournament, table.values?.freeze_wager, devices.meters?.mode, table.banked, table.seats.map((one) => one.state)], () => this.#contest(table, devices.meters));
    this.deck.update(table, devices);
    section(parts.determine, [this.forms], () => this.#determinations());
  }

  async #load(game) {
    if (this.loading) return;
    this.loading = true;
    this.forms = await get(`forms?game=${encodeURIComponent(game)}`);
    this.chosen = this.forms?.game;
    this.loading = false;
    this.page.show();
  }

  #frame() {
    const part = (name, title, size = '') => {
      this.parts[name] = h('div', { class: 'form' });
      return h('section', { class: `work ${size}`, 'data-work': name, 'aria-label': title }, h('h2', { text: title }), this.parts[name]);
    };
    return [
      h('div', { class: 'top' }, h('h2', { text: 'Supervisor' }), h('button', { type: 'button', class: 'button small', onclick: () => this.page.logout('supervisor'), text: 'Leave' })),
      h('div', { class: 'works' },
        part('decide', 'Decisions'),
        part('seats', 'Seats and stakes'),
        part('clock', 'Ninety seconds'),
        part('sealed', 'Open a sealed hand'),
        part('meter', 'The jackpot meter'),
        part('prizes', 'Prizes'),
        part('correct', 'Correct the meter'),
        part('day', 'Gaming day and mode'),
        part('contest', 'Tournament and freeze-out'),
        h('section', { class: 'work', 'data-work': 'deck', 'aria-label': 'The deck' }, h('h2', { text: 'The deck' }), this.deck.root),
        part('determine', 'Determinations', 'full')),
    ];
  }

  #input(kind, title, given = {}, style = '') {
    const declared = this.forms.inputs[kind];
    return form(declared.fields, title, async (values) => {
      const answer = await this.page.input(kind, ...values);
      if (answer.ok) this.page.toast('Taken; see the record');
      return answer;
    }, { given, style, key: kind });
  }

  #command(kind, title, given = {}, style = '') {
    const declared = this.forms.commands[kind];
    return form(declared.fields, title, (values) => this.page.act('command', { command: [kind, ...values] }, 'Done; it is in the record'), { given, style, key: kind });
  }

  #decisions(table) {
    const confirm = (kind, title, question) => {
      const [rule] = this.forms.inputs[kind].fields.map((one) => entry(one));
      return h('div', { class: 'form' }, h('label', null, 'rule, if another than usual', rule.element),
        h('button', { type: 'button', class: 'button danger', 'data-form': kind, onclick: () => window.confirm(question) && this.page.input(kind, rule.value()), text: title }));
    };
    return [
      this.#input('rule_fold', table.banked ? 'Exclude the player' : 'Fold the hand', {}, 'danger'),
      table.banked && this.#input('rule_return', 'Give the wagers back'),
      confirm('rule_misdeal', 'Declare a misdeal', 'Declare a misdeal? Every wager goes back.'),
      confirm('rule_void', 'Void the round', 'Void the round? Every wager goes back.'),
      h('details', { class: 'fold' }, h('summary', { text: 'Note a decision' }), h('div', null, this.#input('decide', 'Record it'))),
    ];
  }

  #clock(table) {
    if (table.banked) return h('p', { class: 'muted', text: 'Canberra Poker knows no clock.' });
    if (table.clock) this.#tick(table.clock);
    return [
      table.clock ? h('p', { class: 'clock', 'data-clock': '', text: `${Math.ceil(table.clock.left_ms / 1000)} s` }) : h('p', { class: 'muted', text: 'A player who takes too long is given ninety seconds.' }),
      this.#input('clock', 'Call the clock', { seat: table.do?.seat }),
    ];
  }

  #tick(clock) {
    clearInterval(this.ticking);
    const end = performance.now() + clock.left_ms;
    this.ticking = setInterval(() => {
      const shown = this.root.querySelector('[data-clock]');
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      if (shown) shown.textContent = `${left} s`;
      if (!shown || left === 0) clearInterval(this.ticking);
    }, 500);
  }

  #seats(table) {
    if (table.banked) {
      return [h('p', { class: 'muted', text: 'The house banks: chips in front of the players are not counted.' }), this.#input('box_limit', 'Set a box limit')];
    }
    const seated = table.seats.filter((one) => one.in);
    return [
      h('dl', { class: 'figures' }, seated.map((one) => [h('dt', { text: `Box ${one.seat}${one.state ? ` · ${one.state}` : ''}` }), h('dd', { text: money(one.stack) })])),
      table.vacate?.map(([seat, rule]) => h('p', { class: 'why', 'data-vacate': seat }, h('span', { text: `Box ${seat} has sat out three rounds while every seat is taken: you may ask for the seat.` }), chip(rule))),
      this.#input('join', 'Seat a player', { amount: 20000 }, 'primary'),
      h('details', { class: 'fold' }, h('summary', { text: 'Chips, places, absence' }), h('div', null,
        this.#input('buy', 'Buy chips'), this.#input('leave', 'Leave'), this.#input('change_seat', 'Change seats'),
        this.#input('away', 'Away'), this.#input('back', 'Back'), this.#input('post', 'Post a blind'), this.#input('declare', 'Plays on below the stake'))),
    ];
  }

  #sealed() {
    return [h('p', { class: 'muted', text: 'For a dispute: a hand that has folded, or of the round before, is opened and recorded with your name. Nothing is turned over in play.' }), this.#command('open_hand', 'Open the hand', {}, 'danger')];
  }

  #meter(meter) {
    if (!meter?.opened && meter?.opened !== 0) return h('p', { class: 'muted', text: 'Not told yet.' });
    const rows = [
      ['Prize pool', meter.pool], ['Reserve', meter.reserve], ['Overflow', meter.overflow], ['Held back', meter.held], ['Pending prizes', meter.owed], ['Paid', meter.paid],
    ];
    const sources = [['Opened with', meter.opened], ['Wagers in', meter.wagers_in], ['From the house', meter.house_in], ['Corrected', meter.corrected]];
    const left = sources.reduce((sum, [, value]) => sum + value, 0);
    const right = rows.reduce((sum, [, value]) => sum + value, 0);
    const fine = meter.audit === null && left === right;
    return [
      h('dl', { class: 'figures' }, sources.map(([name, value]) => [h('dt', { text: name }), h('dd', { text: money(value) })]), h('dt', { text: 'In' }), h('dd', null, h('b', { text: money(left) }))),
      h('dl', { class: 'figures' }, rows.map(([name, value]) => [h('dt', { text: name }), h('dd', { text: money(value) })]), h('dt', { text: 'Out' }), h('dd', null, h('b', { text: money(right) }))),
      h('p', { class: `verdict ${fine ? '' : 'bad'}`, 'data-audit': fine ? 'ok' : 'bad', text: fine ? 'The audit equation holds.' : `The audit equation does not hold${meter.audit ? `: ${meter.audit}` : ''}.` }),
    ];
  }

  #prizes(meter) {
    const pending = meter?.pending ?? [];
    const who = entry({ name: 'who', label: 'who', type: 'text' });
    return [
      pending.length
        ? [h('label', null, 'Your name', who.element), ...pending.map((one) => h('div', { class: 'why' }, h('span', { text: `Box ${one.seat}: ${one.prize}, ${money(one.cents)}` }), h('button', { type: 'button', class: 'button strong', 'data-form': 'confirm', onclick: () => { try { this.page.act('command', { command: ['confirm', one.hit, who.value()] }, 'Payment confirmed'); } catch (problem) { this.page.toast(problem.message, { bad: true }); } }, text: 'Confirm payment' })))]
        : h('p', { class: 'muted', text: 'No prize waits for its payment.' }),
      meter?.last?.length > 0 && h('ul', { class: 'list' }, meter.last.slice(0, 6).map((one) => h('li', { text: `${one.hit}: box ${one.seat}, ${one.prize}, ${money(one.cents)}` }))),
    ];
  }

  #correct() {
    return [
      h('p', { class: 'muted', text: 'Differences, with a sign. They go into the record with your name and why.' }),
      this.#command('correct', 'Correct', { pool: 0, reserve: 0, overflow: 0 }, 'danger'),
      h('details', { class: 'fold' }, h('summary', { text: 'Held amounts and parameters' }), h('div', null, this.#command('free_held', 'Free what is held'), this.#command('parameter', 'Change a parameter'))),
    ];
  }

  #day(meter) {
    const days = (meter?.days ?? []).slice(-3);
    return [
      this.#command('mode', 'Set the mode of play', { mode: meter?.mode }),
      this.#command('day_open', 'Open a gaming day', { day: new Date().toISOString().slice(0, 10) }),
      days.length > 0 && h('ul', { class: 'list' }, days.map((one) => h('li', { text: `${one[0] || 'No day opened'}: commission ${money(one[1] ?? 0)}${one[2] !== null && one[2] !== undefined && one[2] !== -1 ? `, counted ${money(one[2])}` : ''}` }))),
      h('details', { class: 'fold' }, h('summary', { text: 'Count of the drop box' }), h('div', null, this.#command('drop', 'Enter the count'))),
    ];
  }

  #contest(table, meter) {
    const values = table.values ?? {};
    const going = values.tournament ? 'A tournament is played by these determinations.' : values.freeze_wager ? `A freeze-out is played: it began with ${money(values.freeze_wager)} a hand.` : 'Neither a tournament nor a freeze-out is played.';
    const out = table.seats.filter((one) => one.in && one.stack === 0).map((one) => one.seat);
    const choose = (name, value) => {
      const found = this.root.querySelector(`[data-work=determine] [name=${name}]`);
      if (!found) return this.page.toast('This game knows none', { bad: true });
      found.value = value;
      found.scrollIntoView({ block: 'center', behavior: 'smooth' });
      found.focus();
      return null;
    };
    return [
      h('p', { text: going }),
      out.length > 0 && h('p', { class: 'muted', text: `Without chips: box ${out.join(', ')}.` }),
      h('p', { class: 'muted', text: `Mode of play: ${meter?.mode ?? 'not told yet'}. In a tournament the books do not move.` }),
      h('div', { class: 'strip' },
        h('button', { type: 'button', class: 'button', 'data-contest': 'tournament', onclick: () => choose('tournament', values.tournament ? 0 : 1), text: values.tournament ? 'End the tournament …' : 'Tournament …' }),
        'freeze_wager' in values && h('button', { type: 'button', class: 'button', onclick: () => choose('freeze_wager', values.freeze_wager ? '' : '$5.00'), text: values.freeze_wager ? 'End the freeze-out …' : 'Freeze-out …' }),
        h('button', { type: 'button', class: 'button', 'data-contest': 'books', onclick: () => this.page.act('command', { command: ['mode', meter?.mode === 'tournament' ? 'live' : 'tournament'] }, 'Mode set'), text: meter?.mode === 'tournament' ? 'Back to live play' : 'Books in tournament mode' })),
      table.banked && this.#input('marker', 'Starting marker'),
    ];
  }

  #determinations() {
    const { determinations, games } = this.forms;
    const entries = determinations.map((one) => [one, entry(one, one.value)]);
    const verdict = h('p', { class: 'verdict', role: 'status', 'data-verdict': '' });
    const values = () => Object.fromEntries(entries.map(([one, made]) => [one.name, made.value()]).filter(([, value]) => value !== null));
    const say = (answer, good) => {
      verdict.className = `verdict ${answer.ok ? '' : 'bad'}`;
      verdict.textContent = answer.ok ? good : `${answer.what}${answer.rule ? ` (${answer.rule})` : ''}`;
    };
    const read = () => {
      try {
        return values();
      } catch (problem) {
        say({ ok: false, what: problem.message });
        return null;
      }
    };
    const send = async (given) => {
      if (!given || !window.confirm('Put these determinations in force? The board starts again.')) return;
      const sent = { game: this.chosen, values: given };
      let answer = await this.page.act('configure', sent, null, true);
      if (answer.notice && window.confirm(`The players need notice of this: ${answer.notice.join(', ')}. Have they had it?`)) {
        answer = await this.page.act('configure', { ...sent, notice_given: true }, null, true);
      }
      say(answer, 'Sent; the board starts again with them.');
    };
    const choose = h('select', { 'aria-label': 'Game', onchange: async () => { this.forms = { ...(await get(`forms?game=${choose.value}`)), shown: choose.value }; this.forms.game = this.table.game; this.chosen = choose.value; this.page.show(); } }, games.map((one) => h('option', { value: one.name, selected: one.name === this.chosen, text: one.label })));
    return [
      h('p', { class: 'muted', text: 'What the rules leave to the casino. They are checked as a whole, take force between rounds, and the board starts again with them.' }),
      h('label', { class: 'field' }, 'Game', choose),
      h('div', { class: 'fields' }, entries.map(([one, made]) => h('label', { class: 'field', title: `May change ${one.when}` }, one.label, made.element, chip(one.rule)))),
      h('div', { class: 'strip' },
        h('button', { type: 'button', class: 'button', 'data-form': 'check', onclick: async () => { const given = read(); if (given) say(await post('configure', { game: this.chosen, values: given, check: true }), 'They fit together.'); }, text: 'Check' }),
        h('button', { type: 'button', class: 'button primary', 'data-form': 'configure', onclick: () => send(read()), text: 'Put in force' })),
      verdict,
    ];
  }
}
