// The record stream in words: newest at the bottom, rules as tags, rounds as headings.

import { chip, h } from './dom.js';
import { t } from './texts.js';

const MOST = 250;

export class Stream {
  constructor() {
    this.list = h('ol', {
      class: 'stream',
      'aria-live': 'polite',
      'aria-label': t('What the table tells'),
      tabindex: '0'
    });
    this.follows = true;
    let before = 0;
    this.list.addEventListener('scroll', () => {
      const { scrollTop, scrollHeight, clientHeight } = this.list;
      if (scrollHeight - scrollTop - clientHeight < 40) this.follows = true;
      else if (scrollTop < before - 4) this.follows = false; // somebody reads further up
      before = scrollTop;
    });
    new ResizeObserver(() => this.#scroll()).observe(this.list);
  }

  reset(lines) {
    this.list.replaceChildren(...lines.map(item));
    this.#scroll();
  }

  add(line) {
    this.list.append(item(line));
    while (this.list.childElementCount > MOST) this.list.firstElementChild.remove();
    this.#scroll();
  }

  #scroll() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
  }
}

function item(line) {
  return h(
    'li',
    { class: line.news || 'plain', 'data-record': line.n },
    h('span', { text: line.text }),
    chip(line.rule)
  );
}
