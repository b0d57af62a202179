// The pad: Fold, Check or Call, Bet or Raise, All in, always at the same place in every game, and the
// amount that Bet or Raise would send. Nothing here appears, moves or goes: what is closed is grey.

import { cents, h, money, section } from './dom.js';
import { t } from './texts.js';

const SLOTS = [
  { name: 'fold', kinds: ['fold'], label: 'Fold', keys: 'f' },
  { name: 'call', kinds: ['call', 'check'], label: 'Check / Call', keys: 'c' },
  { name: 'bet', kinds: ['raise', 'bet'], label: 'Bet / Raise', keys: 'br' },
  { name: 'all_in', kinds: ['all_in'], label: 'All in', keys: 'a' }
];
const ON_PAD = SLOTS.flatMap((one) => one.kinds);
const KEYPAD = ['1', '2', '3', '4', '5', '⌫', '6', '7', '8', '9', '0', '.'];

/** Whether an action has its place on the pad. */
export const onPad = (action) => ON_PAD.includes(action.kind);

export class Pad {
  /** `press(action)` sends it, or explains why it is closed. */
  constructor(press) {
    this.press = press;
    this.slots = h('div', { class: 'pad', role: 'group', 'aria-label': t('What the player does') });
    this.amount = h('div', { class: 'amount', role: 'group', 'aria-label': t('Amount') });
    this.all = [];
    this.typed = null; // what somebody typed; null: the least
    this.whose = ''; // for which action it was typed
    this.ask = null; // what wants an amount now: {key, action, amount, verb}
  }

  /** `actions` of one box, closed ones too; `ante`: {key, action, amount, verb}, when that is due. */
  update(actions, ante) {
    this.all = actions;
    this.actions = SLOTS.map((slot) => {
      const mine = actions.filter((one) => slot.kinds.includes(one.kind));
      const found = mine.find((one) => !one.closed) ??
        mine[0] ?? { kind: slot.name, label: slot.label, closed: true, input: null };
      // Neither check nor call is open: the name of the place, not of one of them.
      return { ...found, label: found.closed ? slot.label : found.label };
    });
    const bet = this.actions[2];
    const open = !bet.closed && bet.amount && bet.amount.least !== bet.amount.most;
    this.ask =
      ante ??
      (open
        ? {
            key: JSON.stringify([bet.input, bet.amount]),
            action: bet,
            amount: bet.amount,
            verb: bet.kind === 'bet' ? 'Bet' : 'Raise to'
          }
        : null);
    if ((this.ask?.key ?? '') !== this.whose) this.typed = null;
    this.whose = this.ask?.key ?? '';
    this.#show();
  }

  #show() {
    section(this.slots, [this.actions, this.ask && this.chosen], () =>
      this.actions.map((one, at) => this.#slot(one, SLOTS[at]))
    );
    section(this.amount, [this.ask?.amount, this.ask?.verb, this.ask?.action.input], () =>
      this.#fields()
    );
    const entry = this.amount.querySelector('input');
    const text = this.typed ?? (this.ask ? money(this.ask.amount.least) : '');
    if (entry && entry.value !== text) entry.value = text;
    const go = this.amount.querySelector('[data-confirm]');
    if (go) go.textContent = this.#confirm();
  }

  /** Cents that would be sent, or null when what was typed is no amount. */
  get chosen() {
    if (!this.ask) return null;
    return this.typed === null ? this.ask.amount.least : cents(this.typed);
  }

  /** One key does one thing; digits go to the amount. True when it was for us. */
  key(event) {
    // K is a check and never becomes a call: closed, it says why.
    const check = event.key.toLowerCase() === 'k' && this.all.find((one) => one.kind === 'check');
    const slot = SLOTS.findIndex((one) => one.keys.includes(event.key.toLowerCase()));
    if (check) this.press(check);
    else if (slot >= 0) this.go(this.actions[slot]);
    else if (event.key === 'Enter' && this.ask) this.go(this.ask.action);
    else if (this.ask && /^[0-9.]$/.test(event.key)) this.type(event.key);
    else if (this.ask && event.key === 'Backspace') this.type('⌫');
    else if (this.ask && event.key === 'Escape') this.#choose(null);
    else return false;
    return true;
  }

