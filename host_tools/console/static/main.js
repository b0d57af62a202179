// The page: one stream of news in, four views of it.

import { get, post } from './api.js';
import { Dealer } from './dealer.js';
import { $, $$, capital, chip, h, section } from './dom.js';
import { Felt } from './felt.js';
import { History } from './history.js';
import { Pins } from './pin.js';
import { Stream } from './stream.js';
import { Supervisor } from './supervisor.js';
import { Technician } from './technician.js';
import { begin, t, tr } from './texts.js';
import { TournamentClock } from './tournament.js';

const VIEWS = ['felt', 'dealer', 'supervisor', 'technician', 'history', 'help'];

class Page {
  constructor() {
    /** @type {ToldTable | null} */
    this.table = null;
    /** @type {Partial<ToldDevices>} */
    this.devices = { readers: [], health: {}, vault: {}, meters: {}, work: {}, latency_ms: [] };
    this.roles = {};
    this.people = {}; // role → whose PIN it was
    this.painted = []; // [record, milliseconds since 1970]
    this.felt = new Felt($('#felt'));
    this.stream = new Stream();
    this.pins = new Pins(this);
    this.hint = h('div', { class: 'hint' });
    this.job = {}; // the verb that was run from a page last
    this.history = new History(this);
    this.views = {
      dealer: new Dealer(this),
      supervisor: new Supervisor(this),
      technician: new Technician(this),
      history: this.history
    };
    this.view = 'felt';
    for (const button of $$('[data-go]')) {
      button.addEventListener('click', () => this.go(button.dataset.go));
    }
    $('#felt').addEventListener('click', (event) => {
      const where = event.target.closest('[data-where-name]')?.dataset.whereName;
      if (where && this.view === 'technician') this.views.technician.choose(where);
    });
    document.addEventListener('click', (/** @type {any} */ { target }) => {
      const rule = target.closest?.('[data-rule]')?.dataset.rule;
      if (rule) this.#rule(rule);
    });
    window.addEventListener('hashchange', () => this.go(location.hash.slice(1), false));
    window.addEventListener('resize', () => this.show());
    document.addEventListener('keydown', (event) => this.#key(event));
    this.go(location.hash.slice(1) || 'felt', false);
    this.clock = new TournamentClock();
    this.#listen();
    this.whoami();
    setInterval(() => this.whoami(), 30000);
  }

  // ---- news

  #listen() {
    const source = new EventSource('/events');
    const on = (kind, act) => source.addEventListener(kind, (event) => act(JSON.parse(event.data)));
    on('table', (table) => {
      this.table = table;
      this.show();
      requestAnimationFrame(() => this.#shown(table.record));
    });
    on('devices', (devices) => {
      this.devices = devices;
      this.felt.devices(devices);
      this.show();
    });
    on('clock', (clock) => this.clock.told(clock));
    on('job', (job) => {
      this.job = job;
      this.show();
    });
    on('lines', ({ lines }) => this.stream.reset(lines));
    on('line', (line) => {
      this.stream.add(line);
      this.views.dealer.heard(line);
    });
    source.onerror = () => {
      if (!this.table) return;
      this.table = {
        ...this.table,
        link: { state: 'lost', why: 'The console does not answer. It is asked again and again.' }
      };
      this.show();
    };
  }

  /** When which record was on the screen: for whoever measures. */
  #shown(record) {
    this.painted.push([record, performance.timeOrigin + performance.now()]);
    if (this.painted.length > 400) this.painted.shift();
  }

  async whoami() {
    const told = await get('me');
    if (told) this.#take(told);
  }

