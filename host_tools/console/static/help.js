// Help: what the signs mean, what is played, what the words mean, and a short tour of the page.

import { h } from './dom.js';
import { LANGUAGES, language, speak, t } from './texts.js';

const SIGNS = [
  ['lamp green', 'Green lamp', 'the box may wager, or a hand is complete'],
  ['lamp yellow', 'Yellow lamp', 'cards are on their way to this box'],
  ['lamp red', 'Red lamp', 'no cards belong here now'],
  ['lamp white', 'White, blinking', 'the table waits for this box'],
  ['lamp blue', 'Blue lamp', 'something is wrong with the reader of this box'],
  ['disc', 'D', 'the dealer’s button: who is dealt to last'],
  ['disc', 'P', 'the puck: the same at Hold-Em in Tasmania, it moves on after each round'],
  ['disc', 'SB', 'the small blind, and BB the big blind: money put in before the deal'],
  [
    'waves',
    '))',
    'a reader: green is well, red does not answer, yellow is disturbed, violet has seen a strange card'
  ],
  ['rule', 'NI2004-492 14.1', 'the rule it rests on: press it to read what it is about']
];
const GAMES = [
  [
    'Canberra Poker',
    'You play against the house. Ante, five cards each, then fold or bet twice the ante. The dealer plays with ace and king or better; otherwise antes are paid and bets go back. A chip on the sensor also plays for the jackpot.'
  ],
  [
    'Hold-Em',
    'Players against each other. Two cards each face down, five in the middle for everybody: three, one, one, with betting before each and after the last. The best five of seven win the pot.'
  ],
  [
    'Omaha',
    'As Hold-Em with four cards each, of which exactly two are played with three of the middle.'
  ],
  [
    'Draw Poker',
    'Five cards each face down, betting, then up to four are exchanged, betting again, and the best hand wins.'
  ],
  ['Five Card Stud', 'One card down and one up, then three more face up, with betting after each.'],
  [
    'Freeze-out',
    'Five Card Stud for equal stacks: the ante rises with each player who is out, until one has everything.'
  ]
];
const GLOSSARY = [
  ['Ante', 'a wager before the cards'],
  ['Blind', 'a bet before the cards, by turn'],
  ['Box', 'a place at the table, with its reader and lamp'],
  ['Burn', 'a card laid aside unseen'],
  ['Call', 'put in as much as the others'],
  ['Check', 'pass without betting, while nobody has bet'],
  ['Commission', 'what the house takes from a pot, by the scale in force'],
  ['Drop', 'the box that commission is dropped into and counted from'],
  ['Five odd cards', 'a hand of no pair: the highest card counts'],
  ['Misdeal', 'the cards are dealt anew and all wagers go back'],
  ['Muck', 'give up a hand without showing it'],
  ['Pot', 'what the players of a hand have put in'],
  [
    'Seal',
    'what is recorded of a face-down card: it proves later which card it was, and tells nothing before'
  ],
  ['Side pot', 'what a player who was all in cannot win'],
  ['Void', 'a round that does not count']
];
const TOUR = [
  [
    'felt',
    'The felt',
    'Cards, chips and lamps as the board has recorded them. Beside it every record, in words.'
  ],
  [
    'dealer',
    'The dealer',
    'Four actions at four places that never move, one key each. Digits are amounts or boxes.'
  ],
  [
    'supervisor',
    'The supervisor',
    'Tasks. Before anything is done the page says what will happen, and under which rule.'
  ],
  [
    'technician',
    'The technician',
    'Readers, faults and remedies, the doctor, trials. At a simulated table: break something.'
  ],
  [
    'history',
    'History',
    'Past rounds, found by number, box or words, and played again on the felt.'
  ]
];

export class Help {
  constructor(page) {
    this.page = page;
    this.root = h('div', { class: 'help' }, this.#built());
  }

  update() {}

  #built() {
    const part = (name, title, ...inside) =>
      h(
        'section',
        { class: 'work', 'data-work': name, 'aria-label': t(title) },
        h('h2', { text: t(title) }),
        inside
      );
    const pairs = (of) =>
      h(
        'dl',
        { class: 'words' },
        of.map(([name, text]) => [h('dt', { text: t(name) }), h('dd', { text: t(text) })])
      );
    return [
      h(
        'div',
        { class: 'top' },
        h('h2', { text: t('Help') }),
        h(
          'div',
          { class: 'strip', role: 'group', 'aria-label': t('Language') },
          Object.entries(LANGUAGES).map(([name, label]) =>
            h('button', {
              class: 'button small',
              lang: name,
              'data-language': name,
              'aria-pressed': String(name === language()),
              onclick: () => speak(name),
              text: label
            })
          )
        )
      ),
      h(
        'div',
        { class: 'works' },
        part(
          'tour',
          'A short tour',
          h(
            'ol',
            { class: 'tour' },
            TOUR.map(([view, title, text]) =>
              h(
                'li',
                null,
                h('b', { text: t(title) }),
                h('p', { text: t(text) }),
                h('button', {
                  class: 'button small',
                  onclick: () => this.page.go(view),
                  text: t('Show me')
                })
              )
            )
          )
        ),
        part(
          'legend',
          'Signs',
          h(
            'dl',
            { class: 'words signs' },
            SIGNS.map(([kind, sign, text]) => [
              h(
                'dt',
                { class: kind },
                h('i', { 'aria-hidden': 'true', text: kind.startsWith('lamp') ? '' : sign }),
                kind.startsWith('lamp') ? t(sign) : ''
              ),
              h('dd', { text: t(text) })
            ])
          )
        ),
        part('games', 'Games', pairs(GAMES)),
        part(
          'keys',
          'Keys',
          pairs([
            ['V', 'the next view; Shift-V the one before'],
            ['F K C B R A', 'fold, check, call, bet, raise, all in'],
            ['S M N X', 'show, muck, begin, collect'],
            ['P L E U', 'stands pat, calls and folds, shuffle the discards, take back'],
            ['+ −', 'the next amount offered, and the one before'],
            ['G H', 'the same wagers again; show all hands'],
            ['0–9', 'an amount, or at Canberra a box'],
            ['← → Space', 'in History: a step back, a step on, play'],
            ['?', 'this page']
          ])
        ),
        part('glossary', 'Words', pairs(GLOSSARY))
      )
    ];
  }
}