  type(key) {
    const now = this.typed ?? '';
    this.#choose(key === '⌫' ? now.slice(0, -1) || null : now + key);
  }

  go(action) {
    const wanted = this.ask?.action.kind === action.kind && !action.closed;
    if (!wanted) this.press(action);
    else if (this.chosen === null)
      this.press({ ...action, wrong: `${this.typed} is not an amount` });
    else {
      const input = [...action.input];
      input[action.at ?? 2] = this.chosen;
      this.press({ ...action, input, amount: undefined });
    }
  }

  #choose(text) {
    this.typed = text;
    this.#show();
  }

  #confirm() {
    return this.chosen === null
      ? `${this.ask.verb} …`
      : `${this.ask.verb} ${money(this.chosen, true)}`;
  }

  #slot(action, slot) {
    const wanted = this.ask?.action.kind === action.kind && !action.closed;
    return h(
      'button',
      {
        class: `button ${action.closed ? 'closed' : action.style || (slot.name === 'call' ? 'primary' : '')}`,
        'data-slot': slot.name,
        'data-act': action.closed ? null : action.kind,
        'data-closed': action.closed ? action.kind : null,
        'data-key': `slot:${slot.name}`,
        'aria-disabled': action.closed ? 'true' : null,
        // A second click of a double click must not fold or shove for the next player.
        onclick: (event) =>
          event.detail > 1 && ['fold', 'all_in'].includes(slot.name) ? null : this.go(action)
      },
      h('span', { text: wanted ? this.#confirm() : action.label }),
      h('kbd', { text: slot.keys[slot.name === 'bet' ? 1 : 0].toUpperCase() })
    );
  }

  #fields() {
    const asked = this.ask;
    const none = !asked;
    const step = (by) => {
      const { least, most, step: size } = this.ask.amount;
      this.#choose(money(Math.max(least, Math.min(most, (this.chosen ?? least) + by * size))));
    };
    const entry = h('input', {
      type: 'text',
      inputmode: 'none',
      autocomplete: 'off',
      disabled: none,
      'aria-label': t('Amount in dollars'),
      'data-key': 'amount'
    });
    entry.addEventListener('input', () => this.#choose(entry.value));
    entry.addEventListener('keydown', (event) => {
      if (!/^[a-z]$/i.test(event.key) && event.key !== 'Enter') return;
      event.preventDefault(); // letters are actions here, too
      event.stopPropagation();
      this.key(event);
    });
    const button = (text, label, onclick, more = {}) =>
      h('button', {
        class: 'button small',
        disabled: none,
        'aria-label': label,
        onclick,
        text,
        ...more
      });
    const presets =
      asked?.amount.presets ??
      ['Minimum', 'Half pot', 'Pot', 'Most'].map((label) => ({ label, cents: null }));
    return [
      h(
        'div',
        { class: 'row' },
        button('−', 'Less', () => step(-1)),
        entry,
        button('+', 'More', () => step(1)),
        // A bet goes by its place on the pad; an ante has none there.
        asked?.action.kind === 'ante' &&
          h('button', {
            class: 'button small primary',
            'data-confirm': 'ante',
            'data-key': 'confirm',
            onclick: () => this.go(this.ask.action),
            text: ''
          })
      ),
      h(
        'div',
        { class: 'presets' },
        presets.map((one, at) =>
          h(
            'button',
            {
              class: 'button small',
              disabled: none,
              'data-preset': one.cents,
              'data-key': `preset:${at}`,
              onclick: () => this.#choose(money(one.cents))
            },
            one.label,
            one.label !== money(one.cents) &&
              h('small', { text: one.cents === null ? '–' : money(one.cents, true) })
          )
        )
      ),
      h(
        'div',
        { class: 'keypad', role: 'group', 'aria-label': t('Digits') },
        KEYPAD.map((key) =>
          button(key, key === '⌫' ? 'Delete' : key === '.' ? 'Point' : key, () => this.type(key), {
            'data-digit-key': key,
            'data-key': `digit:${key}`
          })
        )
      )
    ];
  }
}
