// Work with the deck at the shoe's reader: enrolled, checked, a card replaced. What came of the card
// just shown in plain words, and each action for the role whose key the board wants.

import { get } from './api.js';
import { cardName, cardSign } from './cards.js';
import { capital, chip, h, section } from './dom.js';
import { entry } from './forms.js';
import { t } from './texts.js';

const DOCUMENT = 'NI2005-66';
const WHY = [
  ['before', 'Before gaming', '2.4'],
  ['after', 'After gaming', '2.4'],
  ['count', 'Count', '2.6']
];
const SECOND = '_second'; // a check of the second deck is recorded so
const ROLES = ['supervisor', 'technician', 'dealer'];
/** @type {ToldDeck} */
const NO_DECK = {
  enrolled: null,
  checked: null,
  ordered: null,
  over: null,
  read: false,
  looked: []
};
const WORKS = ['enrol', 'check', 'replace'];
const SUITS = { c: 'Clubs', d: 'Diamonds', h: 'Hearts', s: 'Spades' };
const SHOE = 'the shoe’s reader';

let commands = null; // as the board declares them: fields, and whose key is wanted
let asking = false;

async function declared(then) {
  if (asking) return;
  asking = true;
  commands = (await get('forms'))?.commands ?? null;
  asking = false;
  if (commands) then();
}

const signs = (cards) => cards.map(cardSign).join(' ');
const rule = (number) => chip(`${DOCUMENT} ${number}`);
const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

/** Several of them may be on a page: each offers some of the work, and shows whatever goes on. */
export class Deck {
  constructor(page, offers) {
    this.page = page;
    this.offers = offers;
    this.root = h('div', { class: 'form deck' });
    this.parts = {};
    for (const name of ['state', 'said', 'act', 'why', 'last', 'begin']) {
      this.parts[name] = h('div', { class: 'form', 'data-deck': name });
      this.root.append(this.parts[name]);
    }
    this.parts.said.setAttribute('aria-live', 'polite');
    this.reason = null;
    this.chosen = {}; // what somebody has chosen here, by field
  }

