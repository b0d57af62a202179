// The technician's view: readers with their figures, what is wrong in words, the deck, trials,
// and on a simulated table the faults themselves.

import { Deck } from './deck.js';
import { capital, h, s, section } from './dom.js';

const TRIALS = [['lamps', 'Light all lamps'], ['display', 'Light the sign'], ['keys', 'Watch the keys'], ['antenna', 'Test the antennas'], ['bleed', 'Look for bleeding']];
const FAULTS = [
  ['unplugged', 'Unplug', 'Plug in'],
  ['no_ack', 'Swallow commands', 'Let go'],
  ['bad_dcs', 'Noise on the wire', 'Silence'],
  ['ghost_uid', 'Bleeding neighbour', 'Shield'],
  ['brown_out', 'Brown-out', null],
];

export class Technician {
  constructor(page) {
    this.page = page;
    this.root = h('div');
    this.parts = {};
    this.deck = new Deck(page, ['check', 'enrol', 'replace']);
    this.where = 'box 3';
    this.active = new Set();
  }

  update(table, devices) {
    this.table = table;
    section(this.root, true, () => this.#frame());
    const { parts } = this;
    const here = 'technician' in this.page.roles;
    section(parts.role, here, () => (here ? h('button', { type: 'button', class: 'button small', onclick: () => this.page.logout('technician'), text: 'Leave' }) : h('button', { type: 'button', class: 'button small primary', 'data-unlock': 'technician', onclick: () => this.page.pins.ask('technician'), text: 'Enter the PIN' })));
    section(parts.faults, [table.faults, table.link], () => this.#faults(table));
    section(parts.sim, [table.side, this.where, [...this.active], devices.readers.map((one) => one.name)], () => table.side && this.#inject(devices));
    parts.sim.closest('section').hidden = !table.side;
    section(parts.readers, [devices.readers, devices.latency_ms], () => this.#readers(devices));
    this.deck.update(table, devices);
    section(parts.trials, [devices.work], () => this.#trials(devices.work));
    section(parts.health, [devices.health, table.firmware, table.hardware, table.able], () => this.#health(table, devices.health));
    section(parts.vault, [devices.vault], () => this.#vault(devices.vault));
  }

  /** Where something is to be broken or looked at. */
  choose(where) {
    this.where = where;
    this.page.show();
  }

  #frame() {
    const part = (name, title, size = '') => {
      this.parts[name] = h('div', { class: 'form' });
      return h('section', { class: `work ${size}`, 'data-work': name, 'aria-label': title }, h('h2', { text: title }), this.parts[name]);
    };
    this.parts.role = h('span');
    return [
      h('div', { class: 'top' }, h('h2', { text: 'Technician' }), this.parts.role),
      h('div', { class: 'works' },
        part('faults', 'What is wrong now'),
        part('sim', 'Break something'),
        part('readers', 'Readers', 'full'),
        h('section', { class: 'work', 'data-work': 'work', 'aria-label': 'The deck' }, h('h2', { text: 'The deck' }), this.deck.root),
        part('trials', 'Trials'),
        part('health', 'The board'),
        part('vault', 'What it keeps')),
    ];
  }

  #faults(table) {
    if (table.link.state !== 'up') return h('ul', { class: 'list faults' }, h('li', null, 'The board is not there.', h('span', { class: 'remedy', text: table.link.why })));
    if (!table.faults.length) return h('p', { class: 'verdict', 'data-faults': '0', text: 'Nothing. Every part answers.' });
    return h('ul', { class: 'list faults', 'data-faults': table.faults.length }, table.faults.map((one) => h('li', { 'data-fault': `${one.code} ${one.where}` }, h('b', { text: `${capital(one.where)}: ` }), `${one.what}.`, h('span', { class: 'remedy', text: one.remedy }))));
  }

  // ---- readers

  #readers(devices) {
    if (!devices.readers.length) return h('p', { class: 'muted', text: 'Not told yet.' });
    return h('div', { class: 'readers' }, devices.readers.map((one) => this.#reader(one, devices.latency_ms)));
  }

  #reader(one, ends) {
    const rate = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %` : '–');
    return h('article', { class: `reader ${one.state.replace(' ', '_')} ${one.name === this.where ? 'chosen' : ''}`, 'data-reader': one.name, 'data-state': one.state, 'aria-label': `Reader ${one.name}: ${one.state}` },
      h('header', null, h('span', { text: capital(one.name) }), h('span', { class: 'state', text: one.state })),
      one.latency && histogram(one.latency, ends, one.name),
      one.latency
        ? [
            h('div', { class: 'rates' }, h('span', { text: `${one.scans.toLocaleString('en-US')} scans` }), h('span', { text: `${one.now} card${one.now === 1 ? '' : 's'} now` })),
            h('div', { class: 'rates' }, h('span', { text: `answered ${rate(one.answered, one.scans)}` }), h('span', { text: `clean ${rate(one.clean, one.scans)}` })),
            h('div', { class: 'rates' }, h('span', { text: `slowest ${one.longest_ms} ms` }), h('span', { text: `${one.starts} starts` }), one.tests > 0 && h('span', { text: `${one.tests} tests` })),
          ]
        : h('div', { class: 'rates' }, h('span', { text: `${one.scans.toLocaleString('en-US')} scans` }), h('span', { text: `${one.starts} starts` })));
  }

  // ---- a simulated table

  #inject(devices) {
    const names = devices.readers.length ? devices.readers.map((one) => one.name) : ['shoe'];
    if (devices.readers.length && !names.includes(this.where)) this.where = names[0];
    const where = h('select', { 'aria-label': 'Where', 'data-where': '', onchange: () => { this.where = where.value; this.page.show(); } }, names.map((name) => h('option', { value: name, selected: name === this.where, text: capital(name) })));
    const press = (key, label, data, on, style = '') => h('button', { type: 'button', class: `button ${style}`, 'data-break': key, 'data-key': `break:${key}`, onclick: async () => {
      const answer = await this.page.sim(data);
      if (answer.ok && on !== null) { if (on) this.active.add(`${this.where}:${key}`); else this.active.delete(`${this.where}:${key}`); }
      this.page.show();
    }, text: label });
    const faults = FAULTS.map(([fault, label, over]) => {
      const active = this.active.has(`${this.where}:${fault}`);
      if (!over) return press(fault, label, { do: 'fault', where: this.where, fault, count: 1 }, null);
      return active ? press(fault, over, { do: 'clear', where: this.where, fault }, false, 'primary') : press(fault, label, { do: 'fault', where: this.where, fault }, true);
    });
    const foreign = this.active.has(`${this.where}:foreign`);
    return [
      h('p', { class: 'muted', text: 'Emulated hardware: do what a hand, a screwdriver or a power cut would do, and watch the table say so.' }),
      h('label', null, 'Where', where),
      h('div', { class: 'strip' }, faults,
        foreign ? press('foreign', 'Take the foreign card away', { do: 'take_away', where: this.where }, false, 'primary') : press('foreign', 'Foreign card', { do: 'foreign', where: this.where }, true)),
      h('div', { class: 'strip' },
        h('button', { type: 'button', class: 'button danger', 'data-break': 'power', 'data-key': 'break:power', onclick: () => this.page.sim({ do: 'power_cut' }, 'The power was cut; the board starts again'), text: 'Cut the power' })),
    ];
  }

  // ---- trials

  #trials(work) {
    const going = work.work === 'trial' ? work.what : null;
    if (work.work && !going) return h('p', { class: 'muted', text: 'A deck is worked on: a trial would end that. End it first.' });
    return [
      h('p', { class: 'muted', text: going ? `Going on: ${going}${work.done ? (work.whole ? ', all well' : ', something is wrong') : ''}.` : 'Between rounds; the table plays again when the trial ends.' }),
      going === 'keys' && h('p', { text: `Keys: ${(work.keys ?? []).join(' ') || 'none pressed yet'}` }),
      h('div', { class: 'strip' }, TRIALS.map(([what, label]) => h('button', { type: 'button', class: 'button', 'aria-pressed': String(going === what), 'data-trial': what, onclick: () => this.page.act('command', { command: ['trial', what] }), text: label })),
        going && h('button', { type: 'button', class: 'button primary', 'data-trial': 'end', onclick: () => this.page.act('command', { command: ['trial', 'end'] }), text: 'End the trial' })),
    ];
  }

  // ---- board and vault

  #health(table, health) {
    const seconds = Math.floor((health.uptime_ms ?? 0) / 1000);
    const up = `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min ${seconds % 60} s`;
    const rows = [
      ['Firmware', `${table.firmware} on ${table.hardware}`], ['Up for', up], ['Time told', health.clock === 't' ? 'yes' : 'not yet'], ['Last start', health.reset_cause],
      ['Longest stall', `${health.longest_stall_ms ?? 0} ms`], ['Tasks failed', health.tasks_failed], ['Lines good / damaged', `${health.lines_good} / ${health.lines_bad}`],
      ['Records sent again', health.records_resent], ['Commands refused', health.commands_refused], ['Flooded for', `${health.flooded_s ?? 0} s`],
    ];
    if (health.heap_free) rows.push(['Heap used / free', `${health.heap_used.toLocaleString('en-US')} / ${health.heap_free.toLocaleString('en-US')}`]);
    return h('dl', { class: 'figures' }, rows.map(([name, value]) => [h('dt', { text: name }), h('dd', { text: value ?? '–' })]),
      h('dt', { text: 'Able' }), h('dd', { text: table.able.join(', ') || '–' }));
  }

  #vault(vault) {
    if (vault.last === undefined) return h('p', { class: 'muted', text: 'Not told yet.' });
    return [
      h('dl', { class: 'figures' }, [
        ['Survives a cut', vault.durable ? 'to the cent (FRAM)' : 'demonstration only'], ['Generation', vault.generation], ['Epoch', vault.epoch], ['Records kept', `${vault.first}–${vault.last}`], ['Stored on the host', vault.acknowledged], ['Room for records', `${(vault.capacity ?? 0).toLocaleString('en-US')} bytes`],
      ].map(([name, value]) => [h('dt', { text: name }), h('dd', { text: value ?? '–' })])),
      h('p', { class: `verdict ${vault.audit === null ? '' : 'bad'}`, text: vault.audit === null ? 'The books balance.' : `The books do not balance: ${vault.audit}` }),
    ];
  }
}

function histogram(counts, ends, name) {
  const most = Math.max(1, ...counts);
  const w = 100 / counts.length;
  const label = counts.map((count, k) => `${k < ends.length ? `up to ${ends[k]} ms` : 'longer'}: ${count}`).join(', ');
  return s('svg', { viewBox: '0 0 100 46', preserveAspectRatio: 'none', role: 'img', 'aria-label': `How long scans of ${name} took: ${label}` },
    s('line', { x1: 0, y1: 45.5, x2: 100, y2: 45.5 }),
    counts.map((count, k) => {
      const tall = count ? Math.max(2, 42 * Math.sqrt(count / most)) : 0;
      return s('rect', { x: k * w + 1, y: 45 - tall, width: w - 2, height: tall, class: k >= 5 ? 'late' : '' }, s('title', { text: k < ends.length ? `up to ${ends[k]} ms: ${count}` : `longer: ${count}` }));
    }));
}
