// The dealer's view: what is expected now, a pad whose buttons never move, and one place for messages.

import { post } from './api.js';
import { Deck } from './deck.js';
import { capital, chip, h, money, section } from './dom.js';
import { onPad, Pad } from './pad.js';
import { t } from './texts.js';

const ANNOUNCED = [
  'dealer_hand',
  'hand',
  'muck',
  'dead',
  'pot',
  'commission',
  'win',
  'settle',
  'jackpot_won',
  'jackpot_paid',
  'jackpot_hit',
  'end'
];

export class Dealer {
  constructor(page) {
    this.page = page;
    this.root = h('div', { class: 'dealer' });
    this.parts = {};
    // At the top, and there also when somebody scrolls: what may not move. What grows or goes is below.
    const top = h('div', { class: 'steady' });
    const below = h('div', { class: 'below' });
    this.root.append(top, below);
    for (const name of [
      'now',
      'message',
      'pad',
      'amount',
      'act',
      'sim',
      'rows',
      'announce',
      'odd',
      'deck',
      'said',
      'role'
    ]) {
      this.parts[name] = h('div', { 'data-part': name });
      (['now', 'message', 'pad'].includes(name) ? top : below).append(this.parts[name]);
    }
    this.pad = new Pad((action) => this.#press(action));
    this.parts.pad.append(this.pad.slots);
    // What was keyed by mistake: below the pad, always there; whether it still may be the board says.
    this.parts.pad.append(
      h(
        'button',
        {
          type: 'button',
          class: 'button small quiet',
          'data-undo': 'dealer',
          'data-key': 'undo',
          'data-all-key': 'u',
          onclick: () => this.#send(['take_back', 'dealer', null])
        },
        'Take back the last entry',
        h('kbd', { text: 'U' })
      )
    );
    this.parts.amount.append(this.pad.amount);
    this.parts.said.className = 'said';
    this.parts.said.setAttribute('aria-live', 'polite');
    this.deck = new Deck(page, ['check']);
    this.fold = h(
      'details',
      { class: 'fold', 'data-fold': 'deck' },
      h('summary', { text: t('The deck') }),
      h('div', null, this.deck.root)
    );
    this.parts.deck.append(this.fold);
    this.fold.addEventListener(
      'toggle',
      () => this.fold.open || this.parts.deck.classList.remove('first')
    );
    this.said = [];
    this.announced = [];
    this.mode = null;
    this.speed = null;
    this.reason = null; // why something was refused
    this.news = null; // the last irregularity or fault of this round
    this.box = null; // the box that keys and pad are for, where the house banks
    this.busy = false; // several inputs are on their way
  }

  heard(line) {
    if (!line.text || line.news === 'board') return;
    if (line.kind === 'round') this.news = null;
    if (['irregular', 'refused', 'fault'].includes(line.news)) {
      this.news = line;
      if (this.table) this.#message();
    }
    if (line.kind === 'deal' || line.kind === 'begin' || line.kind === 'players')
      this.announced = [];
    else if (ANNOUNCED.includes(line.kind)) this.announced = [...this.announced, line].slice(-12);
    this.said = [...this.said, line].slice(-4);
    section(this.parts.said, this.said, (lines) =>
      lines.map((one) => h('div', null, h('span', { text: one.text }), chip(one.rule)))
    );
  }

  /**
   * @param {ToldTable} table
   * @param {Partial<ToldDevices>} devices
   */
  update(table, devices) {
    this.table = table;
    const todo = table.do;
    // A reason stands until the table has moved on; the record of the refusal alone moves nothing.
    if (this.reason && this.reason.at !== moment(table)) this.reason = null;
    if (table.side && this.mode === null) this.#ask();
    section(
      this.parts.sim,
      [table.side, this.mode, this.speed],
      () => table.side && this.#simulated()
    );
    section(
      this.parts.now,
      [todo.headline, todo.detail, Boolean(todo.seat), table.over, table.clock, table.link.state],
      () => this.#now(table)
    );
    section(
      this.parts.announce,
      this.announced,
      (lines) =>
        lines.length > 0 &&
        h(
          'div',
          { class: 'announce', role: 'status', 'aria-label': t('To announce') },
          h('h3', { text: t('Announce') }),
          lines.map((one) =>
            h('div', { class: one.news }, h('span', { text: one.text }), chip(one.rule))
          )
        )
    );
    this.#message();
    const here = 'dealer' in this.page.roles;
    section(this.parts.role, here && this.page.people.dealer, () =>
      h(
        'div',
        { class: 'strip' },
        here
          ? this.page.pins.here('dealer')
          : h('button', {
              class: 'button small',
              'data-unlock': 'dealer',
              onclick: () => this.page.pins.ask('dealer'),
              text: t('Enter the PIN')
            })
      )
    );
    const before = this.deck.going;
    this.deck.update(table, devices);
    this.root.classList.toggle('decking', Boolean(this.deck.going)); // no player acts meanwhile
    if (this.deck.going && !before) {
      // the table sees no other cards meanwhile
      this.fold.open = true;
      this.parts.deck.classList.add('first');
      this.root.scrollTop = 0;
    }
    if (todo.stale) return; // the table has moved on; what may be done now is on its way
    const seated = todo.act.filter((one) => one.seat);
    if (!table.banked) this.box = null;
    else if (!this.#boxes().includes(this.box)) this.box = this.#boxes()[0] ?? null;
    this.pad.update(
      table.banked ? seated.filter((one) => one.seat === this.box) : this.#ofTurn(todo),
      this.#ante()
    );
    const rest = todo.act.filter((one) => !one.seat && !(todo.seat && onPad(one)));
    section(this.parts.act, rest, (acts) =>
      h(
        'div',
        { class: 'big' },
        acts.map((one) => this.#button(one))
      )
    );
    section(
      this.parts.rows,
      [todo.wagers, todo.again, seated, todo.throw, table.side, this.box],
      () => this.#rows(todo, seated)
    );
    section(this.parts.odd, [table.exposable, table.game, table.phase], () =>
      this.#irregular(table)
    );
  }

  key(event) {
    if (!this.table || event.repeat || this.busy) return;
    const digit = /^[0-9]$/.test(event.key);
    const done =
      this.table.banked && digit ? this.#boxKey(Number(event.key) || 10) : this.#plainKey(event);
    if (done) event.preventDefault();
  }

  #plainKey(event) {
    const key = event.key.toLowerCase();
    if (this.table.banked && key === '$')
      return this.pad.amount.querySelector('input')?.select() ?? true;
    if (this.table.banked && (key === '+' || key === '-'))
      return this.#nextPreset(key === '+' ? 1 : -1);
    const several = this.root.querySelector(`[data-all-key="${CSS.escape(key)}"]:not([disabled])`);
    if (several) return several.click() ?? true;
    const found = this.table.do.act.find((one) => one.key === key && !one.closed && !one.seat);
    if (found && !onPad(found)) return this.#press(found) ?? true;
    const row =
      this.table.banked &&
      this.root.querySelector(`[data-box-key="${CSS.escape(key)}${this.box}"]:not([disabled])`);
    if (row) return row.click() ?? true;
    return this.pad.key(event);
  }

  // ---- boxes, where the house banks

  /** Boxes that pad and keys may be for now. */
  #boxes() {
    const todo = this.table.do;
    if (todo.wagers.length) return todo.wagers.map((row) => row.seat);
    return [...new Set(todo.act.filter((one) => one.seat).map((one) => one.seat))];
  }

  #ofTurn(todo) {
    return todo.seat ? todo.act.filter((one) => one.input[1] === todo.seat) : [];
  }

