// Who is signed in, and how the page does something: one way for every deed.

import { $, h } from '/console/dom.js';

const ROLES = ['floor', 'supervisor', 'manager', 'admin'];

export class Person {
  constructor(changed) {
    this.name = '';
    this.role = '';
    this.changed = changed;
    $('#me').addEventListener('click', () => (this.name ? this.#out() : this.ask()));
    this.look();
  }

  may(role) {
    return ROLES.includes(this.role) && ROLES.indexOf(this.role) >= ROLES.indexOf(role);
  }

  async look() {
    try {
      const me = await (await fetch('/me')).json();
      this.name = me.name ?? '';
      this.role = me.role ?? '';
    } catch {
      return; // the room is lost: the page says so elsewhere
    }
    $('#me').textContent = this.name ? `${this.name} · sign out` : 'Sign in';
    this.changed();
  }

  /** POST a deed; true when it was done. What is refused is told in words, with its rule. */
  async do(path, body = {}) {
    let told;
    let status = 0;
    try {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
      });
      status = answer.status;
      told = await answer.json();
    } catch {
      notice('The room did not answer. Nothing was done, as far as is known.', true);
      return null;
    }
    if (told.ok) return told;
    notice([told.what, told.rule && `(${told.rule})`].filter(Boolean).join(' '), true);
    if (status === 401 && path !== '/sign-in') {
      this.name = this.role = '';
      await this.look();
      this.ask();
    }
    return null;
  }

  ask() {
    const name = h('input', {
      name: 'name',
      autocomplete: 'username',
      required: true,
      maxlength: 40
    });
    const secret = h('input', {
      name: 'secret',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
      maxlength: 128
    });
    const form = h(
      'form',
      {
        method: 'dialog',
        class: 'sheet',
        onsubmit: async (event) => {
          event.preventDefault();
          if (await this.do('/sign-in', { name: name.value.trim(), secret: secret.value })) {
            $('#dialog').close();
            notice('');
            await this.look();
          } else secret.value = '';
        }
      },
      h('h2', { text: 'Sign in' }),
      h('label', {}, 'Name', name),
      h('label', {}, 'PIN or password', secret),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'button main', text: 'Sign in' }),
        h('button', { class: 'button', onclick: () => $('#dialog').close(), text: 'Cancel' })
      )
    );
    open(form);
    name.focus();
  }

  async #out() {
    await this.do('/sign-out');
    await this.look();
  }
}

export function open(content) {
  $('#dialog').replaceChildren(content);
  if (!$('#dialog').open) $('#dialog').showModal();
}

let gone = 0;

/** One line to whoever looks; it goes by itself unless it is bad news. */
export function notice(text, bad = false) {
  const line = $('#notice');
  clearTimeout(gone);
  line.hidden = !text;
  line.className = bad ? 'bad' : '';
  line.textContent = text ? text[0].toUpperCase() + text.slice(1) : '';
  if (text)
    gone = setTimeout(
      () => {
        line.hidden = true;
      },
      bad ? 15000 : 5000
    );
}
