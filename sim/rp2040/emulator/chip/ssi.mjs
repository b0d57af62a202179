// How an RP2040 reaches its flash: the SSI, the pads of QSPI, and the control of the cache.
import { BasePeripheral } from '../rp2040js.mjs';

// DW_apb_ssi registers (RP2040 data sheet, 4.10.13)
const SSIENR = 0x08;
const BAUDR = 0x14;
const TXFLR = 0x20;
const RXFLR = 0x24;
const SR = 0x28;
const IDR = 0x58;
const VERSION_ID = 0x5c;
const DR0 = 0x60;
const SPI_CTRLR0 = 0xf4;

const TX_NOT_FULL = 0x02;
const TX_EMPTY = 0x04;
const RX_NOT_EMPTY = 0x08;
const FIFO_DEPTH = 16;

const LINE_CLOCKS = 16; // 64 bits, four at a time

export class SSI extends BasePeripheral {
  /** `chip` is the flash; `onTiming(cycles)` is told what a miss of the cache costs from now on. */
  constructor(mcu, chip, onTiming) {
    super(mcu, 'SSI');
    this.chip = chip;
    this.onTiming = onTiming;
    this.registers = new Map();
    this.received = [];
    this.selects = false; // the controller itself holds chip select
  }

  readUint32(offset) {
    switch (offset) {
      case TXFLR:
        return 0;
      case RXFLR:
        return this.received.length;
      case SR:
        return TX_NOT_FULL | TX_EMPTY | (this.received.length ? RX_NOT_EMPTY : 0);
      case IDR:
        return 0x51535049;
      case VERSION_ID:
        return 0x3430312a;
      case DR0:
        return this.#read();
      default:
        return this.registers.get(offset) ?? 0;
    }
  }

  writeUint32(offset, value) {
    if (offset === DR0) {
      this.#write(value);
      return;
    }
    if (offset === SSIENR) {
      this.received.length = 0;
      if (this.selects) {
        this.selects = false;
        this.chip.abandon();
      }
    }
    this.registers.set(offset, value);
    if (offset === BAUDR || offset === SPI_CTRLR0) {
      this.onTiming(this.missCycles);
    }
  }

  /**
   * clk_sys cycles until a line of eight bytes is there: address and mode bits four at a time,
   * the wait cycles that are set, 64 bits of data, each a clock of SCK.
   *
   * With what boot2_w25q080 of pico-sdk sets (32 bits, 4 waits, divider 2) these are
   * (8 + 4 + 16) * 2 = 56. Published for a word without cache: about 400 ns, 50 cycles
   * (oberon-rtk.org, "Flash Memory"), where this counts (8 + 4 + 8) * 2 = 40.
   */
  get missCycles() {
    const control = this.registers.get(SPI_CTRLR0) ?? 0;
    const addressClocks = (control >>> 2) & 15; // ADDR_L counts in units of four bits
    const waitClocks = (control >>> 11) & 31;
    return (addressClocks + waitClocks + LINE_CLOCKS) * (this.registers.get(BAUDR) ?? 0);
  }

  #read() {
    const value = this.received.shift() ?? 0;
    if (!this.received.length && this.selects) {
      this.selects = false;
      this.chip.deselect();
    }
    return value;
  }

  #write(value) {
    if (!this.chip.forced && !this.selects) {
      this.selects = true;
      this.chip.select();
    }
    this.received.push(this.chip.exchange(value));
    if (this.received.length > FIFO_DEPTH) {
      this.received.shift();
    }
  }
}

const SS_CTRL = 0x0c; // GPIO_QSPI_SS_CTRL
const OUTOVER_LOW = 2;
const OUTOVER_HIGH = 3;
const FUNCTION_NONE = 0x1f;

/** IO_QSPI: the boot ROM's flash functions hold chip select by the override of its pad. */
export class QspiPads extends BasePeripheral {
  constructor(mcu, chip) {
    super(mcu, 'IO_QSPI');
    this.chip = chip;
    this.registers = new Map();
  }

  readUint32(offset) {
    const isControl = offset < 0x30 && offset % 8 === 4;
    return this.registers.get(offset) ?? (isControl ? FUNCTION_NONE : 0);
  }

  writeUint32(offset, value) {
    this.registers.set(offset, value);
    if (offset !== SS_CTRL) {
      return;
    }
    const override = (value >> 8) & 3;
    if (override === OUTOVER_LOW) {
      this.chip.forced = true;
      this.chip.select();
    } else {
      this.chip.deselect();
      this.chip.forced = override === OUTOVER_HIGH;
    }
  }
}

const FLUSH = 0x04;
const STAT = 0x08;
const FLUSH_READY_AND_FIFO_EMPTY = 3;
const FLUSH_CYCLES = 2000; // "around 2000 clock cycles" (RP2040 data sheet, 2.6.3.2)

/** XIP_CTRL: the cache can be flushed; the counters and the stream are not there. */
export class XipControl extends BasePeripheral {
  constructor(mcu, onFlush) {
    super(mcu, 'XIP_CTRL');
    this.onFlush = onFlush;
    this.control = 3;
  }

  readUint32(offset) {
    if (offset === STAT) {
      return FLUSH_READY_AND_FIFO_EMPTY;
    }
    return offset === 0 ? this.control : 0;
  }

  writeUint32(offset, value) {
    if (offset === 0) {
      this.control = value;
    } else if (offset === FLUSH && value & 1) {
      this.onFlush(FLUSH_CYCLES);
    }
  }
}
