// One table: its felt as the console draws it, what it tells, and its past rounds.

import { $, h, money } from '/console/dom.js';
import { Felt } from '/console/felt.js';
import { Stream } from '/console/stream.js';

export class OneTable {
  constructor(name, changed) {
    this.name = name;
    this.subtitle = '';
    this.changed = changed;
    this.felt = new Felt($('#felt'));
    $('#felt').replaceChildren();
    this.stream = new Stream();
    this.past = h('ol', { class: 'past', hidden: true });
    this.tabs = [
      ['Now', () => this.show(false)],
      ['History', () => this.show(true)]
    ].map(([text, onclick]) =>
      h('button', { type: 'button', class: 'button small', onclick, text })
    );
    $('#side').replaceChildren(
      h(
        'div',
        { class: 'side-head' },
        h('h2', { text: 'What the table tells' }),
        h('div', { class: 'choice' }, this.tabs)
      ),
      this.stream.list,
      this.past
    );
    this.show(false);
    this.resized = () => this.told && this.felt.update(this.told);
    window.addEventListener('resize', this.resized);
    this.source = new EventSource(`/events/${encodeURIComponent(name)}`);
    const on = (kind, act) =>
      this.source.addEventListener(kind, (event) => act(JSON.parse(event.data)));
    on('table', (table) => this.#update(table));
    on('lines', ({ lines }) => this.stream.reset(lines));
    on('line', (line) => this.stream.add(line));
  }

  close() {
    this.source.close();
    window.removeEventListener('resize', this.resized);
  }

  #update(table) {
    this.told = table;
    const row = table.row;
    this.subtitle = [
      row.game_name,
      row.round ? `Round ${row.round}` : '',
      table.over ? 'between rounds' : table.phase_words,
      ...row.needs
    ]
      .filter(Boolean)
      .join(' · ');
    this.felt.update(table);
    this.changed();
  }

  async show(past) {
    this.stream.list.hidden = past;
    this.past.hidden = !past;
    this.tabs.forEach((tab, k) => tab.setAttribute('aria-pressed', String(Boolean(k) === past)));
    if (past)
      this.past.replaceChildren(...(await this.#rounds()).map((round) => this.#round(round)));
  }

  async #rounds() {
    try {
      const told = await (await fetch(`/api/table/${encodeURIComponent(this.name)}/rounds`)).json();
      return Array.isArray(told) ? told : [];
    } catch {
      return [];
    }
  }

  #round(round) {
    const made = h(
      'li',
      {},
      h(
        'button',
        { type: 'button', onclick: () => this.#tell(made, round) },
        h('b', { text: `Round ${round.round}` }),
        h('span', {
          class: 'what',
          text: [
            round.outcome,
            `${round.seats.length} seats`,
            round.irregular ? `${round.irregular} irregular` : ''
          ]
            .filter(Boolean)
            .join(' · ')
        }),
        h('span', { class: 'amount', text: money(round.wagered, true) })
      )
    );
    return made;
  }

  async #tell(item, round) {
    const open = item.querySelector('ol');
    if (open) {
      open.remove();
      return;
    }
    try {
      const lines = await (
        await fetch(`/api/table/${encodeURIComponent(this.name)}/round/${round.first}`)
      ).json();
      item.append(
        h(
          'ol',
          {},
          lines.map((line) => h('li', { text: line.text }))
        )
      );
    } catch {
      item.append(h('ol', {}, h('li', { text: 'The room does not answer.' })));
    }
  }
}
