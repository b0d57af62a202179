// Entries made from declared fields (declare.py): nothing about a field is written down here.

import { cents, h, money } from './dom.js';
import { forget } from './kept.js';

/** {element, value()}: `value()` is what is sent, or throws with words. */
export function entry(field, value = undefined) {
  const label = field.label;
  if (field.options) {
    const options = field.options.map(([one, text]) => h('option', { value: one, selected: one === value, text }));
    if (field.optional) options.unshift(h('option', { value: '', selected: value === null || value === undefined, text: '—' }));
    const select = h('select', { name: field.name, 'aria-label': label }, options);
    const whole = typeof field.options[0][0] === 'number';
    return { element: select, value: () => (select.value === '' ? null : whole ? Number(select.value) : select.value) };
  }
  if (field.type === 'flag') {
    const select = h('select', { name: field.name, 'aria-label': label }, h('option', { value: 0, selected: !value, text: 'no' }), h('option', { value: 1, selected: Boolean(value), text: 'yes' }));
    return { element: select, value: () => Number(select.value) };
  }
  const amount = field.type === 'cents';
  const told = value === null || value === undefined ? '' : field.many ? value.map((one) => (amount ? money(one) : one)).join(' ') : amount ? money(value) : String(value);
  const input = h('input', { name: field.name, type: 'text', inputmode: amount || field.type === 'int' ? 'decimal' : 'text', 'aria-label': label, placeholder: amount ? '$0.00' : '', value: told });
  const read = (text) => {
    if (amount) {
      const value = cents(text);
      if (value === null) throw new Error(`${label}: ${text || 'nothing'} is not an amount`);
      return value;
    }
    if (field.type === 'int' || field.type === 'ms') {
      if (!/^-?\d+$/.test(text.trim())) throw new Error(`${label}: a whole number is wanted`);
      return Number(text);
    }
    return text.trim();
  };
  return {
    element: input,
    value: () => {
      if (input.value.trim() === '') {
        if (field.many) return [];
        if (field.optional) return null;
        throw new Error(`${label} is missing`);
      }
      return field.many ? input.value.trim().split(/[\s;]+/).map(read) : read(input.value);
    },
  };
}

/** A form with a button: `send(values)` gets them in the order of the fields, and says if it is ok. */
export function form(fields, title, send, { style = '', given = {}, key = title } = {}) {
  const entries = fields.map((one) => [one, entry(one, given[one.name])]);
  const wrong = h('p', { class: 'verdict bad', role: 'alert', hidden: true });
  const go = async () => {
    try {
      wrong.hidden = true;
      const answer = await send(entries.map(([, one]) => one.value()));
      if (answer?.ok) forget(made);
    } catch (problem) {
      wrong.textContent = problem.message;
      wrong.hidden = false;
    }
  };
  const made = h('div', { class: 'form' },
    h('div', { class: fields.length > 1 ? 'two' : '' }, entries.map(([one, field]) => h('label', null, one.label, field.element))),
    wrong,
    h('button', { type: 'button', class: `button ${style}`, 'data-form': key, onclick: go, text: title }));
  return made;
}
