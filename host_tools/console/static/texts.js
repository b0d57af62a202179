// The page's language. English words are the keys; texts/XX.js has them in another language.
// What the console's server sends (headlines, refusals, records) goes through tr(): whole sentences,
// or patterns with {0} where a box or an amount stands.

export const LANGUAGES = { en: 'English', de: 'Deutsch' };

let words = {};
let patterns = [];
const known = new Map();
const done = new Set(); // what has been translated once is not looked up again
/** Texts of the page that the chosen language lacks, and of the server: looked at by tests. */
export const missing = new Set();
export const untold = new Set();

const LETTERS = /(?!joker)\b[a-z]{2}/i; // cards, boxes and amounts are the same in each language
const BOXES = /^\d+(?:(?:, | and )\d+)*$/;

export const language = () => {
  const kept = localStorage.getItem('language');
  return LANGUAGES[kept] ? kept : 'en';
};

export function speak(name) {
  localStorage.setItem('language', name);
  location.reload();
}

const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, at) => values[at] ?? '');

const said = (text) => {
  if (done.size > 4000) done.clear();
  done.add(text);
  return text;
};

/** A text of the page itself, in the chosen language. */
export function t(text, ...values) {
  if (!patterns.length) return filled(text, values);
  if (!words[text]) missing.add(text);
  return said(
    filled(
      words[text] ?? text,
      values.map((one) => tr(one))
    )
  );
}

/** A text that came from the server. What nobody has translated stays as it came. */
export function tr(given) {
  const text = typeof given === 'string' ? given.trim() : '';
  if (!text || !patterns.length || done.has(text) || !LETTERS.test(text)) return given;
  if (!known.has(text)) {
    if (known.size > 2000) known.clear();
    const found = told(text);
    if (found === null) untold.add(text);
    known.set(text, said(found ?? text));
  }
  return given.replace(text, () => known.get(text));
}

const lower = (one) => one[0].toLowerCase() + one.slice(1);
const upper = (one) => one[0].toUpperCase() + one.slice(1);

/** In the chosen language: the whole, by a pattern, or piece by piece; null when it is not known. */
function told(text) {
  if (!LETTERS.test(text)) return text;
  const end = /[.]$/.test(text) ? '.' : '';
  const bare = end ? text.slice(0, -1) : text;
  const whole = words[text] ?? words[bare] ?? words[lower(bare)];
  if (whole)
    return (
      (bare[0] === bare[0].toUpperCase() ? upper(whole) : whole) +
      (end && !/\.$/.test(whole) ? end : '')
    );
  if (BOXES.test(text)) return text.replaceAll(' and ', ` ${words.and} `);
  const shape = shaped(text);
  if (shape) return shape;
  const other = shaped(end ? bare : `${text}.`); // a sentence inside another one has no full stop
  if (other) return end ? other + end : other.slice(0, -1);
  const inner = bare[0] === lower(bare)[0] ? null : shaped(lower(bare));
  if (inner) return upper(inner) + end;
  return inPieces(text, bare, end);
}

function shaped(text) {
  for (const [shape, other] of patterns) {
    const found = shape.exec(text);
    if (found)
      return filled(
        other,
        found.slice(1).map((one) => tr(one))
      );
  }
  return null;
}

/** @type {[RegExp, string][]} */
const SEAMS = [
  [/^(.+?\.) (?=[A-Z])(.+)$/, ' '],
  [/^(.+?): (.+)$/, ': ']
];

/** Sentence by sentence, what is before a colon and after it, or a list of known things. */
function inPieces(text, bare, end) {
  for (const [between, glue] of SEAMS) {
    const [, first, rest] = between.exec(text) ?? [];
    if (!first) continue;
    const both = [told(first), told(rest)];
    if (both[0] === null && both[1] === null) continue;
    return [both[0] ?? tr(first), both[1] ?? tr(rest)].join(glue);
  }
  for (const glue of [' · ', ', ']) {
    const parts = bare.split(glue).map((one, _, all) => (all.length > 1 ? told(one) : null));
    if (!parts.includes(null)) return parts.join(glue) + end;
  }
  return null;
}

/** Load the chosen language, and put the page's fixed texts into it. */
export async function begin() {
  const chosen = language();
  document.documentElement.lang = chosen;
  if (chosen === 'en') return;
  words = (await import(`./${chosen}.js`)).default;
  read();
  for (const one of document.querySelectorAll('[data-t]')) one.textContent = t(one.textContent);
  for (const one of document.querySelectorAll('[aria-label]'))
    one.setAttribute('aria-label', t(one.getAttribute('aria-label')));
}

/** Make patterns of the texts in which something stands that differs. */
function read() {
  const letters = (key) => key.replace(/\{\d\}/g, '').replace(/[^a-z]/gi, '').length;
  const literal = (text) =>
    text
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/([Bb]ox )\{\d\}/g, '$1(\\d+(?:(?:, | and )\\d+)*)')
      .replace(/\{\d\}/g, '(.+?)');
  patterns = Object.entries(words)
    .filter(([key]) => key.includes('{0}') && letters(key) >= (key[0] === '{' ? 6 : 3))
    .sort(([a], [b]) => b.length - a.length)
    .map(([key, other]) => [new RegExp(`^${literal(key)}$`), reorder(key, other)]);
}

/** The key's placeholders are captured in the order in which they stand there. */
function reorder(key, other) {
  const order = [...key.matchAll(/\{(\d)\}/g)].map((one) => one[1]);
  return other.replace(/\{(\d)\}/g, (_, at) => `{${order.indexOf(at)}}`);
}
