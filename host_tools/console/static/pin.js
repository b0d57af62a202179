// The PIN of a role: a pad for fingers, digits for keyboards. The board itself checks it.

import { $, capital, h } from './dom.js';
import { t } from './texts.js';

const DEMO = { dealer: '1111', technician: '2222', supervisor: '3333' };

export class Pins {
  constructor(page) {
    this.page = page;
    this.leave = null; // ends what is asked now
    this.last = {}; // role → who came last
  }

  /** The PIN itself, for a verb that takes it; '' when nobody gives one. */
  async pin(role) {
    this.taken = '';
    return (await this.ask(role, (pin) => {
      this.taken = pin;
    }))
      ? this.taken
      : '';
  }

  /** Somebody sets a PIN of their own, typed twice; the one they came with is forgotten. */
  async change(role) {
    let first = '';
    const short = (pin) =>
      /^\d{6,}$/.test(pin)
        ? { ok: true }
        : { ok: false, what: t('A new PIN has at least six digits and nothing else.') };
    if (
      !(await this.ask(
        role,
        (pin) => {
          first = pin;
        },
        { title: t('A new PIN for {0}', this.page.who(role)), enter: short }
      ))
    )
      return;
    const send = (pin) =>
      pin === first
        ? this.page.person({ what: 'pin', role, own: true, pin })
        : { ok: false, what: t('That was another one. Type the new PIN once more.') };
    await this.ask(role, () => {}, { title: t('The same once more'), enter: send });
  }

  /** Who is here in a role, with the way out; where a name is known, with the way to another PIN. */
  here(role) {
    const name = this.page.who(role);
    return [
      name && h('span', { class: 'whose', text: name }),
      name &&
        h('button', {
          class: 'button small quiet',
          'data-own-pin': role,
          onclick: () => this.change(role),
          text: t('Your own PIN …')
        }),
      h('button', {
        class: 'button small',
        'data-leave': role,
        onclick: () => this.page.logout(role),
        text: t('Leave')
      })
    ];
  }

  /**
   * True when somebody with the role is here now. `other` asks for another PIN than the role's.
   *
   * @param {string} role
   * @param {(pin: string) => void} [take]
   * @param {{title: string, enter: (pin: string) => any}} [other]
   * @returns {Promise<boolean>}
   */
  ask(role, take = () => {}, other = null) {
    const dialog = $('#dialog');
    if (dialog.open) return Promise.resolve(false);
    this.leave?.(false); // closed by Escape, and not told yet
    return new Promise((resolve) => {
      let pin = '';
      let busy = false;
      const dots = h('div', { class: 'dots', role: 'img', 'aria-live': 'polite' });
      const wrong = h('p', { class: 'wrong', role: 'alert' });
      const names = other
        ? []
        : (this.page.table?.persons?.filter(([of]) => of === role).map(([, name]) => name) ?? []);
      let who = names.includes(this.last[role]) ? this.last[role] : (names.find(Boolean) ?? '');
      const people = h('div', {
        class: 'people',
        role: 'radiogroup',
        'aria-label': t('Who are you?')
      });
      const choose = () =>
        people.replaceChildren(
          ...names.map((name) =>
            h('button', {
              class: `button small ${name === who ? 'primary' : ''}`,
              role: 'radio',
              'aria-checked': String(name === who),
              'data-person': name,
              onclick: () => {
                who = name;
                pin = '';
                wrong.textContent = '';
                choose();
                draw();
                people.querySelector('[aria-checked=true]').focus();
              },
              text: name || t('the PIN all share')
            })
          )
        );
      const draw = () => {
        dots.replaceChildren(
          ...Array.from({ length: Math.max(4, pin.length) }, (_, k) =>
            h('i', { class: k < pin.length ? 'on' : '' })
          )
        );
        dots.setAttribute('aria-label', `${pin.length} digits entered`);
      };
      const enter = async () => {
        if (busy || pin.length < 4) return;
        busy = true;
        wrong.textContent = t('Asking the board …');
        const answer = await (other ? other.enter(pin) : this.page.login(role, pin, who));
        busy = false;
        if (answer.ok) {
          if (!other) this.last[role] = who;
          take(pin);
          leave(true);
          return;
        }
        pin = '';
        wrong.textContent = [answer.what, answer.hint]
          .filter(Boolean)
          .map(capital)
          .join('. ')
          .replace(/\.?$/, '.')
          .replace('..', '.');
        draw();
      };
      const press = (digit) => {
        if (busy || pin.length >= 12) return;
        wrong.textContent = '';
        pin += digit;
        draw();
      };
      const key = (event) => {
        if (/^\d$/.test(event.key)) press(event.key);
        else if (event.key === 'Enter' && !pin && event.target.closest('.people'))
          return; // a name is chosen
        else if (event.key === 'Backspace') {
          pin = pin.slice(0, -1);
          draw();
        } else if (event.key === 'Enter') {
          event.preventDefault();
          enter();
        }
      };
      const leave = (here) => {
        if (this.leave !== leave) return; // left before the board had answered
        this.leave = null;
        dialog.removeEventListener('keydown', key);
        dialog.removeEventListener('close', closed);
        dialog.close();
        resolve(here);
      };
      // A dialog tells late that it was closed: the next role may be asked for already.
      const closed = () => dialog.open || leave(false);
      const digit = (sign) =>
        h('button', {
          class: 'button',
          'data-digit': sign,
          onclick: () => press(sign),
          text: sign
        });
      dialog.replaceChildren(
        h(
          'div',
          { class: 'pin' },
          h('h2', { text: other?.title ?? t('PIN of the {0}', role) }),
          names.some(Boolean) && people,
          this.page.table?.demo &&
            !other &&
            !names.some(Boolean) &&
            h('p', { class: 'muted', text: t('A simulated table: it is {0}.', DEMO[role]) }),
          dots,
          wrong,
          h(
            'div',
            { class: 'pad' },
            ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit),
            h('button', {
              class: 'button quiet',
              'aria-label': t('Delete the last digit'),
              onclick: () => {
                pin = pin.slice(0, -1);
                draw();
              },
              text: '⌫'
            }),
            digit('0'),
            h('button', {
              class: 'button primary',
              'data-enter': '',
              onclick: enter,
              text: t('Enter')
            })
          ),
          h('button', { class: 'button quiet', onclick: () => leave(false), text: t('Cancel') })
        )
      );
      draw();
      choose();
      dialog.addEventListener('keydown', key);
      dialog.addEventListener('close', closed);
      this.leave = leave;
      dialog.showModal();
    });
  }

  /** What stands in place of a view until its role is here. */
  gate(role, what) {
    return h(
      'div',
      { class: 'gate' },
      h('h2', { text: capital(role) }),
      h('p', { class: 'muted', text: what }),
      h('button', {
        class: 'button primary',
        'data-unlock': role,
        onclick: () => this.ask(role),
        text: t('Enter the PIN')
      })
    );
  }
}