  /**
   * @param {ToldTable} table
   * @param {Partial<ToldDevices>} devices
   */
  update(table, { work = {}, deck = NO_DECK }) {
    this.table = table;
    this.going = WORKS.includes(work.work) ? work.work : null;
    this.up = table.link.state === 'up';
    if (!commands) {
      declared(() => this.page.show());
      return;
    }
    const roles = Object.keys(this.page.roles);
    // A reason stands until somebody else is here, or other work goes on.
    this.moment = `${roles} ${this.going} ${this.up} ${deck.read}`;
    if (this.reason && this.reason.at !== this.moment) this.reason = null;
    const { parts, going, up } = this;
    section(
      parts.state,
      going && [
        work.work,
        work.progress,
        work.due,
        work.strangers,
        work.others,
        work.twice,
        deck.ordered
      ],
      () => going && this.#state(work, deck)
    );
    section(parts.said, going && [work, deck.read, up], () => going && this.#said(work, deck));
    section(
      parts.act,
      [going, roles, up, table.side, work.due, work.progress, deck.read, deck.looked, deck.ordered],
      () => going && this.#acts(work, deck)
    );
    section(
      parts.why,
      this.reason,
      (why) =>
        why &&
        h(
          'div',
          { class: 'why', role: 'alert' },
          h('span', { text: why.text }),
          chip(why.rule),
          why.role &&
            h('button', {
              class: 'button small',
              'data-unlock': why.role,
              onclick: () => this.page.pins.ask(why.role),
              text: t('Enter the PIN')
            })
        )
    );
    section(
      parts.last,
      [going, deck.over, deck.checked, deck.ordered, deck.looked],
      () => !going && [this.#over(deck), this.#checked(deck.checked)]
    );
    section(
      parts.begin,
      [going, roles, deck.enrolled, table.values?.deck, table.values?.joker],
      () => !going && this.#begin(table, deck)
    );
  }

  // ---- who may

  /** The role that is missing here for a command, or null. */
  #missing(name) {
    const wanted = commands[name].role;
    const may = { any: ROLES, dealer: ['dealer', 'supervisor'] }[wanted] ?? [wanted];
    return may.some((role) => role in this.page.roles) ? null : may[0];
  }

  /** A button for a command; closed, it says why when it is pressed. */
  #button(
    label,
    words,
    {
      style = '',
      key = words.join(':'),
      shut = null,
      ask = null,
      then = null,
      pressed = null,
      chosen = () => words
    } = {}
  ) {
    const name = words[0];
    const role = this.#missing(name);
    const closed = role !== null || shut !== null || !this.up;
    const press = async () => {
      if (!this.up) return this.#because('the board is not there');
      if (role) return this.#because(`this needs a ${role}`, { role });
      if (shut) return this.#because(shut);
      if (ask && this.sure !== key) {
        // pressed once more, it is meant
        this.sure = key;
        return this.#because(`${ask} Press again to do it`);
      }
      this.sure = null;
      this.reason = null; // now: what is said while the board has not answered yet must stay
      const answer = await this.page.act('command', { command: chosen() }, null, true);
      if (!answer.ok)
        return this.#because([answer.what, answer.hint].filter(Boolean).join('. '), {
          rule: answer.rule
        });
      then?.(answer.value);
      return this.page.show();
    };
    return h('button', {
      class: `button ${closed ? 'closed' : style}`,
      'data-form': closed ? null : name,
      'data-closed': closed ? name : null,
      'data-key': `deck:${key}`,
      'data-why': name === 'deck_check' ? words[1] : null,
      'data-who': name === 'replace_keep' ? words[1] : null,
      'aria-pressed': pressed,
      onclick: press,
      text: label
    });
  }

  /**
   * @param {string} what
   * @param {{rule?: string, role?: string}} more
   */
  #because(what, { rule: cited, role } = {}) {
    this.reason = {
      text: `${capital(what)}.`.replace(/([.!?])\.$/, '$1'),
      rule: cited,
      role,
      at: this.moment
    };
    this.page.show();
    this.parts.why.scrollIntoView({ block: 'nearest' });
  }

  // ---- while it goes on

  #state(work, deck) {
    const replaced = replacement(work, deck);
    if (work.work === 'replace')
      return [h('h3', null, 'Replacing a card ', rule('2.5')), replaced && large(replaced)];
    const [done, whole] = work.progress ?? [0, 0];
    const checks = work.work === 'check';
    const why = checks && WHY.find(([name]) => name === deck.ordered?.[1]);
    const second = !checks && deck.ordered?.[3];
    const title = checks
      ? why
        ? `Checking the deck: ${why[1].toLowerCase()} `
        : 'Checking the deck '
      : `Enrolling ${second ? 'the second deck' : 'a deck'}`;
    return [
      h('h3', null, title, why && rule(why[2])),
      h(
        'div',
        {
          class: 'progress',
          role: 'progressbar',
          'aria-valuenow': done,
          'aria-valuemin': 0,
          'aria-valuemax': whole,
          'aria-label': checks ? 'Cards seen' : 'Cards enrolled'
        },
        bar(done, whole)
      ),
      h('p', {
        'data-progress': `${done}/${whole}`,
        text: t('{0} of {1} cards {2}', done, whole, checks ? 'seen' : 'enrolled')
      }),
      checks &&
        h(
          'dl',
          { class: 'figures' },
          [
            ['Strangers', work.strangers],
            ['Of the other deck', work.others],
            ['Came twice', work.twice]
          ].map(([name, count]) => [
            h('dt', { text: name }),
            h('dd', { 'data-count': name, text: count ?? 0 })
          ])
        ),
      !checks && work.due && large(work.due)
    ];
  }

  #said(work, deck) {
    if (!this.up)
      return h('p', {
        class: 'verdict bad',
        'data-outcome': 'away',
        text: t(
          'The board is not there. If only the cable was pulled, this goes on where it was; if its power was cut, begin anew.'
        )
      });
    const [text, good] = said(work, deck);
    return h('p', {
      class: `verdict ${good ? '' : 'bad'}`,
      'data-outcome': work.last?.[0] ?? '',
      text
    });
  }

  #acts(work, deck) {
    const [done, whole] = work.progress ?? [0, 0];
    const stop = (label, style, ask = null) => this.#button(label, ['deck_end'], { style, ask });
    if (work.work === 'check') {
      return h(
        'div',
        { class: 'strip' },
        this.table.side &&
          this.up &&
          h('button', {
            class: 'button',
            'data-form': 'pass_deck',
            'data-key': 'deck:pass',
            onclick: () => this.page.sim({ do: 'pass_deck' }),
            text: t('Pass the deck (simulated)')
          }),
        stop('End the check', whole > 0 && done === whole ? 'primary' : '')
      );
    }
    if (work.work === 'enrol') {
      const back = (card) => card || this.#because('there is nothing to undo');
      return h(
        'div',
        { class: 'strip' },
        this.#button('Keep the deck', ['enrol_keep'], {
          style: 'primary',
          shut: work.due
            ? `the deck is not complete yet: ${many(whole - done, 'card is', 'cards are')} missing`
            : null
        }),
        this.#button('Take the last one back', ['enrol_undo'], { then: back }),
        stop(
          'Give up',
          'danger',
          done > 0
            ? `Give up? ${many(done, 'card has', 'cards have')} been held for nothing; the deck stays as it was.`
            : null
        )
      );
    }
    const card = replacement(work, deck);
    const shut = deck.read ? null : `hold the new card over ${SHOE} first: it is read twice`;
    const looked = (who) =>
      this.#button(
        `${deck.looked?.includes(who) ? '✓ ' : ''}The ${who} has looked: it is ${card ? cardSign(card) : 'the card'}`,
        ['replace_keep', who],
        { shut, pressed: String(Boolean(deck.looked?.includes(who))) }
      );
    return [looked('dealer'), looked('supervisor'), stop('Give up', 'danger')];
  }

  // ---- afterwards

  #over({ over, ordered, looked }) {
    if (!over || (over.work === 'check' && over.how === 'ended')) return null; // the check's own verdict follows
    const card = over.work === 'replace' && ordered ? cardSign(ordered[1]) : 'the card';
    const name = over.work === 'enrol' && ordered?.[3] ? 'second deck' : 'deck';
    const size = over.work === 'enrol' && ordered ? ` of ${ordered[1] + ordered[2]} cards` : '';
    const lost = 'The board has given this work up. Did it start again? Begin anew';
    const told = {
      'enrol kept': [`The ${name}${size} is enrolled; the board starts again with it.`, true],
      'enrol ended': ['Given up: the deck is as it was.', false],
      'enrol given_up': [`${lost}: nothing was changed.`, false],
      'check given_up': [`${lost}: nothing was recorded.`, false],
      'replace in_play': [`${capital(card)} is replaced; the old card counts no longer.`, true],
      'replace ended': ['Given up: the old card still counts.', false],
      'replace given_up': [
        looked?.length
          ? `${lost}, or check which card counts.`
          : `${lost}: the old card still counts.`,
        false
      ]
    }[`${over.work} ${over.how}`];
    return (
      told &&
      h('p', {
        class: `verdict ${told[1] ? '' : 'bad'}`,
        role: 'status',
        'data-over': `${over.work} ${over.how}`,
        text: told[0]
      })
    );
  }

  #checked(checked) {
    if (!checked) return null;
    const { why, count, missing, twice, wrong } = checked;
    const [, title, number] = WHY.find(([name]) => name === why.replace(SECOND, '')) ?? [
      '',
      why,
      ''
    ];
    const which = why.endsWith(SECOND) ? 'the second deck, ' : '';
    const lines = [
      missing.length > 0 &&
        `${many(missing.length, 'card is', 'cards are')} missing: ${signs(missing)}.`,
      twice.length > 0 &&
        `Came twice: ${signs(twice)}. Passed twice, or two cards have one identity: check again, call the supervisor.`,
      wrong > 0 &&
        `${many(wrong, 'card is', 'cards are')} not of this deck: take what does not belong away.`
    ].filter(Boolean);
    const whole = !lines.length && count > 0;
    return h(
      'div',
      { class: 'form', 'data-checked': whole ? 'whole' : 'wrong' },
      h('h3', null, `The last check: ${which}${title.toLowerCase()} `, number && rule(number)),
      whole
        ? h('p', { class: 'verdict', text: t('The deck is complete: {0} cards.', count) })
        : (lines.length ? lines : ['No card came.']).map((text) =>
            h('p', { class: 'verdict bad', text })
          )
    );
  }

  // ---- to begin with

  #begin(table, deck) {
    const cards = deck.enrolled;
    const known = !cards
      ? ''
      : cards.deck.length
        ? `Enrolled: ${cards.deck.length} cards${cards.other.length ? `, and ${cards.other.length} of the second deck` : ''}.`
        : 'No deck is enrolled yet.';
    return [
      h('p', {
        class: 'muted',
        'data-enrolled': cards ? `${cards.deck.length} ${cards.other.length}` : '',
        text: t('Between rounds, card by card over {0}. Tags stay on the board. {1}', SHOE, known)
      }),
      this.offers.includes('check') && this.#checks(),
      this.offers.includes('replace') && this.#replaces(cards),
      this.offers.includes('enrol') && this.#enrols(table)
    ];
  }

  #checks() {
    return h(
      'div',
      { class: 'form' },
      h('h3', null, 'Check it ', rule('2.4'), ' ', rule('2.6')),
      h(
        'div',
        { class: 'strip' },
        WHY.map(([why, label]) => this.#button(label, ['deck_check', why], { style: 'primary' }))
      )
    );
  }

  #replaces(enrolled) {
    if (!enrolled?.deck.length) return null;
    const groups = [
      ...suits(enrolled.deck, 'replace'),
      ...suits(enrolled.other, 'replace_other', 'Second deck: ')
    ];
    const option = ([command, card]) =>
      h('option', {
        value: `${command} ${card}`,
        selected: `${command} ${card}` === this.chosen.card,
        text: card === 'Jk' ? 'Joker' : `${cardSign(card)} ${cardName(card)}`
      });
    const select = this.#kept(
      h(
        'select',
        { name: 'card' },
        groups.map(([name, of]) => h('optgroup', { label: name }, of.map(option)))
      )
    );
    return this.#form(
      h('h3', null, 'Replace a card ', rule('2.5')),
      [['Card', select]],
      'Replace it',
      'replace',
      () => select.value.split(' ')
    );
  }

  #enrols(table) {
    const [cards, joker, other] = commands.enrol.fields;
    /** @type {Record<string, any>} */
    const set = { cards: table.values?.deck, joker: table.values?.joker, ...this.chosen };
    /** @type {[string, any][]} */
    const made = [
      ['Cards', entry({ ...cards, label: 'Cards' }, Number(set.cards))],
      ['Joker', entry({ ...joker, label: 'Joker' }, Number(set.joker))],
      [
        'Deck',
        entry(
          {
            ...other,
            label: 'Deck',
            options: [
              [0, 'first'],
              [1, 'second']
            ]
          },
          Number(set.other ?? 0)
        )
      ]
    ];
    for (const [, one] of made) this.#kept(one.element);
    return this.#form(
      h('h3', { text: t('Enrol a deck') }),
      made.map(([label, one]) => [label, one.element]),
      'Enrol it',
      'enrol',
      () => ['enrol', ...made.map(([, one]) => one.value())],
      table.values?.deck &&
        h('p', {
          class: 'muted',
          text: t(
            'The game is played with {0} cards{1}. Nothing changes before the whole deck is kept.',
            table.values.deck,
            table.values.joker ? ' and a joker' : ', no joker'
          )
        })
    );
  }

  #form(title, fields, label, name, chosen, more = null) {
    return h(
      'div',
      { class: 'form' },
      title,
      more,
      h(
        'div',
        { class: 'three' },
        fields.map(([text, element]) => h('label', null, text, element))
      ),
      this.#button(label, [name], { chosen })
    );
  }

  /** A choice that outlives its form: after work that was given up it is there again. */
  #kept(select) {
    select.addEventListener('change', () => {
      this.chosen[select.name] = select.value;
    });
    return select;
  }
}

