// The waiting list with the tables it leads to, and the same for the wall, for players to read.

import { $, h, money } from '/console/dom.js';
import { open } from './person.js';

const clock = (ms) => new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
const minutes = (ms) => Math.max(0, Math.round((Date.now() - ms) / 60000));

export class Lists {
  constructor(person) {
    this.person = person;
    this.players = [];
    this.openings = {};
    this.rows = [];
    this.told = '';
  }

  update(desk, rows) {
    this.players = desk.players ?? [];
    this.openings = desk.openings ?? {};
    this.rows = rows;
    const told = JSON.stringify([
      this.players,
      this.openings,
      rows.map((row) => [row.table, row.game, row.seats, row.places, row.jackpot]),
      this.person.role,
      Math.floor(Date.now() / 60000)
    ]);
    if (
      told === this.told ||
      ($('#list').contains(document.activeElement) && document.activeElement.tagName === 'INPUT')
    )
      return;
    this.told = told;
    this.#list();
    this.#wall();
  }

  opening(table) {
    return this.openings[table] ?? { state: 'open' };
  }

  games() {
    const names = new Map();
    for (const row of this.rows) if (row.game) names.set(row.game, row.game_name);
    for (const one of this.players) names.set(one.game, one.game_name);
    return [...names].sort((a, b) => a[1].localeCompare(b[1]));
  }

  free(row) {
    const called = this.players.filter(
      (one) => one.state === 'called' && one.table === row.table
    ).length;
    return Math.max(0, row.places - row.seats.length - called);
  }

