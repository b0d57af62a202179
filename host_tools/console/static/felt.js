// The felt: the table as the records have it. Elements are kept and moved, so that a card travels.

import { cardName, cardParts } from './cards.js';
import { money, s } from './dom.js';
import { layout } from './layout.js';
import { Counter } from './meter.js';
import { t, tr } from './texts.js';

const READERS = {
  ok: ['ok', 'reader ok'],
  starting: ['starting', 'reader starting'],
  silent: ['bad', 'reader does not answer'],
  disturbed: ['warn', 'reader disturbed'],
  'unknown card': ['odd', 'unknown card on the reader'],
  'duplicate card': ['odd', 'a card seen twice on the reader'],
  'not fitted': ['none', 'no reader fitted'],
  unknown: ['none', 'reader not heard of']
};
const STILL = window.matchMedia('(prefers-reduced-motion: reduce)');

export class Felt {
  constructor(svg) {
    this.svg = svg;
    this.parts = new Map(); // key → element that stays
    this.cards = new Map(); // key → {group, face, at}
    this.readers = new Map(); // name → state
    this.plan = null;
  }

  /**
   * Show the table as it is told.
   *
   * @param {Partial<ToldTable>} table
   */
  update(table) {
    const { width, height } = this.svg.parentElement.getBoundingClientRect();
    if (!width) return;
    const plan = layout(width, height);
    if (plan !== this.plan) this.#begin(plan);
    this.table = table;
    this.#places(table);
    for (const seat of table.seats ?? []) this.#seat(seat, table);
    this.#centre(table);
    this.#cards(table);
    this.svg.classList.toggle('lost', table.link?.state !== 'up');
    this.svg.classList.toggle('over', Boolean(table.over));
  }

  /**
   * Show how the readers do.
   *
   * @param {Partial<ToldDevices>} devices
   */
  devices(devices) {
    this.readers = new Map(devices.readers.map((one) => [one.name, one.state]));
    if (this.table) this.update(this.table);
  }

