// The buses of the board: bytes between the chip's controllers and the parts on the table.
//
// An I2C part has start(reading) → acknowledged, write(byte) → acknowledged, read() → byte, stop().
// An SPI part has select(), transfer(byte) → byte, deselect(). Bytes take their time on the wire.

const READ = 1; // rp2040js' I2CMode
const BITS_A_BYTE = 9; // eight and the acknowledge
const HELD_NANOS = 100_000; // between two looks whether a line is free again
// DW_apb_i2c stretches a bit beyond its counts: high lasts HCNT + SPKLEN + 7 cycles, low LCNT + 1
// (RP2040 data sheet, 4.3.14 "IC_CLK Frequency Configuration"). Rise times are left out.
const BIT_CYCLES = 8;

/** What has passed on the buses, for whoever measures: `onTransaction(name)`. */
export class Traffic {
  constructor() {
    this.onTransaction = null;
    this.transactions = new Map();
    this.bytes = new Map();
  }

  transaction(name) {
    this.transactions.set(name, (this.transactions.get(name) ?? 0) + 1);
    this.onTransaction?.(name);
  }

  byte(name) {
    this.bytes.set(name, (this.bytes.get(name) ?? 0) + 1);
  }
}

/** How long a bit is on an I2C bus, as its controller is set. */
export function i2cBitNanos(pico, number = 0) {
  const { sclLowPeriod, sclHighPeriod, spikelen } = pico.mcu.i2c[number];
  const period = sclLowPeriod + sclHighPeriod + spikelen + BIT_CYCLES;
  return (period * 1e9) / pico.mcu.clkSys;
}

/**
 * Parts by address on an I2C controller of the chip. While `held()` something pulls the data line
 * to ground: nothing goes on.
 */
export function wireI2C(pico, number, parts, traffic, held = () => false) {
  const controller = pico.mcu.i2c[number];
  let part = null;
  let name = '';
  let due = null;
  const alarm = pico.clock.createAlarm(() => {
    if (held()) {
      alarm.schedule(HELD_NANOS);
      return;
    }
    const done = due;
    due = null;
    done();
  });
  const after = (bits, done) => {
    due = done;
    alarm.schedule(bits * i2cBitNanos(pico, number));
  };

  controller.onStart = () => after(1, () => controller.completeStart());
  controller.onConnect = (address, mode) => {
    after(BITS_A_BYTE, () => {
      const reading = mode === READ;
      name = `i2c${number}:${address.toString(16)}${reading ? 'r' : 'w'}`;
      traffic.transaction(name);
      part = parts.get(address) ?? null;
      if (part !== null && !part.start(reading)) {
        part = null;
      }
      controller.completeConnect(part !== null);
    });
  };
  controller.onWriteByte = (byte) => {
    after(BITS_A_BYTE, () => {
      traffic.byte(name);
      controller.completeWrite(part?.write(byte));
    });
  };
  controller.onReadByte = () => {
    after(BITS_A_BYTE, () => {
      traffic.byte(name);
      controller.completeRead(part === null ? 0xff : part.read());
    });
  };
  controller.onStop = () => {
    after(1, () => {
      part?.stop();
      part = null;
      controller.completeStop();
    });
  };
}

const LOW = 0; // rp2040js' GPIOPinState

/**
 * The same parts where a program moves the pins itself: MicroPython does so for scan() and for
 * writes of nothing.
 */
export function wireI2CPins(pico, scl, sda, parts) {
  const clockPin = pico.mcu.gpio[scl];
  const dataPin = pico.mcu.gpio[sda];
  const bus = new PinBus(parts);
  let holds = false; // a part pulls the data line low

  const look = () => {
    const clock = clockPin.value !== LOW;
    const data = dataPin.value !== LOW;
    holds = bus.moved(clock, data && !holds);
    clockPin.setInputValue(clock);
    dataPin.setInputValue(data && !holds);
  };
  clockPin.addListener(look);
  dataPin.addListener(look);
  look();
}

/** The parts' side of I2C, level by level. */
class PinBus {
  constructor(parts) {
    this.parts = parts;
    this.clock = true;
    this.data = true;
    this.low = false; // what a part does with the data line
    this.#rest();
  }

