// A moment of a round as it is drawn for people who watch. Everything here is what the table has
// released; nothing is worked out, and nothing is remembered of another round.

const SUITS = { c: '♣', d: '♦', h: '♥', s: '♠' };
const SUIT_WORDS = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
const RANK_WORDS = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: '10' };
const OUTS = 5; // that are named; their number is told
export const SCENES = ['full', 'players', 'board', 'player', 'jackpot', 'tables'];

/** An element with its properties and children. */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false)
  );
  return element;
}

/** $1,234,567; cents only where there are some. */
export function money(cents) {
  if (cents === null || cents === undefined) return '';
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US');
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? '−' : ''}$${whole}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`;
}

export function cardName(face) {
  if (face === 'Jk') return 'the joker';
  return `${RANK_WORDS[face[0]] ?? face[0]} of ${SUIT_WORDS[face[1]]}`;
}

function card(face) {
  if (!face)
    return h('span', { class: 'card back', role: 'img', 'aria-label': 'a card face down' });
  const joker = face === 'Jk';
  return h(
    'span',
    {
      class: 'card',
      'data-suit': joker ? 'j' : face[1],
      role: 'img',
      'aria-label': cardName(face)
    },
    h('b', null, joker ? '★' : face[0] === 'T' ? '10' : face[0]),
    h('i', null, joker ? '' : SUITS[face[1]])
  );
}

const small = (face) =>
  h(
    'span',
    { class: 'out-card', 'data-suit': face[1], 'aria-label': cardName(face) },
    `${face[0] === 'T' ? '10' : face[0]}${SUITS[face[1]] ?? ''}`
  );

export const isWinner = (seat) => (seat.won ?? 0) > 0;
// Watchers are told "pair of queens, ace kicker" without the document's term behind it.
const plainly = (hand) => (hand ?? '').replace(/ \([^)]*\)$/, '');
const percent = (perMille) => `${Math.round(perMille / 10)}%`;

function plate(table, seat, wanted) {
  const states = [
    'player',
    seat.out && 'out',
    seat.turn && 'turn',
    seat.all_in && 'all-in',
    table.over && isWinner(seat) && 'winner'
  ];
  const marks = [table.marker === seat.seat && 'D', seat.blind].filter(Boolean);
  const odds = wanted.equity && seat.equity !== undefined && !seat.out && !table.over;
  const ends = table.over && seat.won ? `${seat.won > 0 ? '+' : ''}${money(seat.won)}` : '';
  return h(
    'li',
    { class: states.filter(Boolean).join(' '), 'data-seat': seat.seat },
    h('div', { class: 'cards', 'data-cards': seat.cards.length }, seat.cards.map(card)),
    h(
      'div',
      { class: 'plate' },
      h(
        'div',
        { class: 'row' },
        h('span', { class: 'name', title: seat.name }, seat.name),
        marks.map((mark) => h('span', { class: 'mark' }, mark)),
        odds && h('span', { class: 'equity' }, percent(seat.equity))
      ),
      h(
        'div',
        { class: 'row' },
        h(
          'span',
          { class: 'stack' },
          seat.stack === null ? money(seat.ante + seat.bet) : money(seat.stack)
        )
      ),
      h('div', { class: 'did' }, ends || (seat.all_in ? 'all in' : seat.did)),
      h('div', { class: 'hand' }, plainly(seat.hand)),
      odds && wanted.outs && seat.outs.length > 0 && outs(seat)
    )
  );
}

const outs = (seat) =>
  h('div', { class: 'outs' }, `${seat.outs.length} outs `, seat.outs.slice(0, OUTS).map(small));

function players(table, wanted) {
  const half = Math.ceil(table.seats.length / 2);
  const side = (name, seats) =>
    h(
      'ol',
      { class: `players ${name}` },
      seats.map((seat) => plate(table, seat, wanted))
    );
  return [side('left', table.seats.slice(0, half)), side('right', table.seats.slice(half))];
}

function board(table) {
  const places = Math.max(table.board_size ?? 0, table.board?.length ?? 0);
  const open = table.board ?? [];
  const pots = (table.pots ?? []).map((cents, at) =>
    h('li', null, h('small', null, at === 0 ? 'Pot' : `Side pot ${at}`), money(cents))
  );
  return h(
    'section',
    { class: 'board' },
    h('p', { class: 'street' }, table.over ? 'Result' : table.street || table.game),
    table.dealer &&
      table.dealer.cards.length > 0 &&
      h(
        'div',
        { class: 'shared' },
        table.dealer.cards.map(card),
        h('p', { class: 'hand' }, table.dealer.hand)
      ),
    places > 0 &&
      h(
        'div',
        { class: 'shared' },
        Array.from({ length: places }, (_, at) =>
          at < open.length ? card(open[at]) : h('span', { class: 'card none' })
        )
      ),
    pots.length > 0 && h('ul', { class: 'pots' }, pots)
  );
}

function jackpot(table) {
  if (table.jackpot === null || table.jackpot === undefined) return null;
  return h(
    'section',
    { class: 'jackpot' },
    h('small', null, 'Boomerang Jackpot'),
    h('b', null, money(table.jackpot))
  );
}

function caption(table) {
  const what = {
    all: 'delayed; hands released by the table',
    shown: 'delayed; hands that were shown',
    never: 'delayed'
  };
  return h(
    'section',
    { class: 'caption' },
    h('b', null, table.table),
    h('span', null, `${table.game}, round ${table.round}`),
    h('span', { class: 'delay' }, what[table.policy] ?? '')
  );
}

/** Whoever is to act, or has won: one hand, large. */
function one(table, wanted) {
  const seats = table.seats;
  const chosen =
    (table.over && seats.filter(isWinner).sort((a, b) => b.won - a.won)[0]) ||
    seats.find((seat) => seat.turn) ||
    null;
  return chosen && h('ol', { class: 'players one' }, plate(table, chosen, wanted));
}

function summary(table) {
  const still = (table.seats ?? []).filter((seat) => !seat.out);
  const leading = table.over
    ? still.filter(isWinner)
    : still.filter((seat) => seat.equity === Math.max(...still.map((each) => each.equity ?? -1)));
  const first = leading[0];
  return h(
    'li',
    { class: 'summary', 'data-table': table.table },
    caption(table),
    board(table),
    first &&
      h(
        'p',
        { class: 'leader' },
        h('span', { class: 'name' }, first.name),
        h('span', { class: 'hand' }, plainly(first.hand))
      )
  );
}

/** What is drawn of `table` (of all `tables` in the scene that has them) in a scene. */
export function scene(name, table, tables, wanted) {
  if (name === 'tables')
    return h('ul', { class: 'tables' }, tables.filter((each) => each.seats?.length).map(summary));
  if (!table?.seats?.length) return null;
  if (name === 'players') return players(table, wanted);
  if (name === 'board') return board(table);
  if (name === 'player') return one(table, wanted);
  if (name === 'jackpot') return jackpot(table);
  return [players(table, wanted), board(table), jackpot(table), caption(table)];
}