  #begin(plan) {
    this.plan = plan;
    this.parts.clear();
    this.cards.clear();
    const { table: t, view } = plan;
    this.svg.setAttribute('viewBox', `0 0 ${view[0]} ${view[1]}`);
    this.svg.setAttribute('class', plan.name);
    const inner = 26;
    this.below = s('g');
    this.pile = s('g', { class: 'cards' });
    this.plates = s('g');
    this.above = s('g');
    this.svg.replaceChildren(
      s(
        'defs',
        null,
        s(
          'radialGradient',
          { id: 'cloth', cx: '50%', cy: '42%', r: '75%' },
          s('stop', { offset: '0', 'stop-color': '#17664b' }),
          s('stop', { offset: '0.600', 'stop-color': '#0e4634' }),
          s('stop', { offset: '1', 'stop-color': '#082a20' })
        ),
        s(
          'linearGradient',
          { id: 'rail', x1: '0', y1: '0', x2: '0', y2: '1' },
          s('stop', { offset: '0', 'stop-color': '#3b2a1e' }),
          s('stop', { offset: '0.500', 'stop-color': '#20160f' }),
          s('stop', { offset: '1', 'stop-color': '#120c08' })
        ),
        s(
          'linearGradient',
          { id: 'backs', x1: '0', y1: '0', x2: '1', y2: '1' },
          s('stop', { offset: '0', 'stop-color': '#31589c' }),
          s('stop', { offset: '1', 'stop-color': '#1c3468' })
        ),
        s(
          'filter',
          { id: 'drop', x: '-30%', y: '-30%', width: '160%', height: '170%' },
          s('feDropShadow', {
            dx: '0',
            dy: '2',
            stdDeviation: '2.200',
            'flood-color': '#000',
            'flood-opacity': '0.450'
          })
        )
      ),
      s('rect', { class: 'rail', x: t.x, y: t.y, width: t.w, height: t.h, rx: t.r }),
      s('rect', {
        class: 'cloth',
        x: t.x + inner,
        y: t.y + inner,
        width: t.w - 2 * inner,
        height: t.h - 2 * inner,
        rx: t.r - inner
      }),
      s('rect', {
        class: 'line',
        x: t.x + inner + 14,
        y: t.y + inner + 14,
        width: t.w - 2 * inner - 28,
        height: t.h - 2 * inner - 28,
        rx: t.r - inner - 14
      }),
      this.below,
      this.pile,
      this.plates,
      this.above
    );
  }

  /** An element that is made once and then kept. */
  #part(key, parent, make) {
    let part = this.parts.get(key);
    if (!part) {
      part = make();
      this.parts.set(key, part);
      parent.append(part);
    }
    return part;
  }

  #antenna(name) {
    return READERS[this.readers.get(name) ?? 'not fitted'] ?? READERS.unknown;
  }

  // ---- shoe, rack, dealer

  #places(table) {
    this.#box('shoe', this.plan.shoe, 'Shoe', table.shoe, 'shoe');
    this.#box('rack', this.plan.rack, 'Rack', table.rack, 'rack');
    if (table.dealer) {
      const [x, y] = this.plan.dealer;
      const plate = this.#part('dealer', this.plates, () => this.#plate(x, y, 'D', 'dealer'));
      this.#fill(plate, {
        title: t('Dealer'),
        note: '',
        lamp: 'white',
        reader: this.#antenna('dealer'),
        classes: 'plate house'
      });
      plate.setAttribute(
        'aria-label',
        [this.#cardsInWords(table.dealer.cards), table.dealer.hand]
          .filter(Boolean)
          .reduce((told, one, at) => `${told}${at ? ', ' : ''}${tr(one)}`, `${t('Dealer')}: `)
      );
    } else {
      this.#gone('dealer');
    }
    const caption = this.#part('caption', this.below, () =>
      s('text', { class: 'caption', x: this.plan.dealer[0], y: this.plan.caption })
    );
    setText(caption, table.dealer?.hand ?? '');
    if (table.board) {
      const { at, w, h, step } = this.plan.board;
      const slots = this.#part('slots', this.below, () =>
        s(
          'g',
          { class: 'slots' },
          Array.from({ length: table.board_size }, (_, k) =>
            s('rect', {
              x: at[0] + (k - (table.board_size - 1) / 2) * step - w / 2,
              y: at[1] - h / 2,
              width: w,
              height: h,
              rx: w * 0.12
            })
          ),
          s(
            'g',
            {
              class: 'antenna',
              transform: `translate(${at[0] + ((table.board_size - 1) / 2) * step + w / 2 + 16} ${at[1]})`
            },
            waves()
          )
        )
      );
      slots.setAttribute('data-reader', this.#antenna('board')[0]);
      slots.setAttribute('role', 'img');
      slots.setAttribute(
        'aria-label',
        tr(
          `Board: ${table.board.map((card) => cardName(card.face)).join(', ') || 'no cards'}; ${this.#antenna('board')[1]}`
        )
      );
    } else {
      this.#gone('slots');
    }
  }

  #gone(key) {
    this.parts.get(key)?.remove();
    this.parts.delete(key);
  }

  #box(key, [x, y], title, count, reader) {
    const big = this.plan.name === 'tall';
    const w = big ? 118 : 96;
    const h = big ? 72 : 58;
    const group = this.#part(key, this.plates, () =>
      s(
        'g',
        {
          class: 'place',
          transform: `translate(${x} ${y})`,
          role: 'img',
          'data-where-name': reader
        },
        s('rect', { x: -w / 2, y: -h / 2, width: w, height: h, rx: 10 }),
        s('text', { class: 'name', y: -h / 2 + h * 0.36 }),
        s('text', { class: 'count', y: h * 0.33 }),
        s(
          'g',
          {
            class: 'antenna',
            transform: `translate(${w / 2 - h * 0.25} ${-h / 2 + h * 0.24}) scale(${h / 58})`
          },
          waves()
        )
      )
    );
    const state = this.#antenna(reader);
    group.setAttribute('data-reader', state[0]);
    setText(group.querySelector('.name'), title);
    group.querySelector('.count').textContent = count ?? '–';
    group.setAttribute('aria-label', tr(`${title}: ${count ?? 'unknown'} cards; ${state[1]}`));
  }

  // ---- boxes

  #plate(x, y, sign, where) {
    const { w, h } = this.plan.plate;
    return s(
      'g',
      { class: 'plate', transform: `translate(${x} ${y})`, role: 'img', 'data-where-name': where },
      s('rect', {
        class: 'ring',
        x: -w / 2 - 4,
        y: -h / 2 - 4,
        width: w + 8,
        height: h + 8,
        rx: h / 2 + 4
      }),
      s('rect', { class: 'body', x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 }),
      s('circle', { class: 'lamp', cx: -w / 2 + h / 2, cy: 0, r: h / 2 - 6 }),
      s('text', { class: 'sign', x: -w / 2 + h / 2, y: 0, text: sign }),
      s('text', { class: 'title', x: -w / 2 + h + 2, y: -3 }),
      s('text', { class: 'note', x: -w / 2 + h + 2, y: h * 0.31 }),
      s(
        'g',
        {
          class: 'antenna',
          transform: `translate(${w / 2 - h * 0.32} ${-h / 2 + h * 0.28}) scale(${h / 50})`
        },
        waves()
      )
    );
  }

  #fill(plate, { title, note, lamp, reader, classes }) {
    plate.setAttribute('class', classes);
    plate.setAttribute('data-lamp', lamp);
    plate.setAttribute('data-reader', reader[0]);
    setText(plate.querySelector('.title'), title);
    const small = plate.querySelector('.note');
    setText(small, note);
    const room = this.plan.plate.w - this.plan.plate.h - 12;
    const usual = this.plan.name === 'tall' ? 18.5 : 13.5;
    small.style.fontSize = `${Math.min(usual, (room / Math.max(1, note?.length ?? 1)) * 1.82).toFixed(1)}px`;
    plate.classList.toggle('single', !note);
  }

  #seat(seat, table) {
    const [x, y] = this.plan.seat(seat.seat);
    const plate = this.#part(`seat ${seat.seat}`, this.plates, () =>
      this.#plate(x, y, String(seat.seat), `box ${seat.seat}`)
    );
    const reader = this.#antenna(`box ${seat.seat}`);
    const won = seat.won ?? 0;
    const classes = ['plate', 'seat'];
    if (!seat.in) classes.push('empty');
    if (seat.out) classes.push('out');
    if (seat.waited) classes.push('waited');
    if (seat.turn) classes.push('turn');
    if (won > 0) classes.push('won');
    const title = !seat.in
      ? ''
      : seat.stack !== undefined
        ? money(seat.stack, true)
        : `Box ${seat.seat}`;
    const note = this.#note(seat, table);
    this.#fill(plate, { title, note, lamp: seat.lamp, reader, classes: classes.join(' ') });
    plate.setAttribute('aria-label', this.#seatInWords(seat, reader[1]));
    this.#chips(seat, Boolean(table.over));
    this.#marker(seat, table);
    this.#winnings(seat, x, y);
  }

  #note(seat, table) {
    if (!seat.in) return '';
    if (seat.prize) return seat.prize;
    if (seat.hand) return seat.hand;
    if (
      seat.state === 'lost' ||
      seat.state === 'won' ||
      seat.state === 'returned' ||
      seat.state === 'void'
    )
      return table.over ? '' : seat.state;
    return seat.state || seat.blind || '';
  }

  #seatInWords(seat, reader) {
    if (!seat.in) return tr(`Box ${seat.seat}: empty; ${reader}`);
    const told = [`Box ${seat.seat}`];
    if (seat.stack !== undefined) told.push(`${money(seat.stack)} in chips`);
    if (seat.ante) told.push(`ante ${money(seat.ante)}`);
    if (seat.bet) told.push(`bet ${money(seat.bet)}`);
    if (seat.jackpot) told.push('jackpot chip');
    told.push(this.#cardsInWords(seat.cards));
    if (seat.state) told.push(seat.state);
    if (seat.hand) told.push(seat.hand);
    if (seat.won) told.push(seat.won > 0 ? `wins ${money(seat.won)}` : `loses ${money(-seat.won)}`);
    if (seat.waited || seat.turn) told.push('is waited for');
    told.push(reader);
    return told.map((one) => tr(one)).join(', ');
  }

  #cardsInWords(cards) {
    if (!cards?.length) return tr('no cards');
    const down = cards.filter((card) => !card.face).length;
    const faces = cards.filter((card) => card.face).map((card) => cardName(card.face));
    if (down) faces.push(`${down} face down`);
    return faces.map((one) => tr(one)).join(', ');
  }

  #chips(seat, over) {
    const [x, y] = this.plan.bet(seat.seat);
    const rows = [];
    if (seat.jackpot && !over) rows.push(['jackpot', money(seat.jackpot, true)]);
    if (seat.ante && !over) rows.push(['ante', money(seat.ante, true)]);
    if (seat.bet && !over) rows.push(['bet', money(seat.bet, true)]);
    const group = this.#part(`chips ${seat.seat}`, this.below, () =>
      s('g', { class: 'chips', transform: `translate(${x} ${y})`, 'aria-hidden': 'true' })
    );
    const told = JSON.stringify(rows);
    if (group.dataset.told === told) return;
    group.dataset.told = told;
    const big = this.plan.name === 'tall';
    const line = big ? 34 : 24;
    const r = big ? 13 : 10;
    group.replaceChildren(
      ...rows.map(([kind, text], k) => {
        const width = r * 2 + (big ? 18 : 11) + text.length * (big ? 14.5 : 10.8);
        return s(
          'g',
          {
            class: `chip ${kind}`,
            transform: `translate(0 ${(k - (rows.length - 1) / 2) * line})`
          },
          s('rect', {
            x: -width / 2,
            y: -line / 2 + 1.5,
            width,
            height: line - 3,
            rx: line / 2 - 1.5
          }),
          s('circle', { class: 'disc', cx: -width / 2 + line / 2, cy: 0, r: r - 1.5 }),
          s('circle', { class: 'notch', cx: -width / 2 + line / 2, cy: 0, r: r - 3.2 }),
          s('text', { x: -width / 2 + line + 1, y: 0, text })
        );
      })
    );
  }

  #marker(seat, table) {
    const key = 'marker';
    if (table.marker !== seat.seat) {
      if (table.marker === null || table.marker === undefined) this.#gone(key);
      return;
    }
    const [x, y] = this.plan.seat(seat.seat);
    const { w, h } = this.plan.plate;
    const kind = table.marker_kind;
    const disc = this.#part(key, this.above, () =>
      s(
        'g',
        { class: 'marker', role: 'img' },
        s('circle', { r: this.plan.name === 'tall' ? 19 : 14 }),
        s('text', { text: kind === 'puck' ? 'P' : 'D' })
      )
    );
    disc.setAttribute('aria-label', tr(`The ${kind} is at box ${seat.seat}`));
    disc.style.transform = `translate(${x + w / 2 - 4}px, ${y + h / 2 - 4}px)`;
  }

  #winnings(seat, x, y) {
    const key = `won ${seat.seat}`;
    const group = this.#part(key, this.above, () =>
      s('g', { class: 'winnings', 'aria-hidden': 'true' }, s('rect', { rx: 12 }), s('text'))
    );
    const won = seat.won;
    if (!won) {
      group.setAttribute('visibility', 'hidden');
      return;
    }
    const big = this.plan.name === 'tall';
    const text = `${won > 0 ? '+' : '−'}${money(Math.abs(won), true)}`;
    const width = text.length * (big ? 15 : 11) + 20;
    group.setAttribute('visibility', 'visible');
    group.setAttribute('class', `winnings ${won > 0 ? 'plus' : 'minus'}`);
    group.setAttribute(
      'transform',
      `translate(${x} ${y + this.plan.plate.h / 2 + (big ? 20 : 14)})`
    );
    const rect = group.firstChild;
    rect.setAttribute('x', -width / 2);
    rect.setAttribute('y', big ? -17 : -12.5);
    rect.setAttribute('width', width);
    rect.setAttribute('height', big ? 34 : 25);
    setText(group.lastChild, text);
  }

  // ---- the middle

  #centre(table) {
    const [cx] = this.plan.centre;
    if (table.sign !== null && table.sign !== undefined) this.#sign(table);
    else this.#gone('sign');
    const head = this.#part('headline', this.below, () =>
      s(
        'g',
        { class: 'headline' },
        s('text', { class: 'what', x: cx }),
        s('text', { class: 'more', x: cx })
      )
    );
    const y =
      this.plan.headline +
      (table.board ? (this.plan.name === 'tall' ? 60 : 50) : 0) -
      (!table.board && !table.sign ? 40 : 0);
    head.children[0].setAttribute('y', y);
    head.children[1].setAttribute('y', y + (this.plan.name === 'tall' ? 34 : 24));
    const [what, more] = this.#headline(table);
    setText(head.children[0], what);
    if (this.plan.name === 'tall')
      head.children[0].style.fontSize = `${Math.min(28, (250 / Math.max(1, what.length)) * 1.85).toFixed(1)}px`;
    setText(head.children[1], more);
    this.#pots(table);
  }

  #headline(table) {
    if (table.over) {
      const winners = (table.seats ?? []).filter((seat) => seat.won > 0);
      if (table.outcome === 'void' || table.outcome === 'misdeal')
        return [table.outcome === 'void' ? 'The round is void' : 'Misdeal', table.rule ?? ''];
      if (!winners.length) return [table.banked ? 'The house wins' : 'The round is over', ''];
      const who = winners.map((seat) => seat.seat);
      return [
        who.length === 1
          ? `Box ${who[0]} wins ${money(winners[0].won, true)}`
          : `Boxes ${who.slice(0, -1).join(', ')} and ${who.at(-1)} win`,
        winners.length === 1 ? (winners[0].hand ?? '') : ''
      ];
    }
    return [
      table.do?.headline || table.phase_words || '',
      this.plan.name === 'tall' ? '' : (table.do?.detail ?? '')
    ];
  }

  #sign(table) {
    const { at, w, h, digit } = this.plan.sign;
    const group = this.#part('sign', this.below, () => {
      this.counter = new Counter(...digit);
      this.counter.group.setAttribute('transform', `translate(0 ${h * 0.14})`);
      this.counter.group.style.fontSize = `${digit[1] * 0.86}px`;
      return s(
        'g',
        { class: 'sign', transform: `translate(${at[0]} ${at[1]})`, role: 'img' },
        s('rect', { x: -w / 2, y: -h / 2, width: w, height: h, rx: 14 }),
        s('text', { class: 'label', y: -h / 2 + h * 0.2 }),
        this.counter.group
      );
    });
    const state = table.pending ? 'pending' : table.locked ? 'locked' : '';
    group.setAttribute('class', `sign ${state}`);
    setText(
      group.querySelector('.label'),
      table.pending
        ? 'JACKPOT WON · PENDING'
        : table.locked
          ? 'JACKPOT LOCKED'
          : 'BOOMERANG JACKPOT'
    );
    this.counter.update(table.sign);
    group.setAttribute(
      'aria-label',
      tr(`Boomerang Jackpot ${money(table.sign)}${state ? `, ${state}` : ''}`)
    );
  }

  #pots(table) {
    const group = this.#part('pots', this.below, () => s('g', { class: 'pots' }));
    const pots = table.pots ?? [];
    const told = JSON.stringify([pots, table.commission]);
    if (group.dataset.told === told) return;
    group.dataset.told = told;
    const [cx] = this.plan.centre;
    const big = this.plan.name === 'tall';
    const y = this.plan.pots - (table.board ? 0 : big ? 60 : 90);
    const names = pots.map(
      (pot, k) =>
        `${pots.length === 1 ? 'Pot' : k === 0 ? 'Main' : `Side ${k}`} ${money(pot.amount, true)}`
    );
    const widths = names.map((name) => name.length * (big ? 13 : 10) + 34);
    let x = cx - widths.reduce((sum, one) => sum + one + 8, -8) / 2;
    group.replaceChildren(
      ...names.map((name, k) => {
        const made = s(
          'g',
          { class: 'pot', transform: `translate(${x + widths[k] / 2} ${y})` },
          s('rect', {
            x: -widths[k] / 2,
            y: big ? -20 : -15,
            width: widths[k],
            height: big ? 40 : 30,
            rx: 20
          }),
          s('text', { text: name })
        );
        x += widths[k] + 8;
        return made;
      })
    );
    group.setAttribute('role', 'img');
    group.setAttribute('aria-label', tr(names.join(', ') || 'No pot yet'));
  }

  // ---- cards

  #cards(table) {
    const wanted = new Map();
    const { w, h, step } = this.plan.card;
    const put = (place, cards, x, y, cw, ch, gap) => {
      cards.forEach((card, k) =>
        wanted.set(`${table.round}:${place}:${k}`, {
          face: card.face,
          x: x + (k - (cards.length - 1) / 2) * gap,
          y,
          w: cw,
          h: ch
        })
      );
    };
    for (const seat of table.seats ?? []) {
      const [x, y] = this.plan.seat(seat.seat);
      put(
        seat.seat,
        seat.cards ?? [],
        x,
        y - this.plan.plate.h / 2 - h * 0.36,
        w,
        h,
        Math.min(step, (this.plan.plate.w - w + 16) / Math.max(1, (seat.cards?.length ?? 1) - 1))
      );
      for (let k = 0; k < (seat.cards?.length ?? 0); k++)
        wanted.get(`${table.round}:${seat.seat}:${k}`).out = seat.out;
    }
    if (table.dealer)
      put(
        0,
        table.dealer.cards,
        this.plan.dealer[0],
        this.plan.dealer[1] + this.plan.plate.h / 2 + h * 0.62,
        w,
        h,
        step + 8
      );
    if (table.board) {
      const { at, w: bw, h: bh, step: gap } = this.plan.board;
      table.board.forEach((card, k) =>
        wanted.set(`${table.round}:20:${k}`, {
          face: card.face,
          x: at[0] + (k - (table.board_size - 1) / 2) * gap,
          y: at[1],
          w: bw,
          h: bh
        })
      );
    }
    for (const [key, card] of this.cards) {
      if (!wanted.has(key)) this.#away(key, card);
    }
    for (const [key, card] of wanted) this.#place(key, card);
  }

  #place(key, card) {
    let known = this.cards.get(key);
    if (!known) {
      const group = s('g', { class: 'card', 'aria-hidden': 'true' }, s('g', { class: 'turned' }));
      known = { group, face: undefined };
      this.cards.set(key, known);
      move(group, this.plan.shoe[0], this.plan.shoe[1], 0.7);
      group.firstChild.replaceChildren(...cardParts(card.face, card.w, card.h));
      known.face = card.face;
      this.pile.append(group);
      if (!STILL.matches) void group.getBoundingClientRect(); // so that it travels from the shoe
    } else if (known.face !== card.face) {
      known.face = card.face;
      known.group.firstChild.replaceChildren(...cardParts(card.face, card.w, card.h));
      known.group.classList.remove('flip');
      void known.group.getBoundingClientRect();
      known.group.classList.add('flip');
    }
    known.group.classList.toggle('out', Boolean(card.out));
    known.group.classList.toggle('face', Boolean(card.face));
    move(known.group, card.x, card.y, 1);
  }

  #away(key, card) {
    this.cards.delete(key);
    card.group.classList.add('leaving');
    move(card.group, this.plan.rack[0], this.plan.rack[1], 0.6);
    setTimeout(() => card.group.remove(), STILL.matches ? 0 : 420);
  }
}

function waves() {
  return [
    s('path', { class: 'wave', d: 'M-6 3A6.500 6.500 0 0 1 6 3' }),
    s('path', { class: 'wave', d: 'M-3.200 4A3.500 3.500 0 0 1 3.200 4' }),
    s('circle', { class: 'dot', cy: 5.5, r: 1.6 }),
    s('path', { class: 'slash', d: 'M-7 8 7-5' })
  ];
}

function move(group, x, y, scale) {
  group.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

function setText(element, given) {
  const text = tr(given ?? '');
  if (element.textContent !== text) element.textContent = text;
}
