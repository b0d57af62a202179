// A W25Q16JV serial NOR flash: 2 MiB that is erased by sectors and blocks and programmed by pages.
//
// Times are those of its data sheet, "AC electrical characteristics": page program 0.4 ms typical,
// 3 ms at most; sector erase 45 and 400 ms; 32 KiB block 120 and 1600 ms; 64 KiB block 150 and
// 2000 ms. An operation changes what is read at once, because nobody can read while it is busy;
// what a cut in the middle leaves is told by afterCut().

const MS = 1e6; // nanoseconds
export const TIMINGS = {
  typ: { program: 0.4 * MS, sector: 45 * MS, block32: 120 * MS, block64: 150 * MS },
  max: { program: 3 * MS, sector: 400 * MS, block32: 1600 * MS, block64: 2000 * MS },
  none: { program: 0, sector: 0, block32: 0, block64: 0 },
};

const PAGE = 256;
export const SECTOR = 4096;

// Instructions, W25Q16JV data sheet 8.1.2
const PAGE_PROGRAM = 0x02;
const READ_DATA = 0x03;
const WRITE_DISABLE = 0x04;
const READ_STATUS_1 = 0x05;
const WRITE_ENABLE = 0x06;
const READ_STATUS_3 = 0x15;
const ERASE_SECTOR = 0x20;
const READ_STATUS_2 = 0x35;
const READ_UNIQUE_ID = 0x4b;
const ERASE_BLOCK_32 = 0x52;
const READ_JEDEC_ID = 0x9f;
const ERASE_BLOCK_64 = 0xd8;

const BUSY = 0x01;
const WRITE_ENABLED = 0x02;
const QUAD_ENABLED = 0x02;
const STATUS_3 = 0x60; // as from the factory: output drivers at a quarter
const JEDEC_ID = [0xef, 0x40, 0x15]; // Winbond, W25Q16
const LONGEST_SKIP_NS = 0.1 * MS; // of a wait for the end of an operation

const ERASES = {
  [ERASE_SECTOR]: ['sector', SECTOR],
  [ERASE_BLOCK_32]: ['block32', 32768],
  [ERASE_BLOCK_64]: ['block64', 65536],
};

export class FlashChip {
  /**
   * `memory` is its array; `clock` has `nanos`; `wait(ns)` lets time pass while somebody polls for
   * the end of an operation.
   */
  constructor({ memory, clock, timing, uniqueId, wait }) {
    this.memory = memory;
    this.timing = TIMINGS[timing];
    this.uniqueId = uniqueId;
    this.operations = 0;
    this.onOperation = null; // told { kind, offset, size, from, until } when one begins
    this.forced = false; // chip select is held by the pin's override
    this.pending = null; // the operation that is under way
    this.clock = clock;
    this.wait = wait;
    this.command = [];
    this.selected = false;
    this.writeEnabled = false;
    this.busyUntil = 0;
  }

  select() {
    if (!this.selected) {
      this.selected = true;
      this.command = [];
    }
  }

  /** Chip select rises without effect: the controller was switched off in the middle. */
  abandon() {
    this.selected = false;
    this.command = [];
  }

  /** One byte in, one byte out. */
  exchange(byte) {
    this.#settle();
    const at = this.command.length;
    this.command.push(byte & 0xff);
    if (at === 0) {
      return 0;
    }
    switch (this.command[0]) {
      case READ_STATUS_1:
        // Whoever polls the status polls it a thousand times: the polls are skipped, time is not.
        if (this.busy) {
          this.wait(Math.min(LONGEST_SKIP_NS, this.busyUntil - this.clock.nanos));
          this.#settle();
        }
        return (this.busy ? BUSY : 0) | (this.writeEnabled ? WRITE_ENABLED : 0);
      case READ_STATUS_2:
        return QUAD_ENABLED;
      case READ_STATUS_3:
        return STATUS_3;
      case READ_JEDEC_ID:
        return JEDEC_ID[at - 1] ?? 0;
      case READ_UNIQUE_ID:
        return this.uniqueId[at - 5] ?? 0; // after four dummy bytes
      case READ_DATA:
        return at < 4 ? 0 : this.memory[(this.#address + at - 4) % this.memory.length];
      default:
        return 0;
    }
  }

  /** Chip select rises: what was written takes effect. */
  deselect() {
    if (!this.selected) {
      return;
    }
    this.selected = false;
    const [instruction] = this.command;
    if (instruction !== undefined && !this.busy) {
      if (instruction === WRITE_ENABLE) {
        this.writeEnabled = true;
      } else if (instruction === WRITE_DISABLE) {
        this.writeEnabled = false;
      } else if (instruction === PAGE_PROGRAM) {
        this.#program();
      } else if (instruction in ERASES) {
        this.#erase(...ERASES[instruction]);
      }
    }
    this.command = [];
  }

  get busy() {
    return this.clock.nanos < this.busyUntil;
  }

  /**
   * What would be left if the power failed now: [the array, the operation that is torn or null].
   * `dice()` gives numbers from 0 to 1.
   */
  afterCut(dice) {
    this.#settle();
    const left = this.memory.slice();
    const torn = this.pending;
    if (torn === null) {
      return [left, null];
    }
    const span = torn.until - torn.from;
    const done = span > 0 ? (this.clock.nanos - torn.from) / span : 0.5;
    left.set(halfDone(torn.before, torn.after, done, dice), torn.offset);
    return [left, { kind: torn.kind, offset: torn.offset, size: torn.before.length, done }];
  }

  get #address() {
    return (this.command[1] << 16) | (this.command[2] << 8) | this.command[3];
  }

  #program() {
    if (!this.writeEnabled || this.command.length < 5) {
      return;
    }
    const address = this.#address % this.memory.length;
    const page = address - (address % PAGE);
    const after = this.memory.slice(page, page + PAGE);
    for (let k = 4; k < this.command.length; k++) {
      after[(address + k - 4) % PAGE] &= this.command[k]; // wraps within the page; bits only fall
    }
    this.#begin('program', page, after, this.timing.program);
  }

  #erase(time, size) {
    if (!this.writeEnabled || this.command.length < 4) {
      return;
    }
    const address = this.#address % this.memory.length;
    const after = new Uint8Array(size).fill(0xff);
    this.#begin('erase', address - (address % size), after, this.timing[time]);
  }

  #begin(kind, offset, after, nanos) {
    const from = this.clock.nanos;
    const until = from + nanos;
    this.writeEnabled = false;
    this.operations += 1;
    this.pending = {
      kind,
      offset,
      before: this.memory.slice(offset, offset + after.length),
      after,
      from,
      until,
    };
    this.memory.set(after, offset);
    this.busyUntil = until;
    this.onOperation?.({ kind, offset, size: after.length, from, until });
  }

  #settle() {
    if (this.pending && !this.busy) {
      this.pending = null;
    }
  }
}

/**
 * An array whose change was interrupted. No data sheet says what it holds: here either a beginning
 * is new and the rest old, or every bit has turned with the same chance.
 */
export function halfDone(before, after, done, dice) {
  const held = before.slice();
  if (dice() < 0.5) {
    const whole = Math.floor(before.length * done);
    held.set(after.subarray(0, whole));
    return held;
  }
  for (let k = 0; k < held.length; k++) {
    for (let bit = 1; bit < 256; bit <<= 1) {
      if ((before[k] ^ after[k]) & bit && dice() < done) {
        held[k] ^= bit;
      }
    }
  }
  return held;
}
