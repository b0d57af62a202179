// The dealer's view: what is expected now, as buttons that a thumb finds; why a closed one is closed.

import { post } from './api.js';
import { Deck } from './deck.js';
import { capital, cents, h, money, section } from './dom.js';

const ANNOUNCED = ['dealer_hand', 'hand', 'muck', 'dead', 'pot', 'commission', 'win', 'settle', 'jackpot_won', 'jackpot_paid', 'jackpot_hit', 'end'];

export class Dealer {
  constructor(page) {
    this.page = page;
    this.root = h('div', { class: 'dealer' });
    this.parts = {};
    for (const name of ['sim', 'now', 'announce', 'why', 'act', 'amount', 'rows', 'odd', 'deck', 'said', 'role']) {
      this.parts[name] = h('div', { 'data-part': name });
      this.root.append(this.parts[name]);
    }
    this.parts.said.className = 'said';
    this.parts.said.setAttribute('aria-live', 'polite');
    this.deck = new Deck(page, ['check']);
    this.fold = h('details', { class: 'fold', 'data-fold': 'deck' }, h('summary', { text: 'The deck' }), h('div', null, this.deck.root));
    this.parts.deck.append(this.fold);
    this.fold.addEventListener('toggle', () => this.fold.open || this.parts.deck.classList.remove('first'));
    this.said = [];
    this.announced = [];
    this.mode = null;
    this.speed = null;
    this.reason = null;
    this.open = null; // the action whose amount is being chosen
    this.chosen = 0;
  }

  heard(line) {
    if (!line.text || line.news === 'board') return;
    if (line.kind === 'deal' || line.kind === 'begin' || line.kind === 'players') this.announced = [];
    else if (ANNOUNCED.includes(line.kind)) this.announced = [...this.announced, line].slice(-12);
    this.said = [...this.said, line].slice(-4);
    section(this.parts.said, this.said, (lines) => lines.map((one) => h('div', null, h('span', { text: one.text }), one.rule && h('span', { class: 'rule', text: one.rule }))));
  }

