// The jackpot sign: a counter whose digits roll to their new place.

import { s } from './dom.js';

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** `update(cents)` rolls to an amount; made for one digit cell of `w` × `h`. */
export class Counter {
  constructor(w, h) {
    this.w = w;
    this.h = h;
    this.shape = '';
    this.group = s('g', { class: 'counter' });
  }

  update(cents) {
    const text = `$${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`;
    const shape = text.replaceAll(/\d/g, '0');
    if (shape !== this.shape) this.#build(text, shape);
    [...text].forEach((sign, k) => {
      const reel = this.reels[k];
      if (reel) reel.style.transform = `translateY(${-Number(sign) * this.h}px)`;
    });
  }

  #build(text, shape) {
    this.shape = shape;
    const widths = [...text].map((sign) => (/[\d$]/.test(sign) ? this.w : this.w * 0.5));
    let x = -widths.reduce((sum, one) => sum + one, 0) / 2;
    this.reels = [];
    this.group.replaceChildren();
    [...text].forEach((sign, k) => {
      const middle = x + widths[k] / 2;
      if (/\d/.test(sign)) {
        const reel = s(
          'g',
          { class: 'reel' },
          DIGITS.map((d) => s('text', { y: d * this.h, text: String(d) }))
        );
        // A nested svg cuts off what is above and below its window, without ids of clip paths.
        this.group.append(
          s(
            'svg',
            {
              x,
              y: -this.h / 2,
              width: widths[k],
              height: this.h,
              viewBox: `${-widths[k] / 2} ${-this.h / 2} ${widths[k]} ${this.h}`,
              overflow: 'hidden'
            },
            reel
          )
        );
        this.reels.push(reel);
      } else {
        this.group.append(s('text', { x: middle, class: 'still', text: sign }));
        this.reels.push(null);
      }
      x += widths[k];
    });
  }
}
