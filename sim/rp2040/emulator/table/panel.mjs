// The parts on the panel's bus: the muxes' neighbours FRAM, expanders and keypad, and the key
// switch. Each is sim/chips's part of that name once more.
import { FOREVER, Faults } from './faults.mjs';

/** TCA9548A: the last byte written connects channels; it can be read back. */
export class Mux {
  constructor() {
    this.control = 0;
    this.faults = new Faults();
  }

  reset() {
    this.control = 0;
    this.faults.clear('mux_stuck');
  }

  connects(channel) {
    return ((this.control >> channel) & 1) === 1;
  }

  setFault(name, count) {
    this.faults.set(name, count);
    if (name === 'mux_unplugged' && count === FOREVER) {
      this.control = 0; // no supply
    }
  }

  clearFault(name) {
    this.faults.clear(name);
  }

  start() {
    return !this.faults.strikes('mux_unplugged');
  }

  write(byte) {
    if (!this.faults.strikes('mux_stuck')) {
      this.control = byte;
    }
    return true;
  }

  read() {
    return this.control;
  }

  stop() {}
}

/** MB85RC256V (32 kB) or MB85RC512T (64 kB): bytes are kept as they are acknowledged. */
export class Fram {
  constructor(memory) {
    this.memory = memory;
    this.mask = memory.length - 1;
    this.at = 0;
  }

  start(reading) {
    this.addressBytes = reading ? 2 : 0;
    return true;
  }

  write(byte) {
    if (this.addressBytes === 0) {
      this.high = byte;
      this.addressBytes = 1;
    } else if (this.addressBytes === 1) {
      this.at = ((this.high << 8) | byte) & this.mask;
      this.addressBytes = 2;
    } else {
      this.memory[this.at] = byte;
      this.at = (this.at + 1) & this.mask;
    }
    return true;
  }

  read() {
    const byte = this.memory[this.at];
    this.at = (this.at + 1) & this.mask;
    return byte;
  }

  stop() {}
}

const ALL_PINS = 0xffff;

/** PCF8575: a pin is low when its latch is 0 or something outside pulls it. */
export class Expander {
  constructor() {
    this.latch = ALL_PINS;
    this.pulled = 0;
    this.keypad = null;
    this.onRead = null; // told the pins that were read
    this.count = 0;
  }

  pull(pin) {
    this.pulled |= 1 << pin;
  }

  release(pin) {
    this.pulled &= ~(1 << pin);
  }

  get pins() {
    const low = (~this.latch & ALL_PINS) | this.pulled;
    return ~(this.keypad === null ? low : this.keypad.pull(low)) & ALL_PINS;
  }

  start(reading) {
    this.count = 0;
    if (reading) {
      this.onRead?.(this.pins);
    }
    return true;
  }

  write(byte) {
    const isSecond = this.count % 2 === 1;
    this.latch = isSecond ? (this.latch & 0xff) | (byte << 8) : (this.latch & 0xff00) | byte;
    this.count += 1;
    return true;
  }

  read() {
    const { pins } = this;
    const isSecond = this.count % 2 === 1;
    this.count += 1;
    return isSecond ? pins >> 8 : pins & 0xff;
  }

  stop() {}
}

const COLUMNS = 5;
const FIRST_COLUMN_PIN = 4;

/** Four rows of five plain contacts on an expander: rows at pins 0 to 3, columns at 4 to 8. */
export class Keypad {
  constructor(expander) {
    this.down = new Set();
    expander.keypad = this;
  }

  set(key, down) {
    if (down) {
      this.down.add(key);
    } else {
      this.down.delete(key);
    }
  }

  /** Pins pulled low through closed keys, to any depth: there are no diodes. */
  pull(low) {
    let pulled = low;
    let before;
    do {
      before = pulled;
      for (const key of this.down) {
        const pair = pinsOf(key);
        if (pulled & pair) {
          pulled |= pair;
        }
      }
    } while (pulled !== before);
    return pulled;
  }
}

/** The two pins of the expander that a key connects. */
export function pinsOf(key) {
  return (1 << Math.floor(key / COLUMNS)) | (1 << (FIRST_COLUMN_PIN + (key % COLUMNS)));
}

const CFG = 0x01;
const INT_STAT = 0x02;
const KEY_LCK_EC = 0x03;
const KEY_EVENT_A = 0x04;
const KP_GPIO1 = 0x1d;
const AUTO = 0x80;
const KEEP_NEWEST = 0x20;
const K_INT = 0x01;
const OVERFLOW = 0x08;
const FIFO = 10;
const PER_ROW = 10;
const DEBOUNCE_NANOS = 25e6;

/** TCA8418, with the keypad on it: sim/chips/tca8418.py once more. */
export class KeyScanner {
  constructor() {
    this.registers = new Uint8Array(0x30);
    this.at = 0;
    this.events = [];
    this.told = new Set();
    this.down = new Set();
    this.alarms = new Map();
    this.clock = null;
    this.onRead = null;
    this.onTaken = null; // told the key whose press was read
  }

  /** Time comes from this clock now. */
  runBy(clock) {
    this.clock = clock;
    this.alarms.clear();
  }

  set(key, down) {
    if (this.down.has(key) === down) {
      return;
    }
    if (down) {
      this.down.add(key);
    } else {
      this.down.delete(key);
    }
    if (this.clock === null) {
      return; // no supply yet
    }
    if (!this.alarms.has(key)) {
      this.alarms.set(
        key,
        this.clock.createAlarm(() => this.#settled(key)),
      );
    }
    this.alarms.get(key).schedule(DEBOUNCE_NANOS);
  }

  #settled(key) {
    const down = this.down.has(key);
    const row = Math.floor(key / COLUMNS);
    const column = key % COLUMNS;
    const scans =
      (this.registers[KP_GPIO1] >> row) & 1 && (this.registers[KP_GPIO1 + 1] >> column) & 1;
    if (down === this.told.has(key) || !scans) {
      return;
    }
    if (down) {
      this.told.add(key);
    } else {
      this.told.delete(key);
    }
    if (this.events.length === FIFO) {
      this.registers[INT_STAT] |= OVERFLOW;
      if (!(this.registers[CFG] & KEEP_NEWEST)) {
        return;
      }
      this.events.shift();
    }
    this.events.push((row * PER_ROW + column + 1) | (down ? 0x80 : 0));
    this.registers[INT_STAT] |= K_INT;
  }

  start(reading) {
    this.first = !reading;
    return true;
  }

  write(byte) {
    if (this.first) {
      this.first = false;
      this.at = byte;
      return true;
    }
    if (this.at === INT_STAT) {
      this.registers[INT_STAT] &= ~byte; // a one clears
    } else if (this.at !== KEY_LCK_EC && this.at !== KEY_EVENT_A) {
      this.registers[this.at] = byte;
    }
    this.#next();
    return true;
  }

  read() {
    let value = this.registers[this.at] ?? 0;
    if (this.at === KEY_LCK_EC) {
      value = this.events.length;
    } else if (this.at === KEY_EVENT_A) {
      value = this.events.shift() ?? 0;
      if (value & 0x80) {
        const code = (value & 0x7f) - 1;
        this.onTaken?.(Math.floor(code / PER_ROW) * COLUMNS + (code % PER_ROW));
      }
    }
    this.#next();
    return value;
  }

  #next() {
    if (this.registers[CFG] & AUTO) {
      this.at += 1;
    }
  }

  stop() {}
}
