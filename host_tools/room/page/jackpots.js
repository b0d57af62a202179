// Linked jackpots above the tables: what lies in each, what waits, and for whom.

import { $, h, money } from '/console/dom.js';

export function showJackpots(list) {
  const root = $('#jackpots');
  root.hidden = !list.length;
  root.replaceChildren(...list.map(band));
}

const table = (name) => h('a', { href: `#${encodeURIComponent(name)}`, text: name });

const among = (names) => names.flatMap((name, k) => (k ? [', ', table(name)] : [table(name)]));

function band(one) {
  const waits = one.waiting.length && [
    h('li', {}, 'A hand at ', ...among(one.waiting), ' waits for ', ...among(one.waits_for))
  ];
  return h(
    'article',
    { class: one.running ? 'running' : 'still', 'data-link': one.link },
    h('h2', { text: one.link }),
    h('b', { class: 'lies', text: money(one.pool) }),
    h('span', { class: 'state', text: state(one) }),
    h(
      'span',
      { class: 'tables' },
      ...(one.tables.length ? among(one.tables) : ['No table is linked'])
    ),
    h(
      'ul',
      {},
      one.pending.map((prize) =>
        h(
          'li',
          {},
          table(prize.table),
          ` box ${prize.seat}: ${money(prize.cents)} to be paid (prize ${prize.hit})`
        )
      ),
      waits
    )
  );
}

const state = (one) =>
  one.why ? `Signs no leases: ${one.why}` : one.running ? 'Running' : 'Stopped';
