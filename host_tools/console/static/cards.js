// A card as SVG. A face-down card has no face here: the page is never told it.

import { s } from './dom.js';
import { tr } from './texts.js';

const SUITS = {
  h: 'M0 9.200C-3 5.200-9.300 1-9.300-4-9.300-9.200-2-9.800 0-4.600 2-9.800 9.300-9.200 9.300-4 9.300 1 3 5.200 0 9.200Z',
  d: 'M0-10 7.600 0 0 10-7.600 0Z',
  s: 'M0-9.800C3-5.600 9.200-1.800 9.200 2.900 9.200 7.400 3.300 8 1.100 4.600 1.200 7 2 8.600 3.600 9.600L-3.600 9.600C-2 8.600-1.200 7-1.100 4.600-3.300 8-9.200 7.400-9.200 2.900-9.200-1.800-3-5.600 0-9.800Z',
  c: 'M0-9.800A4.500 4.500 0 0 1 3.600-2.600 4.500 4.500 0 1 1 1.200 4.400C1.300 6.900 2 8.600 3.600 9.600L-3.600 9.600C-2 8.600-1.300 6.900-1.200 4.400A4.500 4.500 0 1 1-3.600-2.600 4.500 4.500 0 0 1 0-9.800Z'
};
const RANKS = { T: '10', J: 'J', Q: 'Q', K: 'K', A: 'A' };
const NAMES = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten' };
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' };
const SUIT_NAMES = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

/** "ace of spades" */
export function cardName(face) {
  if (!face) return tr('face down');
  if (face === 'Jk') return tr('joker');
  return tr(`${NAMES[face[0]] ?? face[0]} of ${SUIT_NAMES[face[1]]}`);
}

/** "10♦" */
export const cardSign = (face) =>
  face === 'Jk' ? 'Joker' : `${RANKS[face[0]] ?? face[0]}${SIGNS[face[1]]}`;

/** What is on a card of width `w` and height `h`, centred at 0,0. */
export function cardParts(face, w, h) {
  const x = -w / 2;
  const y = -h / 2;
  const r = w * 0.12;
  if (!face) {
    return [
      s('rect', { class: 'edge', x, y, width: w, height: h, rx: r }),
      s('rect', {
        class: 'back',
        x: x + w * 0.07,
        y: y + w * 0.07,
        width: w * 0.86,
        height: h - w * 0.14,
        rx: r * 0.7
      }),
      s('path', { class: 'weave', d: weave(w * 0.86, h - w * 0.14) })
    ];
  }
  const red = face[1] === 'h' || face[1] === 'd';
  const ink = red ? 'ink red' : 'ink';
  const size = w / 46;
  if (face === 'Jk') {
    return [
      s('rect', { class: 'edge', x, y, width: w, height: h, rx: r }),
      s('text', {
        class: 'ink',
        y: 5 * size,
        'font-size': 15 * size,
        'text-anchor': 'middle',
        text: 'JOKER'
      })
    ];
  }
  return [
    s('rect', { class: 'edge', x, y, width: w, height: h, rx: r }),
    s('text', {
      class: ink,
      x: x + w * 0.1,
      y: y + h * 0.33,
      'font-size': 20 * size,
      text: RANKS[face[0]] ?? face[0]
    }),
    s('path', {
      class: ink,
      d: SUITS[face[1]],
      transform: `translate(${x + w * 0.24} ${y + h * 0.5}) scale(${0.52 * size})`
    }),
    s('path', {
      class: ink,
      d: SUITS[face[1]],
      transform: `translate(${w * 0.12} ${h * 0.17}) scale(${1.25 * size})`
    })
  ];
}

function weave(w, h) {
  let path = '';
  const step = w / 4;
  for (let x = -w / 2 + step / 2; x < w / 2; x += step) {
    for (let y = -h / 2 + step / 2; y < h / 2; y += step) {
      const d = step * 0.26;
      path += `M${x.toFixed(1)} ${(y - d).toFixed(1)}l${d.toFixed(1)} ${d.toFixed(1)} ${(-d).toFixed(1)} ${d.toFixed(1)} ${(-d).toFixed(1)} ${(-d).toFixed(1)}z`;
    }
  }
  return path;
}
