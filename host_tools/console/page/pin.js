// The PIN of a role: a pad for fingers, digits for keyboards. The board itself checks it.

import { $, capital, h } from './dom.js';

const DEMO = { dealer: '1111', technician: '2222', supervisor: '3333' };

export class Pins {
  constructor(page) {
    this.page = page;
    this.leave = null; // ends what is asked now
  }

  /** True when somebody with the role is here now. */
  ask(role) {
    const dialog = $('#dialog');
    if (dialog.open) return Promise.resolve(false);
    this.leave?.(false); // closed by Escape, and not told yet
    return new Promise((resolve) => {
      let pin = '';
      let busy = false;
      const dots = h('div', { class: 'dots', 'aria-live': 'polite' });
      const wrong = h('p', { class: 'wrong', role: 'alert' });
      const draw = () => {
        dots.replaceChildren(...Array.from({ length: Math.max(4, pin.length) }, (_, k) => h('i', { class: k < pin.length ? 'on' : '' })));
        dots.setAttribute('aria-label', `${pin.length} digits entered`);
      };
      const enter = async () => {
        if (busy || pin.length < 4) return;
        busy = true;
        wrong.textContent = 'Asking the board …';
        const answer = await this.page.login(role, pin);
        busy = false;
        if (answer.ok) {
          leave(true);
          return;
        }
        pin = '';
        wrong.textContent = [answer.what, answer.hint].filter(Boolean).map(capital).join('. ').replace(/\.?$/, '.').replace('..', '.');
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
        else if (event.key === 'Backspace') { pin = pin.slice(0, -1); draw(); }
        else if (event.key === 'Enter') { event.preventDefault(); enter(); }
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
      const digit = (sign) => h('button', { type: 'button', class: 'button', 'data-digit': sign, onclick: () => press(sign), text: sign });
      dialog.replaceChildren(
        h('div', { class: 'pin' },
          h('h2', { text: `PIN of the ${role}` }),
          this.page.table?.demo && h('p', { class: 'muted', text: `A simulated table: it is ${DEMO[role]}.` }),
          dots,
          wrong,
          h('div', { class: 'pad' }, ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit),
            h('button', { type: 'button', class: 'button quiet', 'aria-label': 'Delete the last digit', onclick: () => { pin = pin.slice(0, -1); draw(); }, text: '⌫' }),
            digit('0'),
            h('button', { type: 'button', class: 'button primary', 'data-enter': '', onclick: enter, text: 'Enter' })),
          h('button', { type: 'button', class: 'button quiet', onclick: () => leave(false), text: 'Cancel' })),
      );
      draw();
      dialog.addEventListener('keydown', key);
      dialog.addEventListener('close', closed);
      this.leave = leave;
      dialog.showModal();
    });
  }

  /** What stands in place of a view until its role is here. */
  gate(role, what) {
    return h('div', { class: 'gate' },
      h('h2', { text: capital(role) }),
      h('p', { class: 'muted', text: what }),
      h('button', { type: 'button', class: 'button primary', 'data-unlock': role, onclick: () => this.ask(role), text: 'Enter the PIN' }));
  }
}