  /** What the amount is for while wagers are open: an ante, the same for each box until it is changed. */
  #ante() {
    const row = this.table.do.wagers.find((one) => one.seat === this.box);
    if (!row) return undefined;
    return {
      key: 'ante',
      action: { kind: 'ante', input: ['ante', this.box, 0], at: 2 },
      amount: row.amount,
      verb: `Box ${this.box}:`
    };
  }

  /** A box's number places the ante there, or chooses the box. */
  #boxKey(seat) {
    if (!this.#boxes().includes(seat)) return true;
    this.box = seat;
    const row = this.table.do.wagers.find((one) => one.seat === seat);
    this.page.show();
    if (row && !row.ante && this.pad.chosen !== null) this.pad.go(this.pad.ask.action);
    return true;
  }

  #nextPreset(by) {
    const presets = [...this.pad.amount.querySelectorAll('[data-preset]')];
    const values = presets.map((one) => Number(one.dataset.preset));
    const at = values.indexOf(this.pad.chosen);
    presets[Math.max(0, Math.min(values.length - 1, at < 0 ? 0 : at + by))]?.click();
    return true;
  }

  // ---- now

  #now(table) {
    const up = table.link.state === 'up';
    return h(
      'div',
      { class: `now ${table.do.seat ? 'turn' : ''}` },
      h('h2', { 'data-headline': '', text: up ? table.do.headline : 'The board is not there' }),
      h('p', {
        text: up ? table.do.detail : 'Nothing can be entered until it is back; nothing is lost.'
      }),
      table.clock &&
        h('p', {
          text: t(
            'Ninety seconds: {0} s left for box {1}.',
            Math.ceil(table.clock.left_ms / 1000),
            table.clock.seat
          )
        })
    );
  }

  /** One place for every message, of one size whether there is one or not. */
  #message() {
    const told = this.reason ?? this.news;
    section(this.parts.message, told, () =>
      h(
        'div',
        { class: `message ${told ? (this.reason ? 'why' : told.news) : ''}`, role: 'alert' },
        told && h('span', { text: told.text }),
        told && chip(told.rule)
      )
    );
  }

  #button(action) {
    const style = action.closed
      ? 'closed'
      : action.style ||
        (['check', 'call', 'begin', 'show', 'collect'].includes(action.kind) ? 'primary' : '');
    return h(
      'button',
      {
        class: `button ${style}`,
        'data-act': action.closed ? null : action.kind,
        'data-closed': action.closed ? action.kind : null,
        'data-key': `${action.kind}:${action.input[1] ?? ''}`,
        onclick: () => this.#press(action)
      },
      action.label,
      action.key && !action.closed && h('kbd', { text: action.key.toUpperCase() })
    );
  }

  async #press(action) {
    if (this.table.do.stale || this.busy) return;
    if (action.wrong) this.#because(action.wrong, null);
    else if (action.closed && action.input) await this.#explain(action);
    else if (action.closed)
      this.#because(`not now: ${this.table.do.headline || 'nothing is expected'}`, null);
    else await this.#send(action.input);
  }

  /** One after the other; the first that is refused ends it, with its reason. */
  async #sendAll(inputs) {
    this.busy = true;
    try {
      for (const input of inputs) {
        const answer = await this.page.act('input', { input }, null, true);
        if (!answer.ok) {
          if (!answer.role) this.#because(answer.what, answer.rule);
          return;
        }
      }
      this.#clear();
    } finally {
      this.busy = false;
    }
  }

  async #send(input) {
    if (this.table.do.stale) return; // pressed for a moment that has passed
    const answer = await this.page.act('input', { input }, null, true);
    if (answer.ok) this.#clear();
    else if (!answer.role) this.#because(answer.what, answer.rule);
  }

  /** Something was taken: what was said before is of the past. */
  #clear() {
    this.reason = this.news = null;
    this.page.show();
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

  // ---- one row a box

  #rows(todo, seated) {
    if (todo.wagers.length) {
      const placed = todo.wagers.some((row) => row.ante > 0);
      const again = (todo.again ?? []).flatMap((one) => [
        ['ante', one.seat, one.ante],
        ...(one.jackpot ? [['jackpot', one.seat]] : [])
      ]);
      return h(
        'div',
        { class: 'boxes' },
        h(
          'button',
          {
            class: 'button',
            'data-all': 'again',
            'data-all-key': 'g',
            'data-key': 'again',
            disabled: placed || !again.length,
            onclick: () => this.#sendAll(again)
          },
          'Same wagers again',
          h('kbd', { text: 'G' })
        ),
        this.table.side &&
          placed &&
          h(
            'button',
            {
              class: 'button primary',
              'data-act': 'deal',
              'data-all-key': 'n',
              'data-key': 'deal',
              onclick: () => this.page.sim({ do: 'deal' })
            },
            'Deal: the first card closes the wagers',
            h('kbd', { text: 'N' })
          ),
        todo.wagers.map((row) => this.#wager(row))
      );
    }
    if (todo.throw && this.table.side) return this.#throw(todo.throw);
    const seats = [...new Set(seated.map((one) => one.seat))];
    const shows = seated.filter((one) => one.kind === 'show').map((one) => one.input);
    return h(
      'div',
      { class: 'boxes' },
      shows.length > 1 &&
        h(
          'button',
          {
            class: 'button primary',
            'data-all': 'show',
            'data-all-key': 'h',
            'data-key': 'show-all',
            onclick: () => this.#sendAll(shows)
          },
          `Show all ${shows.length} hands`,
          h('kbd', { text: 'H' })
        ),
      seats.map((seat) => {
        const told = this.table.seats[seat - 1];
        const about = [
          told.ante ? `Ante ${money(told.ante, true)}` : '',
          told.jackpot ? 'jackpot' : '',
          told.hand ?? ''
        ]
          .filter(Boolean)
          .join(' · ');
        return h(
          'div',
          { class: `boxrow ${seat === this.box ? 'chosen' : ''}` },
          this.#number(seat),
          h('span', { class: 'muted', text: about }),
          h(
            'span',
            { class: 'buttons' },
            seated
              .filter((one) => one.seat === seat)
              .map((one) =>
                h('button', {
                  class: `button ${one.style || (one.kind === 'collect' ? 'quiet' : one.kind === 'declare' ? 'strong' : 'primary')}`,
                  'data-act': one.kind,
                  'data-seat': seat,
                  'data-key': `${one.kind}:${seat}`,
                  'data-box-key': `${{ declare: 'j', show: 's', collect: 'x' }[one.kind] ?? ''}${seat}`,
                  'aria-label': t('Box {0}: {1}', seat, one.label),
                  onclick: () => this.#send(one.input),
                  text: one.kind === 'declare' ? 'Declare' : one.label
                })
              )
          )
        );
      })
    );
  }

  #wager(row) {
    const placed = row.ante > 0;
    const buttons = placed
      ? [
          h('button', {
            class: 'button strong',
            'data-act': 'jackpot',
            'data-seat': row.seat,
            'data-box-key': `j${row.seat}`,
            'data-key': `jackpot:${row.seat}`,
            disabled: !row.may_jackpot,
            'aria-pressed': String(row.jackpot > 0),
            onclick: () => this.#send(['jackpot', row.seat]),
            text: row.jackpot ? 'Jackpot ✓' : 'Jackpot'
          }),
          h('button', {
            class: 'button quiet',
            'data-act': 'take-back',
            'data-seat': row.seat,
            'data-box-key': `backspace${row.seat}`,
            'data-key': `back:${row.seat}`,
            disabled: !row.open,
            onclick: () => this.#send(['ante', row.seat, 0]),
            text: t('Take back')
          })
        ]
      : row.amount.presets
          .map((one) =>
            h('button', {
              class: 'button',
              'data-act': 'ante',
              'data-seat': row.seat,
              'data-cents': one.cents,
              'data-key': `ante:${row.seat}:${one.cents}`,
              'aria-label': t('Box {0}: ante {1}', row.seat, one.label),
              onclick: () => this.#send(['ante', row.seat, one.cents]),
              text: money(one.cents, true)
            })
          )
          .concat(
            h('button', {
              class: 'button quiet',
              'data-key': `other:${row.seat}`,
              'aria-label': t('Box {0}: another ante, by the keypad', row.seat),
              onclick: () => {
                this.box = row.seat;
                this.page.show();
                this.pad.amount.querySelector('input').select();
              },
              text: '…'
            })
          );
    return h(
      'div',
      { class: `boxrow ${placed ? 'placed' : ''} ${row.seat === this.box ? 'chosen' : ''}` },
      this.#number(row.seat),
      h('span', { text: placed ? `Ante ${money(row.ante, true)}` : '' }),
      h('span', { class: 'buttons' }, buttons)
    );
  }

  #number(seat) {
    return h('button', {
      class: 'number',
      'data-key': `box:${seat}`,
      'aria-label': t('Choose box {0}', seat),
      'aria-pressed': String(seat === this.box),
      onclick: () => {
        this.box = seat;
        this.page.show();
      },
      text: seat
    });
  }

  #throw(seat) {
    return h(
      'div',
      { class: 'amount' },
      h('p', { class: 'muted', text: t('The simulated player at box {0} passes in:', seat) }),
      h(
        'div',
        { class: 'presets' },
        [1, 2, 3, 4, 5].map((count) =>
          h('button', {
            class: 'button',
            'data-throw': count,
            onclick: () => this.page.sim({ do: 'throw', seat, count }),
            text: t('{0} card{1}', count, count > 1 ? 's' : '')
          })
        )
      )
    );
  }

  // ---- what goes wrong

  #irregular(table) {
    const place = h(
      'select',
      { 'aria-label': t('Where the card was seen') },
      table.exposable.map((one) => h('option', { value: one.place, text: one.name }))
    );
    return h(
      'details',
      { class: 'fold' },
      h('summary', { text: t('Something went wrong') }),
      h(
        'div',
        null,
        h(
          'div',
          { class: 'form' },
          h('label', null, 'A card was seen', place),
          h('button', {
            class: 'button',
            'data-odd': 'expose',
            onclick: () => this.#send(['expose', Number(place.value)]),
            text: t('Card exposed')
          })
        ),
        h(
          'div',
          { class: 'strip' },
          h('button', {
            class: 'button',
            onclick: () => this.#send(['expose_cut']),
            text: t('Exposed at the cut')
          }),
          h('button', {
            class: 'button',
            onclick: () => this.#send(['shoe_fail']),
            text: t('The shoe fails')
          }),
          h('button', {
            class: 'button danger',
            'data-odd': 'misdeal',
            onclick: () => this.#send(['rule_misdeal', null]),
            text: t('Misdeal (supervisor)')
          }),
          h('button', {
            class: 'button danger',
            'data-odd': 'void',
            onclick: () => this.#send(['rule_void', null]),
            text: t('Void (supervisor)')
          })
        )
      )
    );
  }

  // ---- a simulated table

  async #ask() {
    this.mode = '';
    const answer = await post('sim', { do: 'state' });
    if (answer.ok) ({ mode: this.mode, speed: this.speed } = answer.value);
    this.page.show();
  }

  #simulated() {
    const mode = (name, label) =>
      h('button', {
        class: 'button',
        'data-house': name,
        'data-key': `house:${name}`,
        'aria-pressed': String(this.mode === name),
        onclick: async () => {
          const answer = await this.page.sim({ do: 'house', mode: name });
          if (answer.ok) {
            this.mode = name;
            this.page.show();
          }
        },
        text: label
      });
    return h(
      'div',
      { class: 'strip', role: 'group', 'aria-label': t('The simulated table') },
      h('span', { class: 'segments' }, mode('play', 'House plays'), mode('cards', 'You play')),
      h(
        'span',
        { class: 'segments' },
        [1, 4, 20].map((value) =>
          h('button', {
            class: 'button',
            'data-key': `speed:${value}`,
            'aria-pressed': String(this.speed === value),
            onclick: async () => {
              const answer = await this.page.sim({ do: 'speed', value });
              if (answer.ok) {
                this.speed = value;
                this.page.show();
              }
            },
            text: `${value}×`
          })
        )
      )
    );
  }
}

const moment = (table) =>
  JSON.stringify([table.round, table.phase, table.do.headline, table.do.detail]);