/** What came of the card just shown, and whether that is as it should be. */
function said(work, deck) {
  const [what, card] = work.last ?? ['', null];
  if (work.work === 'check') {
    const [done, whole] = work.progress ?? [0, 0];
    return (
      {
        counted: [
          done === whole
            ? 'That was the last one: every card of the deck came.'
            : `Counted: ${done} of ${whole}. The next one.`,
          true
        ],
        lingers: ['The same card, still there: take the next one.', true],
        card_seen_twice: [
          'A card came a second time: passed twice, or two cards have one identity. Put it aside and call the supervisor.',
          false
        ],
        foreign_card: ['A card that is not of this deck. Take it away.', false],
        other_deck: ['A card of the other deck. Take it away.', false]
      }[what] ?? [`Pass every card over ${SHOE}, one by one, in any order.`, true]
    );
  }
  const due = work.work === 'enrol' ? work.due : replacement(work, deck);
  const name = due ? cardSign(due) : 'the card';
  if (what === 'other_deck')
    return [`This tag is ${cardSign(card)} of the other deck already: take another card.`, false];
  if (what === 'duplicate')
    return [
      `This tag is ${cardSign(card)} already: take another card.${work.work === 'replace' && deck.read ? ' The new one was read.' : ''}`,
      false
    ];
  if (what === 'once') return [`Seen once. Leave ${name} there.`, true];
  if (work.work === 'replace') {
    if (deck.read)
      return [`Read twice. Dealer and supervisor now look at its face: is it ${name}?`, true];
    return [`Hold the new ${name} over ${SHOE}.`, true];
  }
  if (!due) return ['That was the last one. Keep the deck: the board starts again with it.', true];
  if (what === 'taken' && card === due)
    return [`${name} is taken back. Hold it over ${SHOE} again.`, true];
  if (what === 'taken') return [`${cardSign(card)} taken. Now ${name}.`, true];
  if (what === 'lingers') return [`${cardSign(card)} is taken and still there. Now ${name}.`, true];
  return [`Hold ${name} over ${SHOE}.`, true];
}

/** The card that is replaced: as ordered here, or as the board calls the new one. */
function replacement(work, deck) {
  const [what, card] = work.last ?? ['', null];
  return deck.ordered?.[1] ?? (['once', 'taken', 'lingers'].includes(what) ? card : null);
}

/** [label, [[command, card], …]] of a deck, suit by suit. */
function suits(cards, command, label = '') {
  const groups = Object.entries(SUITS).map(([suit, name]) => [
    label + name,
    cards.filter((card) => card[1] === suit)
  ]);
  groups.push([`${label}Joker`, cards.filter((card) => card === 'Jk')]);
  return groups
    .filter(([, of]) => of.length)
    .map(([name, of]) => [name, of.map((card) => [command, card])]);
}

function large(card) {
  return h(
    'p',
    {
      class: `due ${/[hd]$/.test(card) ? 'red' : ''}`,
      'data-due': card,
      'aria-label': cardName(card)
    },
    h('b', { text: cardSign(card) }),
    h('span', { text: cardName(card) })
  );
}

function bar(done, whole) {
  const made = h('i');
  made.style.width = `${whole ? (100 * done) / whole : 0}%`;
  return made;
}