  #deed(text, path, body, kind = '') {
    return h('button', {
      class: `button small ${kind}`,
      text,
      onclick: () => (this.person.name ? this.person.do(`/do/${path}`, body) : this.person.ask())
    });
  }

  #list() {
    $('#list').replaceChildren(...this.games().map(([game, name]) => this.#game(game, name)));
    if (!this.games().length)
      $('#list').append(h('p', { class: 'muted', text: 'No table has dealt anything yet.' }));
  }

  #game(game, name) {
    const input = h('input', {
      placeholder: 'Name',
      maxlength: 24,
      'aria-label': `Name to wait for ${name}`
    });
    const join = h(
      'form',
      {
        class: 'row',
        onsubmit: async (event) => {
          event.preventDefault();
          if (!this.person.name) return this.person.ask();
          if (await this.person.do('/do/join', { game, name: input.value })) input.value = '';
          input.blur();
        }
      },
      input,
      h('button', { type: 'submit', class: 'button small main', text: 'Join' })
    );
    const waits = this.players.filter((one) => one.game === game && one.state !== 'seated');
    const tables = this.rows
      .filter((row) => row.game === game)
      .sort((a, b) => a.table.localeCompare(b.table));
    return h(
      'article',
      { class: 'game', 'data-game': game },
      h('h2', { text: name }),
      join,
      h(
        'ol',
        { class: 'waiting' },
        waits.map((one) => this.#waiting(one, tables))
      ),
      !waits.length && h('p', { class: 'muted', text: 'Nobody waits.' }),
      tables.map((row) => this.#table(row))
    );
  }

  #waiting(one, tables) {
    const at = tables.filter((row) => this.opening(row.table).state === 'open');
    return h(
      'li',
      { class: one.state, 'data-player': one.id },
      h('b', { text: one.name }),
      h('span', {
        class: 'muted',
        text: one.state === 'called' ? `called to ${one.table}` : `${minutes(one.joined_ms)} min`
      }),
      h(
        'span',
        { class: 'row' },
        one.state === 'waiting' &&
          at
            .filter((row) => this.free(row))
            .map((row) =>
              this.#deed(
                `Call to ${row.table}`,
                'call',
                { player: one.id, table: row.table },
                'main'
              )
            ),
        one.state === 'called' &&
          h('button', {
            class: 'button small main',
            text: 'Seat',
            onclick: () => this.#seat(one, one.table, 'seat')
          }),
        one.state === 'called' &&
          this.#deed('No show', 'leave', { player: one.id, how: 'no_show' }),
        this.#deed('Leaves', 'leave', { player: one.id, how: 'left' })
      )
    );
  }

  #seat(one, table, deed) {
    if (!this.person.name) return this.person.ask();
    const row = this.rows.find((other) => other.table === table);
    const taken = new Set([
      ...row.seats,
      ...this.players
        .filter((other) => other.table === table && other.seat)
        .map((other) => other.seat)
    ]);
    const choose = (seat) =>
      h('button', {
        class: 'button',
        disabled: taken.has(seat),
        text: String(seat),
        onclick: async () => {
          if (await this.person.do(`/do/${deed}`, { player: one.id, table, seat }))
            $('#dialog').close();
        }
      });
    return open(
      h(
        'div',
        { class: 'sheet' },
        h('h2', { text: `${one.name}: which seat at ${table}?` }),
        h(
          'div',
          { class: 'seats' },
          Array.from({ length: row.places }, (_, k) => choose(k + 1))
        ),
        h('button', { class: 'button', text: 'Cancel', onclick: () => $('#dialog').close() })
      )
    );
  }

  #table(row) {
    const state = this.opening(row.table);
    const seated = this.players
      .filter((one) => one.table === row.table && one.state === 'seated')
      .sort((a, b) => a.seated_ms - b.seated_ms);
    const said =
      state.state === 'closing'
        ? `closes at ${clock(state.closes_ms)}`
        : state.state === 'closed'
          ? 'closed'
          : `${this.free(row)} free`;
    return h(
      'section',
      { class: `seated ${state.state}`, 'data-table': row.table },
      h(
        'h3',
        {},
        row.table,
        h('span', { class: 'muted', text: ` ${row.seats.length}/${row.places} · ${said}` }),
        state.rule && h('span', { class: 'rule', text: state.rule })
      ),
      state.must_move_to && h('p', { class: 'muted', text: `Must move to ${state.must_move_to}` }),
      h(
        'ul',
        {},
        seated.map((one, k) =>
          h(
            'li',
            {},
            h('span', { text: `${one.seat ? `${one.seat} · ` : ''}${one.name}` }),
            h(
              'span',
              { class: 'row' },
              state.must_move_to &&
                h('button', {
                  class: `button small ${k ? '' : 'main'}`,
                  text: k ? 'Move' : 'Moves next',
                  onclick: () => this.#seat(one, state.must_move_to, 'move')
                }),
              this.#deed('Leaves', 'leave', { player: one.id, how: 'left' })
            )
          )
        )
      ),
      this.person.may('supervisor') &&
        h(
          'div',
          { class: 'row' },
          state.state === 'open' &&
            h('button', {
              class: 'button small',
              text: 'Close with notice',
              onclick: () => this.#notice(row)
            }),
          state.state !== 'closed' && this.#deed('Close', 'close', { table: row.table }),
          state.state !== 'open' && this.#deed('Open', 'open', { table: row.table }, 'main'),
          h('button', {
            class: 'button small',
            text: 'Must move',
            onclick: () => this.#mustMove(row)
          })
        )
    );
  }

  #notice(row) {
    const minutes = h('input', { type: 'number', min: 1, max: 1440, value: '30', name: 'minutes' });
    const told = h('input', { type: 'checkbox', name: 'inspector' });
    open(
      h(
        'form',
        {
          class: 'sheet',
          onsubmit: async (event) => {
            event.preventDefault();
            if (
              await this.person.do('/do/notice', {
                table: row.table,
                minutes: Number(minutes.value),
                inspector: told.checked
              })
            )
              $('#dialog').close();
          }
        },
        h('h2', { text: `Close ${row.table} with notice` }),
        h('label', {}, 'Minutes', minutes),
        row.game === 'canberra-1997' &&
          h('label', { class: 'check' }, told, 'The inspector was told'),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'submit', class: 'button main', text: 'Give notice' }),
          h('button', { class: 'button', text: 'Cancel', onclick: () => $('#dialog').close() })
        )
      )
    );
  }

  #mustMove(row) {
    const others = this.rows.filter(
      (other) => other.game === row.game && other.table !== row.table
    );
    const to = (table, text) =>
      h('button', {
        class: 'button',
        text,
        onclick: async () => {
          if (await this.person.do('/do/must-move', { table: row.table, to: table }))
            $('#dialog').close();
        }
      });
    open(
      h(
        'div',
        { class: 'sheet' },
        h('h2', { text: `${row.table} feeds …` }),
        others.map((other) => to(other.table, other.table)),
        to(null, 'No table'),
        h('button', { class: 'button', text: 'Cancel', onclick: () => $('#dialog').close() })
      )
    );
  }

  #wall() {
    const shown = this.rows.filter((row) => row.jackpot !== null);
    $('#wall').replaceChildren(
      ...this.games().map(([game, name]) => {
        const tables = this.rows
          .filter((row) => row.game === game)
          .sort((a, b) => a.table.localeCompare(b.table));
        const waits = this.players.filter((one) => one.game === game && one.state !== 'seated');
        return h(
          'article',
          {},
          h('h2', { text: name }),
          h(
            'ul',
            { class: 'tables' },
            tables.map((row) => {
              const state = this.opening(row.table);
              const said =
                state.state === 'closing'
                  ? `closes at ${clock(state.closes_ms)}`
                  : state.state === 'closed'
                    ? 'closed'
                    : this.free(row)
                      ? `${this.free(row)} ${this.free(row) === 1 ? 'seat' : 'seats'}`
                      : 'full';
              return h(
                'li',
                { class: state.state },
                h('b', { text: row.table }),
                h('span', { text: said })
              );
            })
          ),
          h(
            'ol',
            { class: 'names' },
            waits
              .slice(0, 12)
              .map((one) =>
                h(
                  'li',
                  { class: one.state },
                  h('span', { text: one.name }),
                  one.state === 'called' && h('em', { text: `→ ${one.table}` })
                )
              )
          ),
          waits.length > 12 && h('p', { class: 'muted', text: `and ${waits.length - 12} more` })
        );
      }),
      shown.length
        ? h(
            'footer',
            {},
            shown.map((row) =>
              h('div', {}, h('span', { text: row.table }), h('b', { text: money(row.jackpot) }))
            )
          )
        : ''
    );
  }
}
