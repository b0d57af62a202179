// What somebody has typed, unfolded or focused stays when the section around it is built anew.

const FIELDS = 'input, select, textarea';

document.addEventListener('input', (/** @type {any} */ { target }) => {
  if (target.matches?.(FIELDS)) target.dataset.touched = '';
});

/** Whether two fields are the same one, before and after. */
const place = (field) =>
  `${field.closest('.form')?.querySelector(':scope > [data-form]')?.dataset.form} ${field.name}`;
const fold = (details) => details.querySelector('summary')?.textContent;

/** What a person has done in `element`; the answer puts it back once the content is another. */
export function kept(element) {
  /** @type {any} */
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const focused = active?.matches(FIELDS) ? place(active) : null;
  const key = active?.dataset.key;
  const marks =
    focused && active.selectionStart !== undefined
      ? [active.selectionStart, active.selectionEnd]
      : null;
  const typed = new Map(
    [...element.querySelectorAll('[data-touched]')].map((one) => [place(one), one.value])
  );
  const unfolded = new Set([...element.querySelectorAll('details[open]')].map(fold));
  return () => {
    for (const one of element.querySelectorAll('details'))
      if (unfolded.has(fold(one))) one.open = true;
    for (const one of element.querySelectorAll(FIELDS)) {
      const where = place(one);
      if (typed.has(where)) {
        one.value = typed.get(where);
        one.dataset.touched = '';
      }
      if (where === focused) {
        one.focus();
        if (marks && one.setSelectionRange && one.type === 'text') one.setSelectionRange(...marks);
      }
    }
    if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
}

/** What was typed here has been sent: the next time it begins as it did. */
export function forget(element) {
  for (const one of element.querySelectorAll('[data-touched]')) delete one.dataset.touched;
}