  #take({ roles, people }) {
    const changed =
      JSON.stringify([Object.keys(roles), people]) !==
      JSON.stringify([Object.keys(this.roles), this.people]);
    this.roles = roles;
    this.people = people;
    if (changed) this.show();
  }

  /** Who acts in a role here; the role itself where its PIN is shared. */
  who(role) {
    const name = this.people[role];
    return name && name !== role ? name : '';
  }

  // ---- doing

  /** Send something a role may do; asks for the PIN when nobody with the role is here. */
  async act(path, data, done, quiet = false, why = '') {
    let answer = await post(path, data);
    if (answer.role) {
      if (!(await this.pins.ask(answer.role, undefined, undefined, why))) return answer;
      answer = await post(path, data);
    }
    if (!answer.ok && quiet) return answer;
    if (!answer.ok) this.toast(answer.what, { rule: answer.rule, hint: answer.hint, bad: true });
    else if (done) this.toast(done);
    return answer;
  }

  input(...given) {
    return this.act('input', { input: given });
  }

  sim(data, done, why) {
    return this.act('sim', data, done, false, why);
  }

  async login(role, pin, person) {
    const answer = await post('login', { role, pin, person });
    if (answer.ok) this.#take(answer);
    return answer;
  }

  /** A PIN of a person's own: given, changed, taken away. */
  async person(given) {
    const answer = await this.act('person', given, t('Done; it is in the record'));
    if (answer.ok) this.#take(answer.value);
    return answer;
  }

  async logout(role) {
    const answer = await post('logout', { role });
    if (answer.ok) this.#take(answer.value);
  }

  /**
   * @param {string} what
   * @param {{rule?: string, hint?: string, bad?: boolean}} more
   */
  toast(what, { rule, hint, bad } = {}) {
    const made = h(
      'div',
      { class: `toast ${bad ? 'bad' : ''}`, role: 'status' },
      h('span', { text: `${capital(what)}.`.replace(/([.!?])\.$/, '$1') }),
      chip(rule),
      hint && h('small', { text: hint })
    );
    const toasts = $('#toasts');
    toasts.append(made);
    while (toasts.childElementCount > 3) toasts.firstElementChild.remove();
    setTimeout(() => made.remove(), bad ? 9000 : 3500);
  }

  /** What a rule is about, in our words. */
  async #rule(rule) {
    const told = await get(`rule?cite=${encodeURIComponent(rule)}`);
    this.toast(told?.title ? `${rule}: ${told.title}` : `${rule}: nothing is known of it here`, {
      hint: told?.how
    });
  }

  // ---- showing

  go(view, push = true) {
    if (!VIEWS.includes(view)) view = 'felt';
    this.view = view;
    document.body.dataset.view = view;
    if (push) history.replaceState(null, '', `#${view}`);
    for (const button of $$('[data-go]')) {
      if (button.dataset.go === view) button.setAttribute('aria-current', 'page');
      else button.removeAttribute('aria-current');
    }
    const work = ['supervisor', 'technician', 'help'].includes(view);
    if (view === 'help' && !this.views.help) {
      import('./help.js').then(({ Help }) => {
        this.views.help = new Help(this);
        if (this.view === 'help') this.go('help', false);
      });
    }
    $('#wide').hidden = !work;
    const side = $('#side');
    if (view === 'felt')
      side.replaceChildren(
        h('div', { class: 'side-head' }, h('h2', { text: t('What the table tells') })),
        this.hint,
        this.stream.list
      );
    else if (view === 'dealer' || view === 'history') side.replaceChildren(this.views[view].root);
    if (work) $('#wide').replaceChildren(this.views[view]?.root ?? '');
    this.show();
    this.stream.list.scrollTop = this.stream.list.scrollHeight;
  }

  show() {
    const table = this.table;
    if (!table) return;
    this.#header(table);
    if (this.view === 'history') this.felt.update(this.history.table ?? table);
    else if (!['supervisor', 'help'].includes(this.view)) this.felt.update(table);
    section(
      this.hint,
      Boolean(table.side) && !this.hintSeen,
      (wanted) => wanted && this.#welcome()
    );
    this.views[this.view]?.update(table, this.devices);
  }

  #header(table) {
    $('#title').textContent = table.table ? t('Table {0}', table.table) : 'Cardtable';
    const parts = [
      table.round ? `Round ${table.round}` : '', // first: what does not fit is cut off at the end
      table.game_name,
      table.over ? 'between rounds' : table.phase_words
    ];
    $('#subtitle').textContent =
      parts
        .filter(Boolean)
        .map((one) => tr(one))
        .join(' · ') || t('Looking for the board …');
    document.title = `${table.table || 'Cardtable'} · ${table.game_name || 'Cardtable'}`;
    const up = table.link.state === 'up';
    const link = $('#link');
    link.className = `pill ${up ? 'up' : 'lost'}`;
    link.lastChild.textContent = up ? t('Board connected') : t('Board lost');
    section($('#badges'), [table.simulated, table.mode, table.able], () => [
      table.simulated &&
        h('span', {
          class: 'badge',
          title: t('Emulated hardware; no money moves'),
          text: t('Simulated')
        }),
      table.mode &&
        table.mode !== 'live' &&
        h('span', { class: 'badge test', text: t('{0} play', table.mode) }),
      table.able?.includes('flash_only') &&
        h('span', {
          class: 'badge test',
          title: t('No FRAM: for demonstration'),
          text: t('Demonstration')
        })
    ]);
    const alarm = $('#alarm');
    const told = !up
      ? ['', 'The board is not there.', table.link.why]
      : table.halt
        ? ['', `Play has stopped: ${table.halt.where}: ${table.halt.what}.`, table.halt.remedy]
        : table.faults.length
          ? [
              'fault',
              `${capital(table.faults[0].where)}: ${table.faults[0].what}.`,
              table.faults.length > 1
                ? `${table.faults[0].remedy} (And ${table.faults.length - 1} more.)`
                : table.faults[0].remedy
            ]
          : null;
    alarm.hidden = !told;
    section(
      alarm,
      told,
      () => told && [h('span', { text: told[1] }), h('small', { text: told[2] })]
    );
    if (told) alarm.className = told[0];
  }

  /** For whoever meets a simulated table for the first time. */
  #welcome() {
    const go = (view, text) =>
      h('button', { class: 'button small', onclick: () => this.go(view), text });
    return [
      h('p', {
        text: t(
          'The board’s own program on emulated hardware. This page knows what came over the cable, and no face-down card.'
        )
      }),
      h(
        'div',
        { class: 'strip' },
        h('button', {
          class: 'button small',
          onclick: () => {
            this.go('dealer');
            this.views.dealer.house('cards');
          },
          text: 'Deal yourself'
        }),
        go('technician', 'Pull a cable'),
        h('button', {
          class: 'button small quiet',
          onclick: () => {
            this.hintSeen = true;
            this.show();
          },
          text: t('Got it')
        })
      )
    ];
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || $('#dialog').open) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const at = VIEWS.indexOf(this.view);
    if (event.key === 'v') this.go(VIEWS[(at + 1) % VIEWS.length]);
    else if (event.key === 'V') this.go(VIEWS[(at + VIEWS.length - 1) % VIEWS.length]);
    else if (event.key === '?') this.go('help');
    else if (this.view === 'dealer')
      this.views.dealer.key(event); // digits are its amounts and boxes
    else if (this.view === 'history') this.history.key(event);
  }
}

begin().finally(() => {
  window.page = new Page();
});
