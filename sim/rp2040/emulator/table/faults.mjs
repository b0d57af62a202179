// Faults that are switched on while the table runs: sim/chips/faults.py once more.

export const FOREVER = -1;

/** The faults of one part: each happens a number of times, or until it is cleared. */
export class Faults {
  constructor() {
    this.left = new Map();
  }

  set(name, count) {
    this.left.set(name, count);
  }

  clear(name) {
    this.left.delete(name);
  }

  has(name) {
    return this.left.has(name);
  }

  /** Whether it happens now; a counted fault is used up by it. */
  strikes(name) {
    const left = this.left.get(name);
    if (left === undefined) {
      return false;
    }
    if (left === 1) {
      this.left.delete(name);
    } else if (left > 1) {
      this.left.set(name, left - 1);
    }
    return true;
  }
}
