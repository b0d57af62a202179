// The hands of a recorded play (sim/rp2040/recorder.py), at the table of the emulated board.
//
// Cards are moved at the recorded intervals, whatever the board does: the pace is the claim. Where
// a dealer looks before acting, at a key, at the console, at the first movement after either, the
// hands wait until the board has told as much as the desk's table had told then, and for as long
// as a person needs to react.
import { ASLEEP, RESET, STOPPED } from './chip/pico.mjs';

const REACTION_MS = [150, 400];
const LOOK_MS = 10; // how often the heap is looked at

export const UNTOLD = 'untold'; // a record did not come
export const BOARD_RESET = 'reset';
export const DONE = 'done';

const KIND = 6; // where a record's kind stands
const NOT_AWAITED = ['boot', 'attach', 'fault', 'fault_over', 'refused', 'denied']; // recorder.is_awaited()

export class Dealer {
  constructor({ pico, table, host, play, dice, watch, patienceMs }) {
    Object.assign(this, { pico, table, host, play, dice, watch, patienceMs });
    this.told = []; // ms of each record that somebody may wait for
    this.later = []; // [ms, hands or a function]: what follows by itself from what was done
    this.done = 0;
    this.onLook = null;
    host.onRecord = (record) => {
      if (!NOT_AWAITED.includes(record[KIND])) {
        this.told.push(pico.ms);
      }
    };
  }

  /** Play to the end: { outcome, wanted }; `wanted` counts the records that were waited for. */
  run() {
    let last = this.pico.ms;
    for (const action of this.play) {
      let due = last + action.after;
      if (action.waits) {
        const outcome = this.#waitUntilTold(action.told);
        if (outcome !== null) {
          return { outcome, wanted: action.told };
        }
        due = Math.max(due, this.#toldAt(action.told) + this.#reaction());
      }
      if (!this.#passUntil(due)) {
        return { outcome: BOARD_RESET, wanted: null };
      }
      last = this.pico.ms;
      this.watch?.actionBegins(action.lamp);
      this.#hands(action.do);
      action.then.forEach(([delay, hands]) => this.at(last + delay, hands));
      this.done += 1;
    }
    return { outcome: DONE, wanted: null };
  }

  /** Nothing is done any more: wait until `count` records are told, or for the patience. */
  waitForTheRest(count) {
    return this.#waitUntilTold(count);
  }

  /** Call something at a moment of the play. */
  at(ms, call) {
    this.later.push([ms, call]);
    this.later.sort((one, other) => one[0] - other[0]);
  }

  /** Let time pass; false when the board was reset. */
  pass(ms) {
    return this.#passUntil(this.pico.ms + ms);
  }

  #reaction() {
    const [least, most] = REACTION_MS;
    return least + this.dice() * (most - least);
  }

  #toldAt(count) {
    return count > 0 ? this.told[count - 1] : 0;
  }

  #waitUntilTold(count) {
    const end = this.pico.ms + this.patienceMs;
    while (this.told.length < count) {
      if (this.pico.ms >= end) {
        return UNTOLD;
      }
      if (!this.#passUntil(this.pico.ms + 1)) {
        return BOARD_RESET;
      }
    }
    return null;
  }

  /** Counted in nanoseconds as the chip does: milliseconds and back would not always meet. */
  #passUntil(end) {
    const endNanos = end * 1e6;
    while (this.pico.nanos < endNanos) {
      const next = this.later.length ? this.later[0][0] * 1e6 : Infinity;
      const why = this.pico.run(Math.min(endNanos, next, this.pico.nanos + LOOK_MS * 1e6));
      if (why === RESET) {
        return false;
      }
      if (why === STOPPED || why === ASLEEP) {
        throw new Error(`the board stopped: ${why}`);
      }
      while (this.later.length && this.later[0][0] * 1e6 <= this.pico.nanos) {
        const [, what] = this.later.shift();
        if (typeof what === 'function') {
          what();
        } else {
          this.#hands(what);
        }
      }
      this.onLook?.();
    }
    return true;
  }

  #hands([what, ...details]) {
    switch (what) {
      case 'nothing': // that anybody could see: what follows from it is all
        break;
      case 'put':
        this.table.put(...details);
        break;
      case 'take':
        this.table.take(...details);
        break;
      case 'key':
        this.table.setKey(...details);
        this.watch?.keyMoved(...details);
        break;
      case 'chip':
        this.table.setChip(...details);
        break;
      case 'key_switch':
        this.table.turnKey(...details);
        break;
      case 'fault':
        this.table.setFault(...details);
        break;
      case 'console':
        this.host.order('dealer', ['input', ...details]);
        break;
      default:
        throw new Error(`hands cannot do ${what}`);
    }
  }
}
