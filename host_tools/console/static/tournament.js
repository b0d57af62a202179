// A tournament's level and clock beneath the table: time that runs is counted here.

import { $, h, section } from './dom.js';
import { t } from './texts.js';

const STAGES = {
  entries: 'Entries',
  drawn: 'Seats are drawn',
  break: 'Break',
  'extra rounds': 'Extra rounds',
  'between sessions': 'Between sessions',
  finished: 'Finished',
  cancelled: 'Cancelled'
};

export class TournamentClock {
  constructor() {
    this.heardAt = 0;
    setInterval(() => this.show(), 250);
  }

  told(clock) {
    this.clock = clock;
    this.heardAt = performance.now();
    this.show();
  }

  show() {
    const { clock } = this;
    const strip = $('#tournament');
    strip.hidden = !clock || !Object.keys(clock).length;
    if (strip.hidden) return;
    strip.classList.toggle('waits', Boolean(clock.waits || clock.extra));
    section(strip, [clock, this.#figure()], () =>
      clock.why
        ? h('span', { text: t(clock.why) })
        : [
            h('b', {
              text: STAGES[clock.stage]
                ? t(STAGES[clock.stage])
                : t('Level {0} of {1}', clock.level, clock.levels)
            }),
            h('strong', { text: this.#figure() }),
            h('span', { text: clock.limits }),
            clock.next ? h('small', { text: t('Next: {0}', clock.next) }) : null,
            clock.waits ? h('em', { text: t('Wait for the other tables') }) : null,
            clock.extra ? h('em', { text: t('An extra round is to be played here') }) : null
          ]
    );
  }

  #figure() {
    const { left_ms, rounds_left, runs } = this.clock;
    if (rounds_left !== null && rounds_left !== undefined)
      return rounds_left === 1 ? t('1 round left') : t('{0} rounds left', rounds_left);
    if (left_ms === null || left_ms === undefined) return '';
    const left = Math.max(0, left_ms - (runs ? performance.now() - this.heardAt : 0));
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
