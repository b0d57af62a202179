// The wall screen: one look from across the room. It only looks; whatever it shows came as news.

import { $, h, money, section } from '/console/dom.js';
import { figure, STAGES, startsAt, waiting } from './clock.js';

class Wall {
  constructor() {
    this.heardAt = 0;
    const source = new EventSource('/events/wall');
    source.onmessage = (event) => this.#told(JSON.parse(event.data));
    source.onerror = () => document.body.classList.add('lost');
    source.onopen = () => document.body.classList.remove('lost');
    setInterval(() => this.#tick(), 250);
    window.addEventListener('hashchange', () => this.shown && this.#list(this.shown));
  }

  #told(shown) {
    if (shown.failed) return;
    this.shown = shown;
    this.heardAt = performance.now();
    $('#title').textContent = shown.name;
    document.title = `${shown.name} · wall screen`;
    $('#stage').textContent = [shown.session, STAGES[shown.stage], startsAt(shown)]
      .filter(Boolean)
      .join(' · ');
    document.body.dataset.stage = shown.stage;
    this.#facts(shown);
    this.#list(shown);
    this.#tick();
  }

  #tick() {
    if (!this.shown) return;
    const { clock } = this.shown;
    const over = Boolean(this.shown.outcome) || this.shown.stage === 'entries';
    const pause = this.shown.stage === 'break';
    section(
      $('#clock'),
      [
        over,
        pause,
        clock.level,
        clock.limits,
        clock.next,
        clock.break_after,
        figure(this.shown, this.heardAt),
        waiting(this.shown)
      ],
      () => [
        h('p', {
          class: 'level',
          text: over
            ? STAGES[this.shown.stage]
            : pause
              ? 'Break'
              : `Level ${clock.level} of ${clock.levels}`
        }),
        over
          ? null
          : h('p', {
              class: 'time',
              text: figure(this.shown, this.heardAt) || (pause ? 'Break' : '')
            }),
        this.shown.outcome ? null : h('p', { class: 'limits', text: clock.limits }),
        clock.next && !this.shown.outcome
          ? h('p', {
              class: 'next',
              text: `Next: ${clock.next}${clock.break_after ? ` · a break of ${clock.break_after} minutes first` : ''}`
            })
          : null,
        waiting(this.shown) ? h('p', { class: 'hands', text: waiting(this.shown) }) : null
      ]
    );
  }

  #facts(shown) {
    const fact = (name, value) => h('div', {}, h('dt', { text: name }), h('dd', { text: value }));
    section(
      $('#facts'),
      [shown.players, shown.entries, shown.average, shown.chips, shown.prizes],
      () =>
        h(
          'dl',
          {},
          fact(
            'Players',
            shown.players ? `${shown.players} of ${shown.entries}` : String(shown.entries)
          ),
          fact('Average chips', shown.players ? money(shown.average, true) : '–'),
          fact('Chips in play', shown.chips ? money(shown.chips, true) : '–'),
          fact(
            'Prize pool',
            money(
              shown.prizes.reduce((sum, one) => sum + one, 0),
              true
            )
          )
        )
    );
  }

  #list(shown) {
    const seated = shown.stage === 'drawn';
    const here = decodeURIComponent(location.hash.slice(1)); // one table's own screen: /wall#t1
    section(
      $('#list'),
      [
        here,
        shown.stage,
        shown.prizes,
        shown.places,
        shown.departures,
        seated || here ? shown.seats : [],
        shown.ahead
      ],
      () => {
        if (shown.outcome)
          return [
            h('h2', { text: 'Places and prizes' }),
            h(
              'ol',
              { class: 'prizes' },
              shown.places
                .slice(0, 12)
                .map((one) =>
                  h(
                    'li',
                    {},
                    h('b', { text: `${one.place}.` }),
                    h('span', { text: one.name }),
                    h('em', { text: one.prize ? money(one.prize) : '' })
                  )
                )
            )
          ];
        if (here) {
          const mine = shown.seats.filter((one) => one.table === here);
          return [
            h('h2', { text: `Table ${here}` }),
            shown.ahead.includes(here)
              ? h('p', { class: 'hands', text: 'Wait for the other tables' })
              : null,
            h(
              'ol',
              { class: 'prizes' },
              mine.map((one) =>
                h(
                  'li',
                  {},
                  h('b', { text: String(one.box) }),
                  h('span', { text: one.name }),
                  h('em', { text: money(one.chips, true) })
                )
              )
            )
          ];
        }
        if (seated) {
          const tables = {};
          for (const one of shown.seats) {
            tables[one.table] ??= [];
            tables[one.table].push(one);
          }
          return [
            h('h2', { text: 'Seats by ballot' }),
            h(
              'div',
              { class: 'ballot' },
              Object.entries(tables).map(([name, seats]) =>
                h(
                  'div',
                  {},
                  h('h3', { text: name }),
                  h(
                    'ol',
                    {},
                    seats.map((one) =>
                      h('li', {}, h('b', { text: String(one.box) }), h('span', { text: one.name }))
                    )
                  )
                )
              )
            ),
            h('p', { class: 'promise', text: `Disclosed with this ballot: ${shown.published}` })
          ];
        }
        const before = shown.stage === 'entries';
        return [
          h('h2', { text: 'Prizes' }),
          h(
            'ol',
            { class: 'prizes' },
            shown.prizes.map((one, k) =>
              h(
                'li',
                {},
                h('b', { text: `${k + 1}.` }),
                h('span', {}),
                h('em', { text: money(one) })
              )
            )
          ),
          before && shown.restricted
            ? h('p', { class: 'promise', text: `Open to: ${shown.restricted}` })
            : null,
          shown.departures.map((one) =>
            h('p', { class: 'promise', text: `Approved departure from ${one.rule}: ${one.text}` })
          ),
          before
            ? h('p', { class: 'promise', text: `Promise of the ballots: ${shown.published}` })
            : null
        ];
      }
    );
  }
}

window.wall = new Wall();
