// Small helpers: elements, money, and sections that are only rebuilt when their data has changed.

import { kept } from './kept.js';
import { tr } from './texts.js';

const SPOKEN = ['aria-label', 'title', 'placeholder'];
const SVG = 'http://www.w3.org/2000/svg';

function make(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'text') element.textContent = tr(value);
    else if (SPOKEN.includes(name)) element.setAttribute(name, tr(value));
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  // Whatever people read goes through here, and so into their language.
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (typeof child === 'string' ? tr(child) : child))
  );
  return element;
}

export const h = (tag, properties, ...children) =>
  make(
    document.createElement(tag),
    tag === 'button' ? { type: 'button', ...properties } : properties,
    children
  );
export const s = (tag, properties, ...children) =>
  make(document.createElementNS(SVG, tag), properties, children);
/** @returns {any} whatever kind of element the page has there */
export const $ = (selector) => document.querySelector(selector);
/** @returns {any[]} */
export const $$ = (selector) => [...document.querySelectorAll(selector)];

/** $20,006.40; whole dollars without cents when `short`. */
export function money(cents, short = false) {
  if (cents === null || cents === undefined) return '';
  const sign = cents < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US');
  const rest = Math.abs(cents) % 100;
  if (short && rest === 0) return `${sign}$${whole}`;
  return `${sign}$${whole}.${String(rest).padStart(2, '0')}`;
}

/** Cents of what somebody typed in dollars, or null: also of everything that money() writes. */
export function cents(text) {
  const found = /^\s*([-−]?)\s*\$?\s*([-−]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(
    text ?? ''
  );
  if (!found || (found[1] && found[2])) return null;
  const value =
    Number(found[3].replaceAll(',', '')) * 100 + Number((found[4] ?? '0').padEnd(2, '0'));
  return found[1] || found[2] ? 0 - value : value;
}

const built = new WeakMap();

/** Rebuild `element` from `data` when it differs from last time; what a person did there stays. */
export function section(element, data, build) {
  const key = JSON.stringify(data);
  if (built.get(element) === key) return;
  built.set(element, key);
  const restore = kept(element);
  element.replaceChildren(...[build(data)].flat(Infinity).filter(Boolean));
  restore();
}

/** Words that begin with a capital letter. */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : '');

/** A rule's number as a button; pressed, it says what the rule is about (main.js listens). */
export const chip = (rule) =>
  rule &&
  h('button', {
    class: 'rule',
    'data-rule': rule,
    'aria-label': `Rule ${rule}: what it says`,
    text: rule
  });
