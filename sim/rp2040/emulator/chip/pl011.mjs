// A PL011 UART with its FIFOs and with the time that bytes take.
//
// rp2040js 1.4.1 has one that asserts its transmit interrupt for ever, which MicroPython from 1.25
// on answers with nothing but interrupts.
import { BasePeripheral } from '../rp2040js.mjs';

// Registers (ARM DDI 0183, 3.2)
const DR = 0x00;
const RSR = 0x04;
const FR = 0x18;
const IBRD = 0x24;
const FBRD = 0x28;
const LCR_H = 0x2c;
const CR = 0x30;
const IFLS = 0x34;
const IMSC = 0x38;
const RIS = 0x3c;
const MIS = 0x40;
const ICR = 0x44;
const DMACR = 0x48;
const IDENTITY = {
  0xfe0: 0x11,
  0xfe4: 0x10,
  0xfe8: 0x34,
  0xff0: 0x0d,
  0xff4: 0xf0,
  0xff8: 0x05,
  0xffc: 0xb1,
};

// Interrupts
const RX = 1 << 4;
const TX = 1 << 5;
const RX_TIMEOUT = 1 << 6;
const OVERRUN = 1 << 10;

// Flags
const CLEAR_TO_SEND = 0x01;
const BUSY = 0x08;
const RX_EMPTY = 0x10;
const TX_FULL = 0x20;
const RX_FULL = 0x40;
const TX_EMPTY = 0x80;

const ENABLED = 0x001;
const LOOPBACK = 0x080;
const TX_ENABLED = 0x100;
const RX_ENABLED = 0x200;
const FIFOS_ENABLED = 0x10;
const LEVELS = [4, 8, 16, 24, 28]; // of 32
const TIMEOUT_BITS = 32;

export class PL011 extends BasePeripheral {
  constructor(mcu, name, irq) {
    super(mcu, name);
    this.irq = irq;
    this.onByte = null; // told every byte that has left
    this.sent = [];
    this.received = [];
    this.registers = { [IBRD]: 0, [FBRD]: 0, [LCR_H]: 0, [IFLS]: 0x12, [IMSC]: 0, [DMACR]: 0 };
    this.control = TX_ENABLED | RX_ENABLED;
    this.raw = 0;
    this.shifting = null; // the byte on the wire
    this.overrun = false;
    this.sendAlarm = mcu.clock.createAlarm(() => this.#byteLeft());
    this.timeoutAlarm = mcu.clock.createAlarm(() => {
      if (this.received.length) {
        this.#raise(RX_TIMEOUT);
      }
    });
  }

  /** rp2040js tells it when the peripheral clock changes; the rate is computed when it is used. */
  clkPeriChanged() {}

  get baudRate() {
    const divider = this.registers[IBRD] + this.registers[FBRD] / 64;
    return divider ? this.rp2040.clkPeri / (16 * divider) : 115200;
  }

  /** A byte arrives from outside. */
  feedByte(byte) {
    if (!(this.control & RX_ENABLED) || !(this.control & ENABLED)) {
      return;
    }
    if (this.received.length >= this.#depth) {
      this.overrun = true;
      this.#raise(OVERRUN);
    } else {
      this.received.push(byte & 0xff);
      if (this.received.length >= this.#receiveLevel) {
        this.#raise(RX);
      }
    }
    this.timeoutAlarm.schedule(TIMEOUT_BITS * this.#bitNanos);
  }

  readUint32(offset) {
    switch (offset) {
      case DR:
        return this.#read();
      case RSR:
        return 0;
      case FR:
        return this.#flags;
      case CR:
        return this.control;
      case RIS:
        return this.raw;
      case MIS:
        return this.raw & this.registers[IMSC];
      default:
        return this.registers[offset] ?? IDENTITY[offset] ?? 0;
    }
  }

  writeUint32(offset, value) {
    switch (offset) {
      case DR:
        this.#write(value & 0xff);
        break;
      case CR:
        this.control = value & 0xffff;
        this.#shift();
        break;
      case ICR:
        this.#lower(this.rawWriteValue);
        break;
      default:
        if (offset in this.registers) {
          this.registers[offset] = value;
          this.#lower(0);
        }
    }
  }

  get #depth() {
    return this.registers[LCR_H] & FIFOS_ENABLED ? 32 : 1;
  }

  get #sendLevel() {
    return this.#depth === 1 ? 0 : (LEVELS[this.registers[IFLS] & 7] ?? 16);
  }

  get #receiveLevel() {
    return this.#depth === 1 ? 1 : (LEVELS[(this.registers[IFLS] >> 3) & 7] ?? 16);
  }

  get #bitNanos() {
    return 1e9 / this.baudRate;
  }

  get #frameBits() {
    const line = this.registers[LCR_H];
    const parity = line & 2 ? 1 : 0;
    const stop = line & 8 ? 2 : 1;
    return 1 + 5 + ((line >> 5) & 3) + parity + stop;
  }

  get #flags() {
    const sending = this.shifting !== null || this.sent.length > 0;
    return (
      CLEAR_TO_SEND |
      (sending ? BUSY : 0) |
      (this.received.length ? 0 : RX_EMPTY) |
      (this.sent.length >= this.#depth ? TX_FULL : 0) |
      (this.received.length >= this.#depth ? RX_FULL : 0) |
      (this.sent.length ? 0 : TX_EMPTY)
    );
  }

  #raise(bits) {
    this.raw |= bits;
    this.rp2040.setInterrupt(this.irq, (this.raw & this.registers[IMSC]) !== 0);
  }

  #lower(bits) {
    this.raw &= ~bits;
    this.rp2040.setInterrupt(this.irq, (this.raw & this.registers[IMSC]) !== 0);
  }

  #read() {
    const byte = this.received.shift() ?? 0;
    if (this.received.length < this.#receiveLevel) {
      this.#lower(RX);
    }
    if (this.received.length) {
      this.timeoutAlarm.schedule(TIMEOUT_BITS * this.#bitNanos);
    } else {
      this.#lower(RX_TIMEOUT);
    }
    const overrun = this.overrun ? 0x800 : 0;
    this.overrun = false;
    return byte | overrun;
  }

  #write(byte) {
    if (this.sent.length < this.#depth) {
      this.sent.push(byte);
    }
    if (this.sent.length > this.#sendLevel) {
      this.#lower(TX);
    }
    this.#shift();
  }

  #shift() {
    const on = ENABLED | TX_ENABLED;
    if (this.shifting !== null || !this.sent.length || (this.control & on) !== on) {
      return;
    }
    this.shifting = this.sent.shift();
    if (this.sent.length <= this.#sendLevel) {
      this.#raise(TX);
    }
    this.sendAlarm.schedule(this.#frameBits * this.#bitNanos);
  }

  #byteLeft() {
    const byte = this.shifting;
    this.shifting = null;
    this.#shift();
    if (this.control & LOOPBACK) {
      this.feedByte(byte);
    } else {
      this.onByte?.(byte);
    }
  }
}
