// The supervisor's view: tasks. One is chosen, says how things stand, what may be done, and under which
// rule; before anything is done it says what will happen.

import { get, post } from './api.js';
import { Deck } from './deck.js';
import { capital, chip, h, money, section } from './dom.js';
import { boxes, deed, entry } from './forms.js';
import { t, tr } from './texts.js';

const TASKS = [
  ['decide', 'Decide about a hand', 'fold or exclude, misdeal, void, the clock'],
  ['dispute', 'Settle a dispute', 'the felt of the round, hands opened with proof'],
  ['seats', 'Seats and chips', 'who sits where, buying, leaving'],
  ['prize', 'Pay a prize', 'confirm that a jackpot prize was paid'],
  ['meter', 'The jackpot meter', 'figures, audit, corrections'],
  ['day', 'The gaming day', 'open, count the drop, close, report'],
  ['limits', 'Limits and rules', 'what the rules leave to the house'],
  ['contest', 'Tournament and freeze-out', 'and the mode of play'],
  ['deck', 'The deck', 'check it, replace a card'],
  ['persons', 'Persons and PINs', 'who may act here, by name']
];
const ROLES = [
  ['dealer', 'dealer'],
  ['supervisor', 'supervisor'],
  ['technician', 'technician']
];

export class Supervisor {
  constructor(page) {
    this.page = page;
    this.root = h('div');
    this.forms = null;
    this.parts = {};
    this.task = 'decide';
    this.deck = new Deck(page, ['replace', 'check']);
  }

  /**
   * @param {ToldTable} table
   * @param {Partial<ToldDevices>} devices
   */
  update(table, devices) {
    this.table = table;
    const here = 'supervisor' in this.page.roles;
    section(this.root, here && this.page.people.supervisor, () =>
      here
        ? this.#frame()
        : this.page.pins.gate(
            'supervisor',
            t('Decisions, disputes, seats and chips, prizes, the gaming day, limits.')
          )
    );
    if (!here) return;
    if (!this.forms || this.forms.game !== table.game) {
      this.#load(table.game);
      return;
    }
    const meter = devices.meters;
    section(
      this.parts.tasks,
      [this.task, meter?.pending?.length, meter?.audit, table.staked > 0],
      () => TASKS.map(([name, title, about]) => this.#choice(name, title, about, meter))
    );
    const [, title] = TASKS.find(([name]) => name === this.task);
    this.parts.panel.setAttribute('aria-label', t(title));
    const shown = {
      decide: () => [
        table.banked,
        table.round,
        table.staked,
        table.clock,
        table.do?.seat,
        this.#players(table),
        this.forms.game
      ],
      dispute: () => [table.round],
      seats: () => [
        table.banked,
        table.vacate,
        table.seats.map((one) => [one.in, one.stack, one.state])
      ],
      prize: () => [meter?.pending, meter?.last],
      meter: () => [meter],
      day: () => [meter?.days, meter?.mode],
      limits: () => [this.forms, this.stands],
      contest: () => [
        table.values?.tournament,
        table.values?.freeze_wager,
        meter?.mode,
        table.banked,
        table.seats.map((one) => one.state)
      ],
      deck: () => [],
      persons: () => [table.persons, this.page.people]
    }[this.task]();
    section(this.parts.panel, [this.task, shown], () => [
      h('h2', { text: t(title) }),
      this[`_${this.task}`](table, meter)
    ]);
    if (this.task === 'deck') this.deck.update(table, devices);
  }

  /** Go to a task, from elsewhere on the page. */
  choose(task) {
    this.task = task;
    this.page.show();
    this.parts.panel?.querySelector('button, input, select')?.focus({ preventScroll: true });
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
    this.parts.tasks = h('nav', { class: 'tasks', 'aria-label': t('Tasks') });
    this.parts.panel = h('section', { class: 'work task' });
    return [
      h(
        'div',
        { class: 'top' },
        h('h2', { text: t('Supervisor') }),
        h('div', { class: 'strip' }, this.page.pins.here('supervisor'))
      ),
      h('div', { class: 'desk' }, this.parts.tasks, this.parts.panel)
    ];
  }

  #choice(name, title, about, meter) {
    const due =
      name === 'prize' ? meter?.pending?.length : name === 'meter' && meter?.audit ? '!' : 0;
    return h(
      'button',
      {
        class: 'button',
        'data-task': name,
        'data-key': `task:${name}`,
        'aria-current': this.task === name ? 'true' : null,
        onclick: () => this.choose(name)
      },
      h('span', null, h('b', { text: t(title) }), h('small', { text: t(about) })),
      due > 0 || due === '!' ? h('i', { class: 'due-mark', text: due }) : null
    );
  }