  /** The lines have new levels; returns whether a part holds the data line low. */
  moved(clock, data) {
    if (this.clock && clock && data !== this.data) {
      this.#end();
      if (!data) {
        this.phase = 'address';
      }
    } else if (!this.clock && clock) {
      this.#sample(data);
    } else if (this.clock && !clock) {
      this.#drive();
    }
    this.clock = clock;
    this.data = data && !this.low;
    return this.low;
  }

  #rest() {
    this.phase = 'idle';
    this.part = null;
    this.bits = 0;
    this.count = 0;
    this.low = false;
  }

  #end() {
    this.part?.stop();
    this.#rest();
  }

  #sample(data) {
    if (this.phase === 'idle') {
      return;
    }
    this.count += 1;
    if (this.phase === 'read') {
      if (this.count === BITS_A_BYTE && data) {
        this.phase = 'idle'; // the controller wants no more
      }
    } else if (this.count <= 8) {
      this.bits = (this.bits << 1) | (data ? 1 : 0);
    }
  }

  #drive() {
    if (this.phase === 'idle') {
      this.low = false;
    } else if (this.count === BITS_A_BYTE) {
      this.#nextByte();
    } else if (this.phase === 'read') {
      this.low = this.count < 8 && !((this.byte >> (7 - this.count)) & 1);
    } else {
      this.low = this.count === 8 && this.#acknowledges();
    }
  }

  #acknowledges() {
    if (this.phase === 'write') {
      return this.part.write(this.bits);
    }
    const part = this.parts.get(this.bits >> 1) ?? null;
    this.reading = (this.bits & 1) === 1;
    this.part = part?.start(this.reading) ? part : null;
    return this.part !== null;
  }

  #nextByte() {
    this.count = 0;
    this.bits = 0;
    this.low = false;
    if (this.part === null) {
      this.phase = 'idle';
    } else if (this.phase === 'read' || this.reading) {
      this.phase = 'read';
      this.byte = this.part.read();
      this.low = !(this.byte & 0x80);
    } else {
      this.phase = 'write';
    }
  }
}

const FLOATING = 0xff;

/**
 * Parts on an SPI controller, each with its chip select: [[pin, part], …]. Returns what chooses a
 * part that has another kind of select: choose(part, low, name).
 */
export function wireSPI(pico, number, parts, traffic) {
  const controller = pico.mcu.spi[number];
  const name = `spi${number}`;
  const selected = new Set();
  let answer = FLOATING;
  const alarm = pico.clock.createAlarm(() => controller.completeTransmit(answer));

  const choose = (part, low, which) => {
    if (low && !selected.has(part)) {
      selected.add(part);
      traffic.transaction(`${name}:${which}`);
      part.select();
    } else if (!low && selected.has(part)) {
      selected.delete(part);
      part.deselect();
    }
  };
  for (const [pin, part] of parts) {
    pico.mcu.gpio[pin].addListener((state) => choose(part, state === LOW, pin));
  }
  controller.onTransmit = (byte) => {
    traffic.byte(name);
    answer = FLOATING;
    for (const part of selected) {
      answer &= part.transfer(byte);
    }
    alarm.schedule((controller.dataBits * 1e9) / (controller.clockFrequency || 1e6));
  };
  return choose;
}

/** A 74HC154: the number on `lines` chooses one of `parts` while `enable` is low. */
export function wireDecoder(pico, lines, enable, parts, choose) {
  let chosen = null;
  const look = () => {
    let number = -1;
    if (pico.mcu.gpio[enable].value === LOW) {
      number = lines.reduce(
        (sum, pin, k) => sum + (pico.mcu.gpio[pin].value === LOW ? 0 : 1 << k),
        0,
      );
    }
    const next = parts.get(number) ?? null;
    if (next !== chosen) {
      if (chosen !== null) {
        choose(chosen, false, 'felt');
      }
      chosen = next;
      if (chosen !== null) {
        choose(chosen, true, 'felt');
      }
    }
  };
  [...lines, enable].forEach((pin) => pico.mcu.gpio[pin].addListener(look));
}
