// The office: reports, software over the tables, the journal, persons. For those who may.

import { $, h } from '/console/dom.js';

const when = (ms) => new Date(ms).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' });

export class Office {
  constructor(person, page) {
    this.person = person;
    this.page = page;
    this.rollouts = [];
  }

  async show() {
    const root = $('#office');
    if (!this.person.may('supervisor')) {
      root.replaceChildren(
        h('p', { class: 'muted', text: 'Sign in as a supervisor to see this.' })
      );
      return;
    }
    const parts = [this.#reports()];
    if (this.person.may('manager')) parts.push(await this.#software(), await this.#journal());
    if (this.person.may('admin')) parts.push(await this.#persons());
    root.replaceChildren(...parts);
  }

  async #get(path) {
    try {
      const answer = await fetch(path);
      return answer.ok ? await answer.json() : [];
    } catch {
      return [];
    }
  }

  #reports() {
    const day = h('input', {
      type: 'date',
      value: this.page.room?.day ?? '',
      'aria-label': 'Day of the report'
    });
    const period = h(
      'select',
      { 'aria-label': 'Period' },
      ['day', 'week', 'month'].map((one) => h('option', { value: one, text: one }))
    );
    const go = (kind) =>
      window.open(`/reports/${period.value}/${day.value}.${kind}`, '_blank', 'noopener');
    return h(
      'article',
      {},
      h('h2', { text: 'Reports' }),
      h(
        'div',
        { class: 'row' },
        period,
        day,
        ['html', 'pdf', 'csv', 'json'].map((kind) =>
          h('button', {
            class: 'button small',
            text: kind === 'html' ? 'Page' : kind.toUpperCase(),
            onclick: () => go(kind)
          })
        ),
        this.person.may('manager') &&
          h('button', {
            class: 'button small',
            text: 'Sign the month',
            onclick: async () => {
              const made = await this.person.do(`/reconcile/${day.value.slice(0, 7)}`);
              if (made) this.show();
            }
          })
      )
    );
  }

  async #software() {
    const told = await this.#get('/software');
    const going = (told.rollouts ?? []).filter((one) => one.state !== 'over');
    const deed = (one, text, path) =>
      h('button', {
        class: 'button small',
        text,
        onclick: async () => {
          if (await this.person.do(`/do/${path}`, { rollout: one.id })) this.show();
        }
      });
    return h(
      'article',
      {},
      h('h2', { text: 'Software over the tables' }),
      (told.rollouts ?? []).slice(0, 3).map((one) =>
        h(
          'section',
          { class: 'rollout', 'data-rollout': one.id },
          h('h3', { text: `${one.software}: ${one.state}` }),
          one.said && h('p', { text: one.said }),
          h('p', { class: 'muted', text: `by ${one.who}, ${when(one.began_ms)}` }),
          h(
            'ul',
            {},
            one.steps.map((step) =>
              h(
                'li',
                { class: step.state },
                h('b', { text: step.table }),
                h('span', { text: step.state.replace('_', ' ') }),
                step.said && h('small', { text: step.said })
              )
            )
          ),
          h(
            'div',
            { class: 'row' },
            one.state === 'going' && deed(one, 'Pause', 'rollout-pause'),
            one.state === 'paused' && deed(one, 'Go on', 'rollout-on'),
            one.steps.some((step) => step.state === 'done') &&
              one.state !== 'back' &&
              deed(one, 'Roll back', 'rollout-back'),
            one.state !== 'over' && deed(one, 'End', 'rollout-end')
          )
        )
      ),
      !going.length &&
        h(
          'div',
          { class: 'row' },
          (told.software ?? []).map((one) =>
            h('button', {
              class: 'button small',
              text: `Update all to ${one.version}`,
              title: one.name,
              onclick: async () => {
                const tables = [...this.page.floor.rows.keys()].sort();
                if (await this.person.do('/do/rollout', { software: one.name, tables }))
                  this.show();
              }
            })
          )
        ),
      !(told.software ?? []).length &&
        h('p', { class: 'muted', text: 'No release is in the room: cardtable room software add' })
    );
  }

  async #journal() {
    const entries = await this.#get('/journal');
    return h(
      'article',
      {},
      h('h2', { text: 'Journal' }),
      h(
        'ol',
        { class: 'journal', tabindex: '0', 'aria-label': 'Journal' },
        entries.slice(0, 60).map((one) =>
          h(
            'li',
            {},
            h('span', { class: 'muted', text: when(one.time_ms) }),
            h('b', { text: one.who }),
            h('span', { text: one.what }),
            h('small', {
              text: Object.entries(one.details)
                .map(
                  ([key, value]) =>
                    `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`
                )
                .join(', ')
            })
          )
        )
      )
    );
  }

  async #persons() {
    const found = await this.#get('/persons');
    const name = h('input', {
      placeholder: 'Name',
      maxlength: 40,
      'aria-label': 'Name of the person'
    });
    const secret = h('input', {
      type: 'password',
      placeholder: 'PIN or password',
      autocomplete: 'new-password',
      'aria-label': 'PIN or password'
    });
    const role = h(
      'select',
      { 'aria-label': 'Role' },
      ['floor', 'supervisor', 'manager', 'admin'].map((one) =>
        h('option', { value: one, text: one })
      )
    );
    return h(
      'article',
      {},
      h('h2', { text: 'Persons' }),
      h(
        'ul',
        { class: 'persons' },
        found
          .filter((one) => one.ended_ms === null)
          .map((one) =>
            h(
              'li',
              {},
              h('b', { text: one.name }),
              h('span', { text: one.role }),
              h('button', {
                class: 'button small',
                text: 'End',
                onclick: async () => {
                  if (await this.person.do('/do/person-end', { name: one.name })) this.show();
                }
              })
            )
          )
      ),
      h(
        'form',
        {
          class: 'row',
          onsubmit: async (event) => {
            event.preventDefault();
            if (
              await this.person.do('/do/person-add', {
                name: name.value,
                role: role.value,
                secret: secret.value
              })
            )
              this.show();
          }
        },
        name,
        role,
        secret,
        h('button', { type: 'submit', class: 'button small main', text: 'Add' })
      )
    );
  }
}