  #players(table) {
    return table.seats
      .filter((one) => one.in && !one.out && one.cards.length)
      .map((one) => one.seat);
  }

  async #give(...input) {
    const answer = await this.page.input(...input);
    if (answer.ok) this.page.toast(t('Taken; see the record'));
    return answer;
  }

  /** `who` is left open: the server fills in whose PIN it was. */
  #order(...command) {
    return this.page.act('command', { command }, t('Done; it is in the record'));
  }

  // ---- decisions

  _decide(table) {
    const rule = this.forms.rules;
    const back = money(table.staked ?? 0);
    const players = this.#players(table);
    const cite = { name: 'rule', label: 'Another rule than usual', type: 'text', optional: true };
    const notes = { name: 'what', label: 'What was decided', options: this.forms.decisions };
    return [
      players.length > 0
        ? deed({
            key: 'rule_fold',
            fields: [boxes(players)],
            button: table.banked ? t('Exclude the player …') : t('Fold the hand …'),
            style: 'danger',
            rule: rule.rule_fold,
            does: (seat) =>
              table.banked
                ? t(
                    'Box {0} is excluded from this round: the hand folds and its wagers stay with the house.',
                    seat
                  )
                : t('The hand of box {0} is folded; what it has put in stays in the pot.', seat),
            send: ([seat]) => this.#give('rule_fold', seat)
          })
        : h('p', {
            class: 'muted',
            text: t('No hand is in play: there is nobody to fold or exclude.')
          }),
      table.banked &&
        players.length > 0 &&
        deed({
          key: 'rule_return',
          fields: [boxes(players)],
          button: t('Give wagers back …'),
          rule: rule.rule_return,
          does: (seat) => t('The wagers of box {0} are void and go back to the player.', seat),
          send: ([seat]) => this.#give('rule_return', seat, null)
        }),
      table.staked > 0
        ? [
            deed({
              key: 'rule_misdeal',
              button: t('Declare a misdeal …'),
              style: 'danger',
              rule: rule.rule_misdeal,
              does: () => t('The cards are dealt anew; {0} goes back to the players.', back),
              send: () => this.#give('rule_misdeal', null)
            }),
            deed({
              key: 'rule_void',
              fields: [cite],
              button: t('Void the round …'),
              style: 'danger',
              rule: (other) => other ?? rule.rule_void,
              does: () => t('The round does not count; {0} goes back to the players.', back),
              send: ([other]) => this.#give('rule_void', other)
            })
          ]
        : h('p', {
            class: 'muted',
            'data-nothing': '',
            text: t('Nothing is staked: there is no round to void and no misdeal to declare.')
          }),
      table.staked > 0 &&
        deed({
          key: 'take_back',
          button: t('Take back the last entry …'),
          style: 'danger',
          rule: rule.take_back,
          does: () => t('The last entry counts no more; it stays in the record.'),
          send: () => this.#give('take_back', 'supervisor', null)
        }),
      !table.banked && this.#clock(table, rule.clock),
      h(
        'details',
        { class: 'fold' },
        h('summary', { text: t('Note a decision that moves nothing') }),
        h(
          'div',
          null,
          deed({
            key: 'decide',
            fields: [
              notes,
              { ...boxes(table.seats.map((one) => one.seat)), optional: true },
              { name: 'rule', label: 'Rule', type: 'text' }
            ],
            button: t('Write it down …'),
            rule: (_, __, cited) => cited,
            does: (what) =>
              t(
                'It is recorded that {0}.',
                tr(this.forms.decisions.find(([name]) => name === what)?.[1] ?? what)
              ),
            send: ([what, seat, cited]) => this.#give('decide', what, seat, cited)
          })
        )
      )
    ];
  }

  #clock(table, rule) {
    if (table.clock) this.#tick(table.clock);
    return [
      table.clock &&
        h('p', {
          class: 'clock',
          'data-clock': '',
          text: `${Math.ceil(table.clock.left_ms / 1000)} s`
        }),
      table.do?.seat
        ? deed({
            key: 'clock',
            button: t('Call the clock for box {0} …', table.do.seat),
            rule,
            does: () =>
              t('Box {0} has ninety seconds from now; then the hand folds.', table.do.seat),
            send: () => this.#give('clock', table.do.seat)
          })
        : null
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

  _dispute() {
    return [
      h('p', {
        text: t(
          'The round is shown on the felt, step by step. A hand that has folded, or any hand of the round before, may be opened there; a hand that can still win may not. What is opened is recorded with your name and with the seal that was recorded when the card was dealt.'
        )
      }),
      h(
        'div',
        { class: 'strip' },
        h('button', {
          class: 'button primary',
          'data-form': 'dispute',
          onclick: () => this.page.history.dispute(),
          text: t('Show the round')
        }),
        chip(this.forms.rules.open_hand)
      )
    ];
  }

  // ---- seats

  _seats(table) {
    if (table.banked) {
      return [
        h('p', {
          class: 'muted',
          text: t('The house banks: chips in front of the players are not counted.')
        }),
        deed({
          key: 'box_limit',
          fields: [
            boxes(table.seats.map((one) => one.seat)),
            { name: 'amount', label: 'Greatest ante', type: 'cents' }
          ],
          button: t('Set a limit for a box …'),
          rule: this.forms.rules.box_limit,
          does: (seat, amount) =>
            t('Box {0} may ante up to {1} in this round.', seat, money(amount)),
          send: (values) => this.#give('box_limit', ...values)
        })
      ];
    }
    const seated = table.seats.filter((one) => one.in);
    const taken = seated.map((one) => one.seat);
    const free = table.seats.filter((one) => !one.in).map((one) => one.seat);
    const amount = { name: 'amount', label: 'Chips', type: 'cents' };
    const simple = (kind, button, does, fields = [boxes(taken)], given = {}) =>
      deed({
        key: kind,
        fields,
        button,
        does,
        given,
        send: (values) => this.#give(kind, ...values)
      });
    return [
      h(
        'dl',
        { class: 'figures' },
        seated.map((one) => [
          h('dt', { text: `${t('Box {0}', one.seat)}${one.state ? ` · ${tr(one.state)}` : ''}` }),
          h('dd', { text: money(one.stack) })
        ])
      ),
      table.vacate?.map(([seat, rule]) =>
        h(
          'p',
          { class: 'why', 'data-vacate': seat },
          h('span', {
            text: t(
              'Box {0} has sat out three rounds while every seat is taken: you may ask for the seat.',
              seat
            )
          }),
          chip(rule)
        )
      ),
      free.length > 0 &&
        simple(
          'join',
          t('Seat a player …'),
          (seat, cents) =>
            t(
              'A player with {1} takes box {0} and is dealt in as the rules allow.',
              seat,
              money(cents)
            ),
          [boxes(free), amount],
          { amount: 20000 }
        ),
      taken.length > 0 &&
        simple(
          'buy',
          t('Sell chips …'),
          (seat, cents) =>
            t('Box {0} gets {1} more in chips, for the next deal.', seat, money(cents)),
          [boxes(taken), amount],
          { amount: 10000 }
        ),
      taken.length > 0 &&
        h(
          'details',
          { class: 'fold' },
          h('summary', { text: t('Leaving, absence, another seat') }),
          h(
            'div',
            null,
            simple('leave', t('A player leaves …'), (seat) =>
              t('Box {0} leaves with {1}.', seat, money(table.seats[seat - 1].stack))
            ),
            simple('away', t('Away from the table …'), (seat) =>
              t('Box {0} is dealt out until it comes back.', seat)
            ),
            simple('back', t('Back again …'), (seat) =>
              t('Box {0} is dealt in again as the rules allow.', seat)
            ),
            free.length > 0 &&
              simple(
                'change_seat',
                t('Change seats …'),
                (seat, to) => t('The player of box {0} moves to box {1}.', seat, to),
                [boxes(taken), { ...boxes(free, 'To'), name: 'to' }]
              ),
            simple(
              'post',
              t('Post a blind …'),
              (seat, cents) => t('Box {0} posts {1} before the deal.', seat, money(cents)),
              [boxes(taken), amount]
            ),
            simple('declare', t('Plays on below the stake …'), (seat) =>
              t('Box {0} plays on with less than the table stake.', seat)
            )
          )
        )
    ];
  }

  // ---- the jackpot

  _prize(_, meter) {
    const pending = meter?.pending ?? [];
    return [
      pending.length
        ? pending.map((one) =>
            h(
              'div',
              { class: 'pending' },
              h('p', { text: t('Box {0}: {1}, {2}', one.seat, tr(one.prize), money(one.cents)) }),
              deed({
                key: 'confirm',
                button: t('Confirm that {0} was paid …', money(one.cents)),
                style: 'strong',
                does: () =>
                  t(
                    '{0} for {1} at box {2} is written down as paid by you; the prize is no longer owed.',
                    money(one.cents),
                    tr(one.prize),
                    one.seat
                  ),
                send: () => this.#order('confirm', one.hit, null)
              })
            )
          )
        : h('p', { class: 'muted', text: t('No prize waits for its payment.') }),
      meter?.last?.length > 0 && [
        h('h3', { text: t('The last prizes') }),
        h(
          'ul',
          { class: 'list' },
          meter.last
            .slice(0, 6)
            .map((one) =>
              h('li', { text: t('Box {0}: {1}, {2}', one.seat, tr(one.prize), money(one.cents)) })
            )
        )
      ]
    ];
  }

  _meter(_, meter) {
    if (!meter?.opened && meter?.opened !== 0)
      return h('p', { class: 'muted', text: t('Not told yet.') });
    const rows = [
      ['Prize pool', meter.pool],
      ['Reserve', meter.reserve],
      ['Overflow', meter.overflow],
      ['Held back', meter.held],
      ['Pending prizes', meter.owed],
      ['Paid', meter.paid]
    ];
    const sources = [
      ['Opened with', meter.opened],
      ['Wagers in', meter.wagers_in],
      ['From the house', meter.house_in],
      ['Corrected', meter.corrected]
    ];
    const sum = (of) => of.reduce((all, [, value]) => all + value, 0);
    const fine = meter.audit === null && sum(sources) === sum(rows);
    const list = (of, name) =>
      h(
        'dl',
        { class: 'figures' },
        of.map(([label, value]) => [h('dt', { text: t(label) }), h('dd', { text: money(value) })]),
        h('dt', { text: t(name) }),
        h('dd', null, h('b', { text: money(sum(of)) }))
      );
    const differ = (name, label) => ({ name, label, type: 'cents' });
    return [
      h('div', { class: 'two' }, list(sources, 'In'), list(rows, 'Out')),
      h('p', {
        class: `verdict ${fine ? '' : 'bad'}`,
        'data-audit': fine ? 'ok' : 'bad',
        text: fine
          ? t('The audit equation holds.')
          : t('The audit equation does not hold. {0}', meter.audit ?? '')
      }),
      h('h3', { text: t('Correct it') }),
      h('p', {
        class: 'muted',
        text: t('Differences, with a sign: what is added to each amount, or taken from it.')
      }),
      deed({
        key: 'correct',
        fields: [
          differ('pool', 'Prize pool'),
          differ('reserve', 'Reserve'),
          differ('overflow', 'Overflow'),
          { name: 'why', label: 'Why', type: 'text' }
        ],
        given: { pool: 0, reserve: 0, overflow: 0 },
        button: t('Correct the meter …'),
        style: 'danger',
        does: (pool, reserve, overflow, why) =>
          t(
            'Prize pool {0}, reserve {1}, overflow {2}: recorded with your name, because “{3}”. The sign shows the new pool at once.',
            change(meter.pool, pool),
            change(meter.reserve, reserve),
            change(meter.overflow, overflow),
            why
          ),
        send: ([pool, reserve, overflow, why]) =>
          this.#order('correct', pool, reserve, overflow, null, why)
      }),
      meter.held > 0 &&
        deed({
          key: 'free_held',
          fields: [{ name: 'to_pool', label: 'To the prize pool', type: 'cents' }],
          given: { to_pool: meter.held },
          button: t('Free what is held back …'),
          does: (cents) =>
            t(
              '{0} of {1} goes to the prize pool, the rest where it belongs.',
              money(cents),
              money(meter.held)
            ),
          send: ([cents]) => this.#order('free_held', cents, null)
        }),
      h(
        'details',
        { class: 'fold' },
        h('summary', { text: t('Amounts as approved') }),
        h(
          'div',
          null,
          deed({
            key: 'parameter',
            fields: [
              {
                name: 'name',
                label: 'Which',
                options: [
                  ['start_up', 'start-up amount'],
                  ['ceiling', 'ceiling'],
                  ['most_in', 'most in one round']
                ]
              },
              { name: 'value', label: 'Amount', type: 'cents' }
            ],
            button: t('Change it …'),
            does: (name, cents) =>
              t(
                '{0} becomes {1} once the jackpot has been won.',
                capital(
                  tr(
                    {
                      start_up: 'start-up amount',
                      ceiling: 'ceiling',
                      most_in: 'most in one round'
                    }[name]
                  )
                ),
                money(cents)
              ),
            send: ([name, cents]) => this.#order('parameter', name, cents, null)
          })
        )
      )
    ];
  }

  // ---- the day

  _day(_, meter) {
    const days = meter?.days ?? [];
    const open = days.at(-1);
    const counted = open && open[2] !== null && open[2] !== undefined && open[2] !== -1;
    const today = new Date();
    const iso = [
      today.getFullYear(),
      String(today.getMonth() + 1).padStart(2, '0'),
      String(today.getDate()).padStart(2, '0')
    ].join('-');
    const name = open?.[0];
    const taken = open?.[1] ?? 0;
    const report = (kind, text) =>
      h('a', {
        class: 'button small',
        href: `/report/day.${kind}${name ? `?day=${encodeURIComponent(name)}` : ''}`,
        target: kind === 'html' ? '_blank' : null,
        rel: 'noopener',
        'data-report': kind,
        text
      });
    return [
      h('p', {
        'data-day': name ?? '',
        text: name
          ? counted
            ? t('Gaming day {0}: the drop was counted, {1}.', name, money(open[2]))
            : t('Gaming day {0} is open. Commission so far: {1}.', name, money(taken))
          : t('No gaming day is open.')
      }),
      name &&
        deed({
          key: 'drop',
          fields: [{ name: 'counted', label: 'Counted in the drop box', type: 'cents' }],
          button: counted ? t('Count again …') : t('Count the drop and close the day …'),
          style: 'primary',
          does: (cents) =>
            t(
              'Counted {0}, taken as commission {1}: difference {2}. The count is recorded for {3} with your name; sign the report, then open the next day.',
              money(cents),
              money(taken),
              money(cents - taken),
              name
            ),
          send: ([cents]) => this.#order('drop', name, cents, null)
        }),
      (!name || counted) &&
        deed({
          key: 'day_open',
          fields: [{ name: 'day', label: 'Day', type: 'text' }],
          given: { day: iso === name ? '' : iso },
          button: t('Open a gaming day …'),
          does: (day) => t('What is played from now on belongs to {0}.', day),
          send: ([day]) => this.#order('day_open', day)
        }),
      h('h3', { text: t('Report') }),
      h(
        'div',
        { class: 'strip' },
        report('html', t('Page to print')),
        report('pdf', 'PDF'),
        report('csv', 'CSV'),
        report('json', 'JSON')
      ),
      h(
        'div',
        { class: 'strip' },
        ['csv', 'json'].map((kind) =>
          h('a', {
            class: 'button small',
            href: `/report/rounds.${kind}`,
            text: t('All rounds, {0}', kind.toUpperCase())
          })
        )
      ),
      days.length > 1 &&
        h(
          'ul',
          { class: 'list' },
          days
            .slice(-4, -1)
            .reverse()
            .map((one) =>
              h('li', { text: t('{0}: commission {1}', one[0] || '–', money(one[1] ?? 0)) })
            )
        )
    ];
  }

  // ---- limits

  _limits() {
    const { determinations, games } = this.forms;
    const entries = determinations.map((one) => [
      one,
      entry({ ...one, label: capital(one.label) }, one.value)
    ]);
    const verdict = h('p', {
      class: 'verdict',
      role: 'status',
      'data-verdict': '',
      text: this.stands ?? ''
    });
    const preview = h('div', { class: 'sure', hidden: true });
    const say = (what, bad) => {
      verdict.className = `verdict ${bad ? 'bad' : ''}`;
      verdict.textContent = what;
    };
    const shown = (one, value) =>
      value === null || value === undefined || value === ''
        ? '—'
        : Array.isArray(value)
          ? value.map((each) => shown(one, each)).join(' ') || '—'
          : one.type === 'cents'
            ? money(value)
            : one.type === 'flag'
              ? t(value ? 'yes' : 'no')
              : tr(String(value));
    const sent = (values) =>
      Object.fromEntries(
        values.filter(([, value]) => value !== null).map(([one, value]) => [one.name, value])
      );
    const look = async () => {
      preview.hidden = true;
      let values;
      try {
        values = entries.map(([one, made]) => [one, made.value()]);
      } catch (problem) {
        return say(problem.message, true);
      }
      const other = this.chosen !== this.table.game;
      const changed = values.filter(
        ([one, value]) =>
          JSON.stringify(value) !==
          JSON.stringify(one.value ?? (one.many ? [] : one.type === 'flag' ? 0 : null))
      );
      if (!changed.length && !other) return say(t('Nothing differs from what is in force.'));
      const fits = await post('configure', {
        game: this.chosen,
        values: sent(values),
        check: true
      });
      if (!fits.ok)
        return say(`${capital(tr(fits.what))}${fits.rule ? ` (${fits.rule})` : ''}`, true);
      const notice = other || changed.some(([one]) => one.notice);
      const had = h('input', { type: 'checkbox', name: 'notice' });
      const go = h('button', {
        class: 'button primary',
        'data-form': 'configure',
        disabled: notice,
        onclick: () => send(values, notice),
        text: t('Put in force between rounds')
      });
      had.addEventListener('change', () => {
        go.disabled = !had.checked;
      });
      say('');
      preview.replaceChildren(
        h('h3', { text: t('What changes') }),
        other &&
          h('p', {
            text: t('Another game: {0}.', tr(games.find((one) => one.name === this.chosen).label))
          }),
        h(
          'ul',
          { class: 'list' },
          changed.map(([one, value]) =>
            h(
              'li',
              null,
              h('span', {
                text: `${capital(one.label)}: ${shown(one, one.value)} → ${shown(one, value)}`
              }),
              chip(one.rule),
              h('span', { class: 'remedy', text: capital(tr(one.when)) })
            )
          )
        ),
        h('p', {
          text: t(
            'It takes force when the round is over: the board starts again, seats and chips stay, and the next round is played by it.'
          )
        }),
        notice && h('label', { class: 'check' }, had, t('The players have had notice of this.')),
        h(
          'div',
          { class: 'strip' },
          go,
          h('button', {
            class: 'button quiet',
            onclick: () => {
              preview.hidden = true;
            },
            text: t('Cancel')
          })
        )
      );
      preview.hidden = false;
      go.focus();
      return null;
    };
    const send = async (values, notice) => {
      const answer = await this.page.act(
        'configure',
        { game: this.chosen, values: sent(values), notice_given: notice },
        null,
        true
      );
      preview.hidden = true;
      if (answer.ok) {
        this.stands = t('Sent; the board starts again with it between rounds.');
        this.forms = null;
        this.page.show();
      } else say(`${capital(tr(answer.what))}${answer.rule ? ` (${answer.rule})` : ''}`, true);
    };
    const choose = h(
      'select',
      {
        'aria-label': t('Game'),
        name: 'game',
        onchange: async () => {
          this.forms = { ...(await get(`forms?game=${choose.value}`)), game: this.table.game };
          this.chosen = choose.value;
          this.stands = '';
          this.page.show();
        }
      },
      games.map((one) =>
        h('option', { value: one.name, selected: one.name === this.chosen, text: tr(one.label) })
      )
    );
    return [
      h('p', {
        class: 'muted',
        text: t(
          'What the rules leave to the house. Change what you like, then look at what would change: it is checked as a whole.'
        )
      }),
      h('label', { class: 'field' }, t('Game'), choose),
      h(
        'div',
        { class: 'fields' },
        entries.map(([one, made]) =>
          h(
            'label',
            { class: 'field' },
            h('span', { text: capital(one.label) }),
            made.element,
            h('small', { text: one.about }),
            chip(one.rule)
          )
        )
      ),
      h(
        'div',
        { class: 'strip' },
        h('button', {
          class: 'button primary',
          'data-form': 'preview',
          onclick: look,
          text: t('Look at what would change')
        })
      ),
      verdict,
      preview
    ];
  }

  _contest(table, meter) {
    const values = table.values ?? {};
    const out = table.seats.filter((one) => one.in && one.stack === 0).map((one) => one.seat);
    const mode = meter?.mode;
    const go = (name, value) => () => {
      this.choose('limits');
      const found = this.parts.panel.querySelector(`[name=${name}]`);
      if (!found) return this.page.toast(t('This game knows none'), { bad: true });
      found.value = value;
      found.dataset.touched = '';
      found.scrollIntoView({ block: 'center' });
      return found.focus();
    };
    return [
      h('p', {
        text: values.tournament
          ? t('A tournament is played by these determinations.')
          : values.freeze_wager
            ? t('A freeze-out is played: it began with {0} a hand.', money(values.freeze_wager))
            : t('Neither a tournament nor a freeze-out is played.')
      }),
      out.length > 0 &&
        h('p', { class: 'muted', text: t('Without chips: box {0}.', out.join(', ')) }),
      h(
        'div',
        { class: 'strip' },
        h('button', {
          class: 'button',
          'data-contest': 'tournament',
          onclick: go('tournament', values.tournament ? 0 : 1),
          text: values.tournament ? t('End the tournament …') : t('Begin a tournament …')
        }),
        'freeze_wager' in values &&
          h('button', {
            class: 'button',
            onclick: go('freeze_wager', values.freeze_wager ? '' : '$5.00'),
            text: values.freeze_wager ? t('End the freeze-out …') : t('Begin a freeze-out …')
          })
      ),
      h('h3', { text: t('Mode of play') }),
      deed({
        key: 'mode',
        fields: [
          {
            name: 'mode',
            label: 'Mode',
            options: [
              ['live', 'live'],
              ['test', 'test'],
              ['tournament', 'tournament']
            ]
          }
        ],
        given: { mode },
        button: t('Set the mode …'),
        does: (chosen) =>
          ({
            live: t('Rounds count in the books from the next one on.'),
            test: t('Rounds are tests from the next one on: the books do not move.'),
            tournament: t(
              'Rounds belong to a tournament from the next one on: the books do not move.'
            )
          })[chosen],
        send: ([chosen]) => this.#order('mode', chosen)
      }),
      table.banked && values.tournament
        ? deed({
            key: 'marker',
            fields: [boxes(table.seats.map((one) => one.seat))],
            button: t('Place the starting marker …'),
            does: (seat) => t('Box {0} is the first to ante.', seat),
            send: ([seat]) => this.#give('marker', seat)
          })
        : null
    ];
  }

  _deck() {
    return this.deck.root;
  }

  // ---- persons

  _persons(table) {
    const there = table.persons;
    const named = there.filter(([, name]) => name);
    const word = (role, name) =>
      name ? `${name} · ${tr(role)}` : t('the PIN that all share · {0}', tr(role));
    const whose = (of) => ({
      name: 'whose',
      label: 'Who',
      options: of.map(([role, name]) => [`${role}/${name}`, word(role, name)])
    });
    const parted = (one) => {
      const at = one.indexOf('/');
      return { role: one.slice(0, at), name: one.slice(at + 1) };
    };
    const told = (one) => {
      const { role, name } = parted(one);
      return word(role, name);
    };
    const pin = { name: 'pin', label: 'New PIN, six digits or more', type: 'pin' };
    const supervisors = there.filter(([role]) => role === 'supervisor').length;
    const ends = there.filter(([role]) => role !== 'supervisor' || supervisors > 1);
    const mine = this.page.who('supervisor');
    return [
      h(
        'ul',
        { class: 'list', 'data-persons': named.length },
        there.map(([role, name]) => h('li', { text: word(role, name) }))
      ),
      h('p', {
        class: 'muted',
        text: t(
          'What somebody orders is recorded with their name. Who has no PIN of their own acts as the role. The person types the PIN; nobody else needs to know it.'
        )
      }),
      deed({
        key: 'person_add',
        fields: [
          { name: 'name', label: 'Name', type: 'text' },
          { name: 'role', label: 'Role', options: ROLES },
          pin
        ],
        button: t('Add a person …'),
        style: 'primary',
        does: (name, role) => t('{0} may act as {1} with this PIN from now on.', name, tr(role)),
        send: ([name, role, digits]) => this.page.person({ what: 'add', role, name, pin: digits })
      }),
      deed({
        key: 'person_pin',
        fields: [whose(there), pin],
        button: t('Set another PIN (a lost one) …'),
        does: (one) =>
          t(
            'The old PIN of {0} opens nothing any more; whoever is here with it enters the new one.',
            told(one)
          ),
        send: ([one, digits]) => this.page.person({ what: 'pin', ...parted(one), pin: digits })
      }),
      ends.length > 0 &&
        deed({
          key: 'person_revoke',
          fields: [whose(ends)],
          button: t('Take a PIN away …'),
          style: 'danger',
          does: (one) =>
            t('{0} can order nothing any more, at once. What was recorded stays.', told(one)),
          send: ([one]) => this.page.person({ what: 'revoke', ...parted(one) })
        }),
      mine && h('p', { class: 'muted', text: t('You are {0}.', mine) })
    ];
  }
}

const change = (now, by) => (by ? `${money(now)} → ${money(now + by)}` : money(now));
