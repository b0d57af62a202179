// All tables at a glance. A card is kept and changed in place; its order is what needs a person.

import { h, money } from '/console/dom.js';

export class Floor {
  constructor(root) {
    this.root = root;
    this.rows = new Map();
    this.cards = new Map();
    this.openings = {};
  }

  reset(rows) {
    this.rows = new Map(rows.map((row) => [row.table, row]));
    for (const name of this.cards.keys()) if (!this.rows.has(name)) this.remove(name);
    this.#draw(rows);
  }

  update(rows) {
    for (const row of rows) this.rows.set(row.table, row);
    this.#draw(rows);
  }

  remove(name) {
    this.rows.delete(name);
    this.cards.get(name)?.remove();
    this.cards.delete(name);
    this.#order();
  }

  #draw(rows) {
    for (const row of rows) {
      let card = this.cards.get(row.table);
      if (!card) {
        card = h('a', { href: `#${encodeURIComponent(row.table)}`, 'data-table': row.table });
        this.cards.set(row.table, card);
      }
      const told = JSON.stringify(row);
      if (card.dataset.told === told) continue;
      card.dataset.told = told;
      card.className = `tablecard ${look(row)}`;
      card.replaceChildren(...parts(row));
      card.setAttribute('aria-label', inWords(row));
    }
    this.#order();
  }

  #order() {
    const wanted = [...this.rows.values()].sort(
      (a, b) => a.urgency - b.urgency || a.table.localeCompare(b.table)
    );
    if (!wanted.length) {
      this.root.replaceChildren(
        h(
          'div',
          { class: 'empty' },
          h('h2', { text: 'No table is enrolled yet' }),
          h('p', { text: 'Give one a key, and bring it to its host:' }),
          h('code', { text: 'cardtable room enrol TABLE' })
        )
      );
      return;
    }
    const cards = wanted.map((row) => this.cards.get(row.table));
    const now = [...this.root.children];
    if (now.length !== cards.length || cards.some((card, k) => card !== now[k])) {
      /** @type {any} */
      const focus = document.activeElement;
      this.root.replaceChildren(...cards);
      if (cards.includes(focus)) focus.focus();
    }
  }
}

const look = (row) =>
  row.urgency <= 3 ? 'urgent' : row.urgency < 6 ? 'soon' : row.urgency < 9 ? 'away' : '';

function parts(row) {
  const fact = (name, value, kind = '') =>
    h('div', { class: kind }, h('dt', { text: name }), h('dd', {}, value));
  return [
    h(
      'header',
      {},
      h('h2', { text: row.table }),
      h('span', { class: 'game', text: row.game_name || 'nothing dealt yet' }),
      row.mode !== 'live'
        ? h('span', { class: 'badge test', text: row.mode })
        : row.simulated && h('span', { class: 'badge', text: 'sim' })
    ),
    row.needs.length
      ? h(
          'ul',
          { class: 'needs' },
          row.needs.map((what) => h('li', { text: what[0].toUpperCase() + what.slice(1) }))
        )
      : h(
          'div',
          {},
          h(
            'span',
            { class: 'dots', title: `${row.seats.length} of ${row.places} seats` },
            Array.from({ length: row.places }, (_, k) =>
              h('i', { class: row.seats.includes(k + 1) ? 'in' : '' })
            )
          )
        ),
    h(
      'dl',
      { class: 'facts' },
      fact('Round', row.round ? String(row.round) : '–'),
      fact('Seats', `${row.seats.length}/${row.places}`),
      fact('An hour', row.pace === null ? '–' : String(row.pace)),
      fact('Faults', String(row.faults)),
      row.jackpot !== null && fact('Jackpot', money(row.jackpot), 'jackpot')
    ),
    h(
      'footer',
      {},
      h('span', {
        class: `state ${row.link === 'up' ? '' : 'lost'}`,
        text: row.stopped
          ? 'Stopped'
          : row.link === 'up'
            ? row.over
              ? 'Between rounds'
              : 'In play'
            : row.link === 'board'
              ? 'Board lost'
              : 'Not heard'
      }),
      h('span', {
        text: [
          row.day,
          row.firmware && `board ${row.firmware}`,
          row.software && `host ${row.software}`
        ]
          .filter(Boolean)
          .join(' · ')
      })
    )
  ];
}

function inWords(row) {
  const told = [
    `Table ${row.table}`,
    row.game_name,
    ...row.needs,
    `round ${row.round}`,
    `${row.seats.length} of ${row.places} seats taken`
  ];
  if (row.jackpot !== null) told.push(`jackpot ${money(row.jackpot)}`);
  return told.filter(Boolean).join(', ');
}
