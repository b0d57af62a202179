// The page's language. English words are the keys; texts/XX.js has them in another language.
// What the console's server sends (headlines, refusals, records) goes through tr(): whole sentences,
// or patterns with {0} where a box or an amount stands.

export const LANGUAGES = { en: 'English', de: 'Deutsch' };

let words = {};
let patterns = [];
const known = new Map();
const done = new Set(); // what has been translated once is not looked up again
/** Texts that the chosen language lacks: looked at by tests. */
export const missing = new Set();

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
  return said(filled(words[text] ?? text, values));
}

/** A text that came from the server. What nobody has translated stays as it came. */
export function tr(given) {
  const text = typeof given === 'string' ? given.trim() : '';
  if (!text || !patterns.length || done.has(text) || !/[a-z]{2}/i.test(text)) return given;
  if (!known.has(text)) {
    if (known.size > 2000) known.clear();
    const found = told(text);
    known.set(text, said(found));
  }
  return given.replace(text, () => known.get(text));
}

const lower = (one) => one[0].toLowerCase() + one.slice(1);

function told(text) {
  const end = /[.]$/.test(text) ? '.' : '';
  const bare = end ? text.slice(0, -1) : text;
  const whole = words[text] ?? words[bare] ?? words[lower(bare)];
  if (whole)
    return (
      (bare[0] === bare[0].toUpperCase() ? whole[0].toUpperCase() + whole.slice(1) : whole) +
      (end && !/\.$/.test(whole) ? end : '')
    );
  for (const [shape, other] of patterns) {
    const found = shape.exec(text);
    if (found)
      return filled(
        other,
        found.slice(1).map((one) => tr(one))
      );
  }
  return text;
}

/** Load the chosen language, and put the page's fixed texts into it. */
export async function begin() {
  const chosen = language();
  document.documentElement.lang = chosen;
  if (chosen === 'en') return;
  words = (await import(`./${chosen}.js`)).default;
  const letters = (key) => key.replace(/\{\d\}/g, '').replace(/[^a-z]/gi, '').length;
  const literal = (text) =>
    text
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/([Bb]ox )\{\d\}/g, '$1(\\d+)')
      .replace(/\{\d\}/g, '(.+?)');
  patterns = Object.entries(words)
    .filter(([key]) => key.includes('{0}') && letters(key) >= (key[0] === '{' ? 8 : 3))
    .sort(([a], [b]) => b.length - a.length)
    .map(([key, other]) => [new RegExp(`^${literal(key)}$`), reorder(key, other)]);
  for (const one of document.querySelectorAll('[data-t]')) one.textContent = t(one.textContent);
  for (const one of document.querySelectorAll('[aria-label]'))
    one.setAttribute('aria-label', t(one.getAttribute('aria-label')));
}

/** The key's placeholders are captured in the order in which they stand there. */
function reorder(key, other) {
  const order = [...key.matchAll(/\{(\d)\}/g)].map((one) => one[1]);
  return other.replace(/\{(\d)\}/g, (_, at) => `{${order.indexOf(at)}}`);
}
