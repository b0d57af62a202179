// The same chip by rp2040js' own core, with the flash cache written once more: what tests hold the
// fast core against.
import { jsStep } from './js_step.mjs';

const SETS = 1024;

/** 16 KiB in lines of eight bytes; each set is a list of two lines, the older one first. */
class CacheModel {
  constructor() {
    this.missCycles = 0;
    this.misses = 0;
    this.penalty = 0;
    this.flush();
  }

  flush() {
    this.sets = Array.from({ length: SETS }, () => []);
  }

  touch(address) {
    const line = (address & 0xffffff) >>> 3;
    const set = this.sets[line % SETS];
    const alias = (address >>> 24) & 3;
    const known = alias < 2 ? set.indexOf(line) : -1;
    if (known >= 0) {
      set.push(...set.splice(known, 1));
      return;
    }
    this.misses += 1;
    this.penalty += this.missCycles;
    if (alias === 0 || alias === 2) {
      if (set.length === 2) {
        set.shift();
      }
      set.push(line);
    }
  }

  take() {
    const { penalty } = this;
    this.penalty = 0;
    return penalty;
  }
}

export class SlowCore {
  constructor(mcu) {
    const cache = new CacheModel();
    this.cache = cache;
    this.step = jsStep(
      mcu.core,
      (address) => cache.touch(address),
      () => cache.take(),
    );
  }

  get misses() {
    return this.cache.misses;
  }

  setMissCycles(cycles) {
    this.cache.missCycles = cycles;
  }

  flushCache() {
    this.cache.flush();
  }

  forgetStatus() {}
}
