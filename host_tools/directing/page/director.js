// The director's page: tables and players on the left, the clock and what can be done on the right.
// Whatever is done goes to the server, which judges it and says the rule when it refuses.

import { post, get } from '/console/api.js';
import { $, cents, h, money, section } from '/console/dom.js';
import { figure, STAGES, startsAt, waiting } from './clock.js';

class Director {
  constructor() {
    this.chosen = null; // the number of a player, or the name of a form
    this.heardAt = 0;
    setInterval(() => this.#clock(), 250);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.choose(null));
    this.begin();
  }

  async begin() {
    const who = await get('who');
    this.mayAct = Boolean(who?.director);
    this.hasPin = Boolean(who?.pin);
    this.source?.close();
    this.source = new EventSource(this.mayAct ? '/events/desk' : '/events/wall');
    this.source.onmessage = (event) => this.#told(JSON.parse(event.data));
    this.source.onopen = () => this.#link(true);
    this.source.onerror = () => this.#link(false);
  }

  #link(up) {
    $('#link').className = `pill ${up ? 'up' : 'lost'}`;
    $('#link').lastChild.textContent = up ? (this.mayAct ? 'Director' : 'Looking') : 'Lost';
  }

  #told(shown) {
    if (shown.failed) {
      this.#alarm([shown.failed]);
      return;
    }
    this.shown = shown;
    this.heardAt = performance.now();
    $('#title').textContent = shown.name;
    document.title = `${shown.name} · director`;
    $('#subtitle').textContent = [shown.session, STAGES[shown.stage], shown.document]
      .filter(Boolean)
      .join(' · ');
    const fact = (name, value) => h('div', {}, h('dt', { text: name }), h('dd', { text: value }));
    section(
      $('#figures'),
      [shown.players, shown.entries, shown.average, shown.chips, shown.missing],
      () =>
        h(
          'dl',
          { class: 'facts' },
          fact(
            'Players',
            shown.players ? `${shown.players}/${shown.entries}` : String(shown.entries)
          ),
          fact('Average', shown.players ? money(shown.average, true) : '–'),
          fact('Chips', money(shown.chips, true)),
          shown.missing
            ? h(
                'div',
                { class: 'wrong' },
                h('dt', { text: shown.missing > 0 ? 'Too many' : 'Missing' }),
                h('dd', { text: money(Math.abs(shown.missing), true) })
              )
            : null
        )
    );
    this.#alarm(shown.troubles ?? []);
    this.#tables();
    this.#clock();
    this.#panel();
  }

  #alarm(troubles) {
    $('#alarm').hidden = !troubles.length;
    section($('#alarm'), troubles, () =>
      h(
        'ul',
        {},
        [...new Set(troubles)].slice(0, 4).map((text) => h('li', { text }))
      )
    );
  }

  #clock() {
    if (!this.shown) return;
    const { clock, stage } = this.shown;
    section(
      $('#clock'),
      [
        clock.level,
        clock.limits,
        clock.next,
        figure(this.shown, this.heardAt),
        stage,
        startsAt(this.shown),
        waiting(this.shown)
      ],
      () => [
        h('p', {
          class: 'level',
          text: stage === 'break' ? 'Break' : `Level ${clock.level} of ${clock.levels}`
        }),
        h('p', { class: 'time', text: figure(this.shown, this.heardAt) || '–' }),
        h('p', { class: 'limits', text: clock.limits }),
        clock.next
          ? h('p', {
              class: 'next',
              text: `Next: ${clock.next}${clock.break_after ? `, after a break of ${clock.break_after} min` : ''}`
            })
          : h('p', { class: 'next', text: 'The last level' }),
        startsAt(this.shown) ? h('p', { class: 'next', text: startsAt(this.shown) }) : null,
        waiting(this.shown) ? h('p', { class: 'hands', text: waiting(this.shown) }) : null
      ]
    );
  }

  // ---- the tables

  #tables() {
    const { tables, others, seats } = this.shown;
    if (!tables) {
      section($('#tables'), seats, () => this.#lookers());
      return;
    }
    section($('#tables'), [tables, others, this.chosen, this.shown.ahead], () => [
      ...Object.entries(tables).map(([name, table]) => this.#table(name, table)),
      others.length
        ? h(
            'article',
            { class: 'tablebox' },
            h('header', {}, h('h2', { text: 'Without a seat' })),
            h(
              'ul',
              { class: 'players' },
              others.map((one) => this.#player(one))
            )
          )
        : null
    ]);
  }

  #lookers() {
    const tables = {};
    for (const seat of this.shown.seats) {
      tables[seat.table] ??= [];
      tables[seat.table].push(seat);
    }
    return Object.entries(tables).map(([name, seats]) =>
      h(
        'article',
        { class: 'tablebox' },
        h('header', {}, h('h2', { text: name })),
        h(
          'ul',
          { class: 'players' },
          seats.map((one) =>
            h('li', {}, h('b', { text: String(one.box) }), h('span', { text: one.name }))
          )
        )
      )
    );
  }

  #table(name, table) {
    const { board } = table;
    const wait = this.shown.ahead.includes(name);
    const said = !board?.wired
      ? 'from its records'
      : board.trouble
        ? board.trouble
        : board.in_play
          ? `round ${board.round} in play`
          : wait
            ? 'waits for the others'
            : board.ready
              ? 'ready to deal'
              : 'being set up';
    const look = board?.trouble ? 'bad' : wait ? 'warn' : board?.ready ? 'good' : '';
    return h(
      'article',
      { class: `tablebox ${look}`, 'data-table': name },
      h(
        'header',
        {},
        h('h2', { text: name }),
        h('span', { class: 'said', text: said }),
        h('span', {
          class: 'count',
          text: `${table.rounds} ${table.rounds === 1 ? 'round' : 'rounds'}`
        })
      ),
      h(
        'ul',
        { class: 'players' },
        table.players.map((one) => this.#player(one))
      )
    );
  }

  #player(one) {
    const words = {
      reserve: 'reserve',
      forfeited: 'forfeited',
      replaced: 'seat sold',
      out: 'out',
      placed: 'finished',
      entered: 'entered'
    };
    const plays = one.leaves ? 'leaves' : one.present ? '' : 'not there';
    const note = one.standing === 'playing' ? plays : words[one.standing];
    return h(
      'li',
      {},
      h(
        'button',
        {
          class: `player ${one.present || one.standing !== 'playing' ? '' : 'absent'}`,
          'aria-pressed': String(this.chosen === one.number),
          'data-player': one.number,
          onclick: () => this.choose(one.number)
        },
        h('b', { text: one.box === null ? `№ ${one.number}` : String(one.box) }),
        h('span', { text: one.name }),
        note ? h('em', { text: note }) : null,
        one.standing === 'playing' ? h('strong', { text: money(one.chips, true) }) : null
      )
    );
  }

  choose(what) {
    this.chosen = this.chosen === what ? null : what;
    this.#tables();
    this.#panel();
  }

  // ---- what can be done

  async do(what, given = {}) {
    const told = await post('do', { do: what, ...given });
    const answer = $('#answer');
    answer.className = told.ok ? 'done' : 'refused';
    answer.textContent = told.ok
      ? told.said || 'Done.'
      : [told.what, told.hint].filter(Boolean).join('. ');
    if (told.ok && !told.said) this.chosen = null;
    this.#panel();
    return told.ok;
  }

  #panel() {
    if (!this.shown) return;
    section(
      $('#panel'),
      [
        this.chosen,
        this.mayAct,
        this.shown.stage,
        this.shown.over,
        this.shown.drawn,
        this.shown.extra,
        this.shown.clock.level,
        this.#chosenPlayer()
      ],
      () => {
        if (!this.mayAct) return this.#signIn();
        const one = this.#chosenPlayer();
        if (one) return this.#ofPlayer(one);
        const form = {
          enter: () => this.#enter(),
          level: () => this.#level(),
          draw: () => this.#draw(),
          begin: () => this.#start(),
          pause: () => this.#pause(),
          end: () => this.#end(),
          cancel: () => this.#cancel()
        }[this.chosen];
        return form ? form() : this.#deeds();
      }
    );
  }

  #chosenPlayer() {
    if (!this.shown.tables || typeof this.chosen !== 'number') return null;
    const all = [
      ...Object.values(this.shown.tables).flatMap((table) => table.players),
      ...this.shown.others
    ];
    return all.find((one) => one.number === this.chosen) ?? null;
  }

  #form(title, fields, button, send, look = 'primary') {
    const inputs = fields.map(([label, properties]) => [
      label,
      h('input', { autocomplete: 'off', ...properties })
    ]);
    return h(
      'form',
      {
        class: 'deed',
        onsubmit: (event) => {
          event.preventDefault();
          send(
            inputs.map(([, input]) => (input.type === 'checkbox' ? input.checked : input.value))
          );
        }
      },
      h('h3', { text: title }),
      inputs.map(([label, input]) =>
        h(
          'label',
          { class: input.type === 'checkbox' ? 'check' : '' },
          h('span', { text: label }),
          input
        )
      ),
      h(
        'div',
        { class: 'choice' },
        h('button', { class: `button ${look}`, type: 'submit', text: button }),
        h('button', {
          class: 'button quiet',
          onclick: () => this.choose(this.chosen),
          text: 'Back'
        })
      )
    );
  }

  #signIn() {
    if (!this.hasPin)
      return h('p', {
        class: 'muted',
        text: 'This page only looks: it was started without a PIN.'
      });
    return this.#form(
      'Direct this tournament',
      [['PIN', { type: 'password', inputmode: 'numeric', name: 'pin' }]],
      'Sign in',
      async ([pin]) => {
        const told = await post('login', { pin });
        $('#answer').className = told.ok ? '' : 'refused';
        $('#answer').textContent = told.ok ? '' : [told.what, told.hint].filter(Boolean).join('. ');
        if (told.ok) this.begin();
      }
    );
  }

  #deeds() {
    const { stage, over, at, sessions } = this.shown;
    const deed = (name, text, look = '', act = () => this.choose(name)) =>
      h('button', { class: `button ${look}`, 'data-deed': name, onclick: act, text });
    const playing = ['playing', 'break', 'extra rounds'].includes(stage);
    return h(
      'div',
      { class: 'deeds' },
      stage === 'entries' ? deed('enter', 'Enter a player …', 'primary') : null,
      stage === 'drawn' && at === 0 ? deed('enter', 'Enter a reserve player …') : null,
      ['entries', 'between sessions'].includes(stage) && at + 1 < sessions
        ? deed(
            'draw',
            stage === 'entries' ? 'Draw the seats …' : 'Draw the next session …',
            stage === 'entries' ? '' : 'primary'
          )
        : null,
      stage === 'drawn' ? deed('begin', 'Begin the session …', 'primary') : null,
      playing && stage !== 'break' ? deed('pause', 'Take a break …') : null,
      stage === 'break' ? deed('resume', 'Go on now', 'primary', () => this.do('resume')) : null,
      playing && this.shown.clock.levels > 1 ? deed('level', 'Another level …') : null,
      playing && this.shown.moves
        ? deed('balance', 'Even out the tables', '', () => this.do('balance'))
        : null,
      playing
        ? deed('end', over ? 'End the session …' : 'End the session early …', over ? 'primary' : '')
        : null,
      this.shown.outcome
        ? h('p', {
            class: 'muted',
            text: 'The tournament is over. Places and prizes are on the wall screen.'
          })
        : deed('cancel', 'Cancel the tournament …', 'danger'),
      h('p', { class: 'muted', text: 'Tap a player for what concerns him.' }),
      this.shown.departures.length
        ? h(
            'div',
            { class: 'departures' },
            h('h3', { text: 'Approved conditions depart from' }),
            this.shown.departures.map((one) => h('p', { text: `${one.rule}: ${one.text}` }))
          )
        : null
    );
  }

  #ofPlayer(one) {
    const plays = one.standing === 'playing';
    const reserves = this.shown.others.filter((other) => other.standing === 'reserve');
    return h(
      'div',
      { class: 'deeds' },
      h('h3', { text: `${one.number} ${one.name}` }),
      plays && !one.present
        ? h('button', {
            class: 'button primary',
            'data-deed': 'seat',
            onclick: () => this.do('seat', { number: one.number }),
            text: 'Has taken the seat'
          })
        : null,
      plays && one.present
        ? h('button', {
            class: 'button',
            'data-deed': 'absent',
            onclick: () => this.do('absent', { number: one.number }),
            text: 'Is not at the table'
          })
        : null,
      plays && !one.present && !this.shown.playing
        ? reserves.map((other) =>
            h('button', {
              class: 'button',
              'data-deed': 'replace',
              onclick: () => this.do('replace', { number: one.number, reserve: other.number }),
              text: `Sell the seat to ${other.name}`
            })
          )
        : null,
      plays
        ? this.#form(
            'Set the chips right',
            [
              [
                'Chips',
                { value: (one.chips / 100).toFixed(2), inputmode: 'decimal', name: 'chips' }
              ],
              ['Why', { name: 'why', maxlength: 160 }]
            ],
            'Correct',
            ([amount, why]) =>
              this.do('correct', { number: one.number, chips: cents(amount) ?? -1, why })
          )
        : null,
      plays
        ? this.#form(
            'Somebody else plays on',
            [['Name', { name: 'name', maxlength: 40 }]],
            'Substitute',
            ([name]) => this.do('substitute', { number: one.number, name }),
            ''
          )
        : null,
      plays && this.shown.playing && !one.leaves
        ? this.#form(
            'Goes for good, chips and all',
            [['Why', { name: 'leaves', maxlength: 160 }]],
            'Leaves after this round',
            ([why]) => this.do('leaves', { number: one.number, why }),
            'danger'
          )
        : null,
      one.comes_back
        ? this.#form(
            'Out by a mistake: plays on in the same seat',
            [
              ['Chips', { inputmode: 'decimal', name: 'chips' }],
              ['Why', { name: 'why', maxlength: 160 }]
            ],
            'Bring back',
            ([amount, why]) =>
              this.do('bring_back', { number: one.number, chips: cents(amount) ?? -1, why })
          )
        : null,
      plays || one.comes_back
        ? null
        : h('button', { class: 'button quiet', onclick: () => this.choose(null), text: 'Back' })
    );
  }

  #enter() {
    const { restricted, stage } = this.shown;
    const drawn = stage !== 'entries'; // who comes now can only be given a seat that is empty
    return this.#form(
      restricted ? `One entry each, for: ${restricted}` : 'One entry each',
      [
        ['Name', { name: 'name', maxlength: 40 }],
        drawn ? null : ['Reserve player', { type: 'checkbox', name: 'reserve' }]
      ].filter(Boolean),
      'Enter',
      ([name, reserve]) => this.do('enter', { name, reserve: drawn || reserve })
    );
  }

  #level() {
    const { level, levels, next } = this.shown.clock;
    return h(
      'div',
      { class: 'deeds' },
      level < levels
        ? this.#form(`Level ${level + 1}: ${next}`, [], 'Next level now', () => this.do('level'))
        : null,
      level > 1
        ? this.#form(
            `Level ${level - 1} begins again`,
            [['Why', { name: 'why', maxlength: 160 }]],
            'One level back',
            ([why]) => this.do('level', { back: true, why }),
            ''
          )
        : null
    );
  }

  #draw() {
    const known = Object.keys(this.shown.tables);
    return this.#form(
      'The ballot, once for each session',
      [
        [
          'Tables and boxes',
          {
            name: 'tables',
            value:
              this.shown.stage === 'entries' ? known.map((name) => `${name}=1-9`).join(' ') : '',
            placeholder: 't1=1-9 t2=1-9; empty: as before'
          }
        ]
      ],
      'Draw',
      ([tables]) => this.do('draw', { tables })
    );
  }

  #start() {
    const missing = Object.values(this.shown.tables)
      .flatMap((table) => table.players)
      .filter((one) => !one.present);
    const boxes = missing.map((one) => [one, h('input', { type: 'checkbox', value: one.number })]);
    return h(
      'form',
      {
        class: 'deed',
        onsubmit: (event) => {
          event.preventDefault();
          this.do('begin', {
            forfeit: boxes.filter(([, box]) => box.checked).map(([one]) => one.number)
          });
        }
      },
      h('h3', { text: 'Begin the session' }),
      this.shown.forfeits
        ? h('p', {
            class: 'muted',
            text: missing.length
              ? `Not there, and so forfeited: ${missing.map((one) => one.name).join(', ')}`
              : 'Everybody is there.'
          })
        : missing.length
          ? [
              h('p', {
                class: 'muted',
                text: 'Not there. Who is ticked has forfeited; the others pay blinds and antes.'
              }),
              boxes.map(([one, box]) =>
                h('label', { class: 'check' }, h('span', { text: one.name }), box)
              )
            ]
          : h('p', { class: 'muted', text: 'Everybody is there.' }),
      h(
        'div',
        { class: 'choice' },
        h('button', { class: 'button primary', type: 'submit', text: 'Begin' }),
        h('button', { class: 'button quiet', onclick: () => this.choose('begin'), text: 'Back' })
      )
    );
  }

  #pause() {
    return this.#form(
      'A break for everybody',
      [['Minutes; empty: until you say', { name: 'minutes', inputmode: 'numeric', value: '10' }]],
      'Begin the break',
      ([minutes]) =>
        // Whatever is no number of minutes is refused: it would be a break without an end
        this.do('pause', {
          minutes: minutes.trim() ? Math.trunc(Number(minutes)) || 0 : null
        })
    );
  }

  #end() {
    return this.#form(
      this.shown.over
        ? 'The session is over by its conditions'
        : 'The conditions’ end is not reached',
      [],
      this.shown.over ? 'End the session' : 'End it all the same',
      () => this.do('end', { early: !this.shown.over }),
      this.shown.over ? 'primary' : 'danger'
    );
  }

  #cancel() {
    return this.#form(
      'Cancel: everything that was paid goes back',
      [['Why', { name: 'why', maxlength: 160 }]],
      'Cancel the tournament',
      ([why]) => this.do('cancel', { why }),
      'danger'
    );
  }
}

window.director = new Director();
