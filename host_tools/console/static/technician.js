// The technician's view: readers with their figures, what is wrong in words, the deck, trials,
// and on a simulated table the faults themselves.

import { get } from './api.js';
import { Deck } from './deck.js';
import { capital, h, s, section } from './dom.js';
import { faultList } from './history.js';
import { t, tr } from './texts.js';

const TRIALS = [
  ['lamps', 'Light all lamps'],
  ['display', 'Light the sign'],
  ['keys', 'Watch the keys'],
  ['antenna', 'Test the antennas'],
  ['bleed', 'Look for bleeding']
];
const FAULTS = [
  ['unplugged', 'Unplug', 'Plug in'],
  ['no_ack', 'Swallow commands', 'Let go'],
  ['bad_dcs', 'Noise on the wire', 'Silence'],
  ['ghost_uid', 'Bleeding neighbour', 'Shield'],
  ['brown_out', 'Brown-out', null]
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

  /**
   * @param {ToldTable} table
   * @param {Partial<ToldDevices>} devices
   */
  update(table, devices) {
    this.table = table;
    section(this.root, true, () => this.#frame());
    const { parts } = this;
    const here = 'technician' in this.page.roles;
    section(parts.role, here && this.page.people.technician, () =>
      here
        ? h('div', { class: 'strip' }, this.page.pins.here('technician'))
        : h('button', {
            class: 'button small primary',
            'data-unlock': 'technician',
            onclick: () => this.page.pins.ask('technician'),
            text: t('Enter the PIN')
          })
    );
    section(parts.faults, [table.faults, table.link, table.halt, table.able], () =>
      this.#faults(table)
    );
    section(parts.doctor, [here, this.page.job, table.link.state], () => this.#doctor(here));
    section(parts.past, [here, this.past], () => this.#before(here));
    section(parts.flash, [here, this.page.job], () => this.#flash(here));
    section(
      parts.sim,
      [table.side, this.where, [...this.active], devices.readers.map((one) => one.name)],
      () => table.side && this.#inject(devices)
    );
    parts.sim.closest('section').hidden = !table.side;
    section(parts.readers, [devices.readers, devices.latency_ms], () => this.#readers(devices));
    this.deck.update(table, devices);
    section(parts.trials, [devices.work], () => this.#trials(devices.work));
    section(parts.health, [devices.health, table.firmware, table.hardware, table.able], () =>
      this.#health(table, devices.health)
    );
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
      return h(
        'section',
        { class: `work ${size}`, 'data-work': name, 'aria-label': title },
        h('h2', { text: title }),
        this.parts[name]
      );
    };
    this.parts.role = h('span');
    return [
      h('div', { class: 'top' }, h('h2', { text: t('Technician') }), this.parts.role),
      h(
        'div',
        { class: 'works' },
        part('faults', 'What is wrong now'),
        part('doctor', 'Doctor'),
        part('sim', 'Break something'),
        part('readers', 'Readers', 'full'),
        h(
          'section',
          { class: 'work', 'data-work': 'work', 'aria-label': t('The deck') },
          h('h2', { text: t('The deck') }),
          this.deck.root
        ),
        part('trials', 'Trials'),
        part('health', 'The board'),
        part('vault', 'What it keeps'),
        part('past', 'Faults before'),
        part('flash', 'Firmware')
      )
    ];
  }

  #faults(table) {
    if (table.link.state !== 'up')
      return h(
        'ul',
        { class: 'list faults' },
        h(
          'li',
          null,
          'The board is not there.',
          h('span', { class: 'remedy', text: table.link.why })
        )
      );
    if (table.halt)
      return h(
        'ul',
        { class: 'list faults', 'data-faults': 'stopped' },
        h(
          'li',
          null,
          h('b', { text: `${capital(tr(table.halt.where))}: ` }),
          `${tr(table.halt.what)}. ${t('Play has stopped.')}`,
          h('span', { class: 'remedy', text: tr(table.halt.remedy) })
        )
      );
    const odd = ['stopped', 'not_installed', 'altered', 'safe', 'jumper_only'].find((one) =>
      table.able.includes(one)
    );
    if (odd)
      return h(
        'ul',
        { class: 'list faults', 'data-faults': odd },
        h('li', { text: t('Nothing is played: {0}.', t(odd)) })
      );
    if (!table.faults.length)
      return h('p', {
        class: 'verdict',
        'data-faults': '0',
        text: t('Nothing. Every part answers.')
      });
    return h(
      'ul',
      { class: 'list faults', 'data-faults': table.faults.length },
      table.faults.map((one) =>
        h(
          'li',
          { 'data-fault': `${one.code} ${one.where}` },
          h('b', { text: `${capital(one.where)}: ` }),
          `${one.what}.`,
          h('span', { class: 'remedy', text: one.remedy })
        )
      )
    );
  }

  // ---- the doctor, firmware: verbs of the command line, run by the console

  async #run(verb, pin = '') {
    await this.page.act('job', { verb, pin });
  }

  #doctor(here) {
    const { verb, checks = [], lines = [], code } = this.page.job;
    const mine = verb === 'doctor';
    const marks = { ok: '✓', warn: '!', fail: '✗', skip: '–' };
    const count = (kind) => checks.filter((one) => one.result === kind).length;
    return [
      h('p', {
        class: 'muted',
        text: t(
          'Examines the table from the cable to the cards, as cardtable doctor does. With the PIN the board also tests its readers, between rounds.'
        )
      }),
      h(
        'div',
        { class: 'strip' },
        h('button', {
          class: 'button primary',
          'data-job': 'doctor',
          disabled: mine && code === null,
          onclick: () => this.#run('doctor'),
          text: t('Examine')
        }),
        here &&
          h('button', {
            class: 'button',
            'data-job': 'doctor-pin',
            disabled: mine && code === null,
            onclick: async () => {
              const pin = await this.page.pins.pin('technician');
              if (pin) this.#run('doctor', pin);
            },
            text: t('Examine with tests')
          })
      ),
      mine &&
        code === null &&
        h('p', { role: 'status', text: lines.at(-1) ? tr(lines.at(-1)) : t('Looking …') }),
      mine &&
        checks.length > 0 && [
          h('p', {
            class: `verdict ${count('fail') ? 'bad' : ''}`,
            'data-doctor': count('fail'),
            text: t(
              '{0} need hands, {1} to look at, {2} not looked at, {3} checks.',
              count('fail'),
              count('warn'),
              count('skip'),
              checks.length
            )
          }),
          h(
            'ul',
            { class: 'list checks' },
            checks.map((one) =>
              h(
                'li',
                { class: one.result, 'data-check': one.check ?? one.name },
                h('b', { text: `${marks[one.result] ?? '·'} ${one.title}: ` }),
                one.evidence,
                one.result !== 'ok' &&
                  one.remedy &&
                  h('span', { class: 'remedy', text: one.remedy })
              )
            )
          )
        ],
      mine &&
        code > 0 &&
        !checks.length &&
        h('p', { class: 'verdict bad', text: lines.at(-1) ?? '' })
    ];
  }

  #before(here) {
    if (!here) return h('p', { class: 'muted', text: t('This needs the technician’s PIN.') });
    if (!this.past) {
      this.past = [];
      get('trends').then((told) => {
        this.past = told?.faults ?? [];
        this.page.show();
      });
    }
    return this.past.length
      ? faultList(this.past)
      : h('p', { class: 'muted', text: t('None that the ledger knows of.') });
  }

  #flash(here) {
    const { verb, lines = [], code } = this.page.job;
    const mine = ['flash', 'flash_dry', 'verify'].includes(verb);
    const run = (name, label, style = '') =>
      h('button', {
        class: `button ${style}`,
        'data-job': name,
        disabled: mine && code === null,
        onclick: async () => {
          const pin = await this.page.pins.pin('technician');
          if (pin) this.#run(name, pin);
        },
        text: label
      });
    return [
      h('p', {
        class: 'muted',
        text: t(
          'Compares the board’s files with this release, or replaces them. The table is away meanwhile; an interruption leaves it as it was.'
        )
      }),
      here
        ? h(
            'div',
            { class: 'strip' },
            run('verify', t('Verify')),
            run('flash_dry', t('What would be copied')),
            run('flash', t('Flash this release'), 'danger')
          )
        : h('p', { class: 'muted', text: t('This needs the technician’s PIN.') }),
      mine &&
        h('pre', {
          class: 'log',
          role: 'log',
          tabindex: '0',
          'data-code': code ?? '',
          text: lines.slice(-14).join('\n')
        }),
      mine &&
        code !== null &&
        h('p', {
          class: `verdict ${code ? 'bad' : ''}`,
          text: code ? t('It ended with code {0}.', code) : t('Done.')
        })
    ];
  }

  // ---- readers

  #readers(devices) {
    if (!devices.readers.length) return h('p', { class: 'muted', text: t('Not told yet.') });
    return h(
      'div',
      { class: 'readers' },
      devices.readers.map((one) => this.#reader(one, devices.latency_ms))
    );
  }

  #reader(one, ends) {
    const rate = (part, whole) =>
      whole ? `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %` : '–';
    return h(
      'article',
      {
        class: `reader ${one.state.replace(' ', '_')} ${one.name === this.where ? 'chosen' : ''}`,
        'data-reader': one.name,
        'data-state': one.state,
        'aria-label': t('Reader {0}: {1}', one.name, one.state)
      },
      h(
        'header',
        null,
        h('span', { text: capital(one.name) }),
        h('span', { class: 'state', text: one.state })
      ),
      one.latency && histogram(one.latency, ends, one.name),
      one.latency
        ? [
            h(
              'div',
              { class: 'rates' },
              h('span', { text: t('{0} scans', one.scans.toLocaleString('en-US')) }),
              h('span', { text: t('{0} card{1} now', one.now, one.now === 1 ? '' : 's') })
            ),
            h(
              'div',
              { class: 'rates' },
              h('span', { text: t('answered {0}', rate(one.answered, one.scans)) }),
              h('span', { text: t('clean {0}', rate(one.clean, one.scans)) })
            ),
            h(
              'div',
              { class: 'rates' },
              h('span', { text: t('slowest {0} ms', one.longest_ms) }),
              h('span', { text: t('{0} starts', one.starts) }),
              one.tests > 0 && h('span', { text: t('{0} tests', one.tests) })
            )
          ]
        : h(
            'div',
            { class: 'rates' },
            h('span', { text: t('{0} scans', one.scans.toLocaleString('en-US')) }),
            h('span', { text: t('{0} starts', one.starts) })
          )
    );
  }

  // ---- a simulated table

  #inject(devices) {
    const names = devices.readers.length ? devices.readers.map((one) => one.name) : ['shoe'];
    if (devices.readers.length && !names.includes(this.where)) this.where = names[0];
    const where = h(
      'select',
      {
        'aria-label': t('Where'),
        'data-where': '',
        onchange: () => {
          this.where = where.value;
          this.page.show();
        }
      },
      names.map((name) =>
        h('option', { value: name, selected: name === this.where, text: capital(name) })
      )
    );
    const press = (key, label, data, on, style = '') =>
      h('button', {
        class: `button ${style}`,
        'data-break': key,
        'data-key': `break:${key}`,
        onclick: async () => {
          const answer = await this.page.sim(data);
          if (answer.ok && on !== null) {
            if (on) this.active.add(`${this.where}:${key}`);
            else this.active.delete(`${this.where}:${key}`);
          }
          this.page.show();
        },
        text: label
      });
    const faults = FAULTS.map(([fault, label, over]) => {
      const active = this.active.has(`${this.where}:${fault}`);
      if (!over)
        return press(fault, label, { do: 'fault', where: this.where, fault, count: 1 }, null);
      return active
        ? press(fault, over, { do: 'clear', where: this.where, fault }, false, 'primary')
        : press(fault, label, { do: 'fault', where: this.where, fault }, true);
    });
    const foreign = this.active.has(`${this.where}:foreign`);
    return [
      h('p', {
        class: 'muted',
        text: t(
          'Emulated hardware: do what a hand, a screwdriver or a power cut would do, and watch the table say so.'
        )
      }),
      h('label', null, 'Where', where),
      h(
        'div',
        { class: 'strip' },
        faults,
        foreign
          ? press(
              'foreign',
              'Take the foreign card away',
              { do: 'take_away', where: this.where },
              false,
              'primary'
            )
          : press('foreign', 'Foreign card', { do: 'foreign', where: this.where }, true)
      ),
      h(
        'div',
        { class: 'strip' },
        h('button', {
          class: 'button danger',
          'data-break': 'power',
          'data-key': 'break:power',
          onclick: () =>
            this.page.sim({ do: 'power_cut' }, 'The power was cut; the board starts again'),
          text: t('Cut the power')
        })
      )
    ];
  }

  // ---- trials

  #trials(work) {
    const going = work.work === 'trial' ? work.what : null;
    if (work.work && !going)
      return h('p', {
        class: 'muted',
        text: t('A deck is worked on: a trial would end that. End it first.')
      });
    return [
      h('p', {
        class: 'muted',
        text: going
          ? `Going on: ${going}${work.done ? (work.whole ? ', all well' : ', something is wrong') : ''}.`
          : 'Between rounds; the table plays again when the trial ends.'
      }),
      going === 'keys' &&
        h('p', { text: t('Keys: {0}', (work.keys ?? []).join(' ') || 'none pressed yet') }),
      h(
        'div',
        { class: 'strip' },
        TRIALS.map(([what, label]) =>
          h('button', {
            class: 'button',
            'aria-pressed': String(going === what),
            'data-trial': what,
            onclick: () => this.page.act('command', { command: ['trial', what] }),
            text: label
          })
        ),
        going &&
          h('button', {
            class: 'button primary',
            'data-trial': 'end',
            onclick: () => this.page.act('command', { command: ['trial', 'end'] }),
            text: t('End the trial')
          })
      )
    ];
  }

  // ---- board and vault

  #health(table, health) {
    const seconds = Math.floor((health.uptime_ms ?? 0) / 1000);
    const up = `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min ${seconds % 60} s`;
    const rows = [
      ['Firmware', `${table.firmware} on ${table.hardware}`],
      ['Up for', up],
      ['Time told', health.clock === 't' ? 'yes' : 'not yet'],
      ['Last start', health.reset_cause],
      ['Longest stall', `${health.longest_stall_ms ?? 0} ms`],
      ['Tasks failed', health.tasks_failed],
      ['Lines good / damaged', `${health.lines_good} / ${health.lines_bad}`],
      ['Records sent again', health.records_resent],
      ['Commands refused', health.commands_refused],
      ['Flooded for', `${health.flooded_s ?? 0} s`]
    ];
    if (health.heap_free)
      rows.push([
        'Heap used / free',
        `${health.heap_used.toLocaleString('en-US')} / ${health.heap_free.toLocaleString('en-US')}`
      ]);
    return h(
      'dl',
      { class: 'figures' },
      rows.map(([name, value]) => [h('dt', { text: name }), h('dd', { text: value ?? '–' })]),
      h('dt', { text: t('Able') }),
      h('dd', { text: table.able.join(', ') || '–' })
    );
  }

  #vault(vault) {
    if (vault.last === undefined) return h('p', { class: 'muted', text: t('Not told yet.') });
    return [
      h(
        'dl',
        { class: 'figures' },
        [
          ['Survives a cut', vault.durable ? 'to the cent (FRAM)' : 'demonstration only'],
          ['Generation', vault.generation],
          ['Epoch', vault.epoch],
          ['Records kept', `${vault.first}–${vault.last}`],
          ['Stored on the host', vault.acknowledged],
          ['Room for records', `${(vault.capacity ?? 0).toLocaleString('en-US')} bytes`]
        ].map(([name, value]) => [h('dt', { text: name }), h('dd', { text: value ?? '–' })])
      ),
      h('p', {
        class: `verdict ${vault.audit === null ? '' : 'bad'}`,
        text:
          vault.audit === null ? 'The books balance.' : `The books do not balance: ${vault.audit}`
      })
    ];
  }
}

function histogram(counts, ends, name) {
  const most = Math.max(1, ...counts);
  const w = 100 / counts.length;
  const label = counts
    .map((count, k) => `${k < ends.length ? `up to ${ends[k]} ms` : 'longer'}: ${count}`)
    .join(', ');
  return s(
    'svg',
    {
      viewBox: '0 0 100 46',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': t('How long scans of {0} took: {1}', name, label)
    },
    s('line', { x1: 0, y1: 45.5, x2: 100, y2: 45.5 }),
    counts.map((count, k) => {
      const tall = count ? Math.max(2, 42 * Math.sqrt(count / most)) : 0;
      return s(
        'rect',
        { x: k * w + 1, y: 45 - tall, width: w - 2, height: tall, class: k >= 5 ? 'late' : '' },
        s('title', { text: k < ends.length ? `up to ${ends[k]} ms: ${count}` : `longer: ${count}` })
      );
    })
  );
}