  update(table, devices) {
    this.table = table;
    const todo = table.do;
    // A reason stands until the table has moved on; the record of the refusal alone moves nothing.
    if (this.reason && this.reason.at !== moment(table)) this.reason = null;
    if (this.open && !todo.act.some((one) => one.kind === this.open.kind && one.input[1] === this.open.input[1] && !one.closed)) this.open = null;
    if (table.side && this.mode === null) this.#ask();
    section(this.parts.sim, [table.side, this.mode, this.speed], () => table.side && this.#simulated());
    section(this.parts.now, [todo.headline, todo.detail, Boolean(todo.seat), table.over, table.clock, table.link.state], () => this.#now(table));
    section(this.parts.announce, this.announced, (lines) => lines.length > 0 && h('div', { class: 'announce', role: 'status', 'aria-label': 'To announce' }, h('h3', { text: 'Announce' }), lines.map((one) => h('div', { class: one.news }, h('span', { text: one.text }), one.rule && h('span', { class: 'rule', text: one.rule })))));
    section(this.parts.why, this.reason, (why) => why && h('div', { class: 'why', role: 'alert' }, h('span', { text: why.text }), why.rule && h('span', { class: 'rule', text: why.rule })));
    const here = 'dealer' in this.page.roles;
    section(this.parts.role, here, () => h('div', { class: 'strip' }, here
      ? h('button', { type: 'button', class: 'button small', 'data-leave': 'dealer', onclick: () => this.page.logout('dealer'), text: 'Leave' })
      : h('button', { type: 'button', class: 'button small', 'data-unlock': 'dealer', onclick: () => this.page.pins.ask('dealer'), text: 'Enter the PIN' })));
    const before = this.deck.going;
    this.deck.update(table, devices);
    if (this.deck.going && !before) { // the table sees no other cards meanwhile
      this.fold.open = true;
      this.parts.deck.classList.add('first');
      this.root.scrollTop = 0;
    }
    if (todo.stale) return; // the table has moved on; what may be done now is on its way
    const seated = todo.act.filter((one) => one.seat);
    section(this.parts.act, todo.act.filter((one) => !one.seat), (acts) => acts.length > 0 && h('div', { class: 'big' }, acts.map((one) => this.#button(one))));
    section(this.parts.amount, this.open, (open) => open && this.#amount(open));
    section(this.parts.rows, [todo.wagers, seated, todo.throw, table.side], () => this.#rows(todo, seated));
    section(this.parts.odd, [table.exposable, table.game, table.phase], () => this.#irregular(table));
  }

  key(event) {
    const found = this.table?.do.act.find((one) => one.key === event.key.toLowerCase() && !one.closed && !one.seat);
    if (!found) return;
    event.preventDefault();
    this.#press(found);
  }

  // ---- now

  #now(table) {
    const up = table.link.state === 'up';
    return h('div', { class: `now ${table.do.seat ? 'turn' : ''}` },
      h('h2', { 'data-headline': '', text: up ? table.do.headline : 'The board is not there' }),
      h('p', { text: up ? table.do.detail : 'Nothing can be entered until it is back; nothing is lost.' }),
      table.clock && h('p', { text: `Ninety seconds: ${Math.ceil(table.clock.left_ms / 1000)} s left for box ${table.clock.seat}.` }));
  }

  #button(action) {
    const style = action.closed ? 'closed' : action.style || (['check', 'call', 'begin', 'show', 'collect'].includes(action.kind) ? 'primary' : '');
    return h('button', {
      type: 'button',
      class: `button ${style}`,
      'data-act': action.closed ? null : action.kind,
      'data-closed': action.closed ? action.kind : null,
      'data-key': `${action.kind}:${action.input[1] ?? ''}`,
      'aria-expanded': action.amount && action.amount.least !== action.amount.most ? String(this.open?.kind === action.kind) : null,
      onclick: () => this.#press(action),
    }, action.label, action.key && !action.closed && h('kbd', { text: action.key.toUpperCase() }));
  }

  async #press(action) {
    if (this.table.do.stale) return;
    if (action.closed) {
      await this.#explain(action);
    } else if (action.amount && action.amount.least !== action.amount.most) {
      this.open = this.open?.kind === action.kind ? null : action;
      this.chosen = action.amount.least;
      this.page.show();
    } else {
      await this.#send(action.input);
    }
  }

  async #send(input) {
    if (this.table.do.stale) return; // pressed for a moment that has passed
    const answer = await this.page.act('input', { input }, null, true);
    if (!answer.ok && !answer.role) this.#because(answer.what, answer.rule);
    else this.open = null;
  }

  async #explain(action) {
    const answer = await post('why_not', { input: action.input });
    const told = answer.value ?? answer;
    if (told.open) this.#because('it would be taken now', null);
    else this.#because(told.what, told.rule);
  }

  #because(what, rule) {
    this.reason = { text: `${capital(what) || 'Not now'}.`, rule, at: moment(this.table) };
    this.page.show();
  }

  // ---- amounts

  #amount(action) {
    const { least, most, step, presets } = action.amount;
    const entry = h('input', { type: 'text', inputmode: 'decimal', 'aria-label': 'Amount in dollars', 'data-key': 'amount', value: money(this.chosen) });
    const slider = h('input', { type: 'range', min: least, max: most, step, 'aria-label': 'Amount', value: this.chosen });
    const verb = action.kind === 'bet' ? 'Bet' : 'Raise to';
    const go = h('button', { type: 'button', class: 'button primary', 'data-confirm': action.kind, text: `${verb} ${money(this.chosen, true)}` });
    const choose = (value, typing = false) => {
      this.chosen = value;
      slider.value = value;
      if (!typing) entry.value = money(value);
      go.textContent = `${verb} ${money(value, true)}`;
    };
    const clamp = (value) => Math.max(least, Math.min(most, value));
    // What was typed is sent as it is: out of bounds, the board says which rule is against it.
    entry.addEventListener('input', () => { const value = cents(entry.value); if (value !== null) choose(value, true); });
    entry.addEventListener('keydown', (event) => { if (event.key === 'Enter') go.click(); });
    slider.addEventListener('input', () => choose(Number(slider.value)));
    go.addEventListener('click', () => { const input = [...action.input]; input[action.at ?? 2] = this.chosen; this.#send(input); });
    return h('div', { class: 'amount', role: 'group', 'aria-label': `${verb}: from ${money(least)} to ${money(most)}` },
      h('div', { class: 'presets' }, presets.map((one) => h('button', { type: 'button', class: 'button small', onclick: () => choose(one.cents) }, one.label, h('small', { text: money(one.cents, true) })))),
      h('div', { class: 'row' },
        h('button', { type: 'button', class: 'button', 'aria-label': 'Less', onclick: () => choose(clamp(this.chosen - step)), text: '−' }),
        entry,
        h('button', { type: 'button', class: 'button', 'aria-label': 'More', onclick: () => choose(clamp(this.chosen + step)), text: '+' })),
      slider,
      h('div', { class: 'row' }, h('span', { class: 'muted', text: `${money(least, true)} to ${money(most, true)}` }), go));
  }

  // ---- one row a box

  #rows(todo, seated) {
    if (todo.wagers.length) {
      const placed = todo.wagers.some((row) => row.ante > 0);
      return h('div', { class: 'boxes' },
        this.table.side && placed && h('button', { type: 'button', class: 'button primary', 'data-act': 'deal', 'data-key': 'deal', onclick: () => this.page.sim({ do: 'deal' }), text: 'Deal: the first card closes the wagers' }),
        todo.wagers.map((row) => this.#wager(row)));
    }
    if (todo.throw && this.table.side) return this.#throw(todo.throw);
    const seats = [...new Set(seated.map((one) => one.seat))];
    return h('div', { class: 'boxes' }, seats.map((seat) => {
      const told = this.table.seats[seat - 1];
      const about = [told.ante ? `Ante ${money(told.ante, true)}` : '', told.jackpot ? 'jackpot' : '', told.hand ?? ''].filter(Boolean).join(' · ');
      return h('div', { class: 'boxrow' }, h('span', { class: 'number', text: seat }), h('span', { class: 'muted', text: about }),
        h('span', { class: 'buttons' }, seated.filter((one) => one.seat === seat).map((one) => h('button', {
          type: 'button',
          class: `button ${one.style || (one.kind === 'collect' ? 'quiet' : one.kind === 'declare' ? 'strong' : 'primary')}`,
          'data-act': one.kind,
          'data-seat': seat,
          'data-key': `${one.kind}:${seat}`,
          'aria-label': `Box ${seat}: ${one.label}`,
          onclick: () => this.#send(one.input),
          text: one.kind === 'declare' ? 'Declare' : one.label,
        }))));
    }));
  }

  #wager(row) {
    const placed = row.ante > 0;
    const buttons = placed
      ? [
          h('button', { type: 'button', class: 'button strong', 'data-act': 'jackpot', 'data-seat': row.seat, 'data-key': `jackpot:${row.seat}`, disabled: !row.may_jackpot, 'aria-pressed': String(row.jackpot > 0), onclick: () => this.#send(['jackpot', row.seat]), text: row.jackpot ? 'Jackpot ✓' : 'Jackpot' }),
          h('button', { type: 'button', class: 'button quiet', 'data-act': 'take-back', 'data-seat': row.seat, 'data-key': `back:${row.seat}`, disabled: !row.open, onclick: () => this.#send(['ante', row.seat, 0]), text: 'Take back' }),
        ]
      : row.amount.presets.map((one) => h('button', { type: 'button', class: 'button', 'data-act': 'ante', 'data-seat': row.seat, 'data-cents': one.cents, 'data-key': `ante:${row.seat}:${one.cents}`, 'aria-label': `Box ${row.seat}: ante ${one.label}`, onclick: () => this.#send(['ante', row.seat, one.cents]), text: money(one.cents, true) }))
          .concat(h('button', { type: 'button', class: 'button quiet', 'data-key': `other:${row.seat}`, 'aria-label': `Box ${row.seat}: another ante`, onclick: () => this.#otherAnte(row), text: '…' }));
    return h('div', { class: `boxrow ${placed ? 'placed' : ''}` }, h('span', { class: 'number', text: row.seat }), h('span', { text: placed ? `Ante ${money(row.ante, true)}` : '' }), h('span', { class: 'buttons' }, buttons));
  }

  #otherAnte(row) {
    const typed = window.prompt(`Ante of box ${row.seat}, in dollars (${money(row.amount.least, true)} to ${money(row.amount.most, true)})`);
    const value = cents(typed ?? '');
    if (typed !== null && value === null) this.#because('that is not an amount', null);
    else if (value !== null) this.#send(['ante', row.seat, value]);
  }

  #throw(seat) {
    return h('div', { class: 'amount' }, h('p', { class: 'muted', text: `The simulated player at box ${seat} passes in:` }),
      h('div', { class: 'presets' }, [1, 2, 3, 4, 5].map((count) => h('button', { type: 'button', class: 'button', 'data-throw': count, onclick: () => this.page.sim({ do: 'throw', seat, count }), text: `${count} card${count > 1 ? 's' : ''}` }))));
  }

  // ---- what goes wrong

  #irregular(table) {
    const place = h('select', { 'aria-label': 'Where the card was seen' }, table.exposable.map((one) => h('option', { value: one.place, text: one.name })));
    return h('details', { class: 'fold' }, h('summary', { text: 'Something went wrong' }), h('div', null,
      h('div', { class: 'form' }, h('label', null, 'A card was seen', place),
        h('button', { type: 'button', class: 'button', 'data-odd': 'expose', onclick: () => this.#send(['expose', Number(place.value)]), text: 'Card exposed' })),
      h('div', { class: 'strip' },
        h('button', { type: 'button', class: 'button', onclick: () => this.#send(['expose_cut']), text: 'Exposed at the cut' }),
        h('button', { type: 'button', class: 'button', onclick: () => this.#send(['shoe_fail']), text: 'The shoe fails' }),
        h('button', { type: 'button', class: 'button danger', 'data-odd': 'misdeal', onclick: () => this.#send(['rule_misdeal', null]), text: 'Misdeal (supervisor)' }),
        h('button', { type: 'button', class: 'button danger', 'data-odd': 'void', onclick: () => this.#send(['rule_void', null]), text: 'Void (supervisor)' }))));
  }

  // ---- a simulated table

  async #ask() {
    this.mode = '';
    const answer = await post('sim', { do: 'state' });
    if (answer.ok) ({ mode: this.mode, speed: this.speed } = answer.value);
    this.page.show();
  }

  #simulated() {
    const mode = (name, label) => h('button', { type: 'button', class: 'button', 'data-house': name, 'data-key': `house:${name}`, 'aria-pressed': String(this.mode === name), onclick: async () => {
      const answer = await this.page.sim({ do: 'house', mode: name });
      if (answer.ok) { this.mode = name; this.page.show(); }
    }, text: label });
    return h('div', { class: 'strip', role: 'group', 'aria-label': 'The simulated table' },
      h('span', { class: 'segments' }, mode('play', 'House plays'), mode('cards', 'You play')),
      h('span', { class: 'segments' }, [1, 4, 20].map((value) => h('button', { type: 'button', class: 'button', 'data-key': `speed:${value}`, 'aria-pressed': String(this.speed === value), onclick: async () => {
        const answer = await this.page.sim({ do: 'speed', value });
        if (answer.ok) { this.speed = value; this.page.show(); }
      }, text: `${value}×` }))));
  }
}

const moment = (table) => JSON.stringify([table.round, table.phase, table.do.headline, table.do.detail]);
