// What somebody enters, and what it will do: shown with its rule before it is done.

import { cents, chip, h, money } from './dom.js';
import { forget } from './kept.js';
import { t, tr } from './texts.js';

/** {element, value()}: `value()` is what is sent, or throws with words. */
export function entry(field, value = undefined) {
  const label = tr(field.label);
  if (field.options) {
    const options = field.options.map(([one, text]) =>
      h('option', { value: one, selected: one === value, text: tr(text) })
    );
    if (field.optional)
      options.unshift(
        h('option', { value: '', selected: value === null || value === undefined, text: '—' })
      );
    const select = h('select', { name: field.name, 'aria-label': label }, options);
    const whole = typeof field.options[0]?.[0] === 'number';
    return {
      element: select,
      value: () => (select.value === '' ? null : whole ? Number(select.value) : select.value)
    };
  }
  if (field.type === 'flag') {
    const select = h(
      'select',
      { name: field.name, 'aria-label': label },
      h('option', { value: 0, selected: !value, text: t('no') }),
      h('option', { value: 1, selected: Boolean(value), text: t('yes') })
    );
    return { element: select, value: () => Number(select.value) };
  }
  const amount = field.type === 'cents';
  const told =
    value === null || value === undefined
      ? ''
      : field.many
        ? value.map((one) => (amount ? money(one) : one)).join(' ')
        : amount
          ? money(value)
          : String(value);
  const input = h('input', {
    name: field.name,
    type: field.type === 'pin' ? 'password' : 'text',
    autocomplete: field.type === 'pin' ? 'new-password' : 'off',
    inputmode:
      field.type === 'pin' ? 'numeric' : amount || field.type === 'int' ? 'decimal' : 'text',
    'aria-label': label,
    placeholder: amount ? '$0.00' : '',
    value: told
  });
  const read = (text) => {
    if (amount) {
      const value = cents(text);
      if (value === null)
        throw new Error(t('{0}: {1} is not an amount', label, text || t('nothing')));
      return value;
    }
    if (field.type === 'int' || field.type === 'ms') {
      if (!/^-?\d+$/.test(text.trim())) throw new Error(t('{0}: a whole number is wanted', label));
      return Number(text);
    }
    if (field.type === 'pin' && !/^\d{6,}$/.test(text.trim()))
      throw new Error(t('A new PIN has at least six digits and nothing else.'));
    return text.trim();
  };
  return {
    element: input,
    value: () => {
      if (input.value.trim() === '') {
        if (field.many) return [];
        if (field.optional) return null;
        throw new Error(t('{0} is missing', label));
      }
      return field.many
        ? input.value
            .trim()
            .split(/[\s;]+/)
            .map(read)
        : read(input.value);
    }
  };
}

/**
 * A choice of boxes: `seats` are their numbers.
 *
 * @returns {Record<string, any>}
 */
export const boxes = (seats, label = 'Box') => ({
  name: 'seat',
  label: t(label),
  options: seats.map((one) => [one, t('Box {0}', one)])
});

/**
 * Something to do: entries, a button, and before it is done one sentence that says what will happen
 * and under which rule. `does(values)` is that sentence; `send(values)` does it and says if it is ok.
 *
 * @param {{key: string, fields?: any[], button: any, does: any, rule?: any, send: any,
 *   style?: string, given?: any, sure?: any}} how
 */
export function deed({ key, fields = [], button, does, rule, send, style = '', given = {}, sure }) {
  const entries = fields.map((one) => [one, entry(one, given[one.name])]);
  const wrong = h('p', { class: 'verdict bad', role: 'alert', hidden: true });
  const asked = h('div', { class: 'sure', role: 'group', hidden: true });
  const first = h('button', {
    class: `button ${style}`,
    'data-form': key,
    'data-key': `do:${key}`,
    onclick: () => ask(),
    text: button
  });
  const leave = () => {
    asked.hidden = true;
    first.hidden = false;
    first.focus();
  };
  const ask = () => {
    wrong.hidden = true;
    let values;
    try {
      values = entries.map(([, one]) => one.value());
    } catch (problem) {
      wrong.textContent = problem.message;
      wrong.hidden = false;
      return;
    }
    const go = h('button', {
      class: `button ${style || 'primary'}`,
      'data-sure': key,
      onclick: async () => {
        const answer = await send(values);
        if (answer?.ok) forget(made);
        leave();
      },
      text: sure ?? button
    });
    asked.replaceChildren(
      h(
        'p',
        null,
        h('span', { text: does(...values) }),
        chip(typeof rule === 'function' ? rule(...values) : rule)
      ),
      h(
        'div',
        { class: 'strip' },
        go,
        h('button', {
          class: 'button quiet',
          'data-cancel': key,
          onclick: leave,
          text: t('Cancel')
        })
      )
    );
    first.hidden = true;
    asked.hidden = false;
    go.focus();
  };
  const made = h(
    'div',
    { class: 'form deed' },
    fields.length > 0 &&
      h(
        'div',
        { class: fields.length > 1 ? 'two' : '' },
        entries.map(([one, field]) => h('label', null, tr(one.label), field.element))
      ),
    wrong,
    first,
    asked
  );
  return made;
}
