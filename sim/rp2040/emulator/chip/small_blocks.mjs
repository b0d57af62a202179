// Blocks of the chip that MicroPython touches and rp2040js leaves out.
import { BasePeripheral } from '../rp2040js.mjs';

/** Registers that hold what was written to them. */
export class PlainRegisters extends BasePeripheral {
  constructor(mcu, name) {
    super(mcu, name);
    this.registers = new Map();
  }

  readUint32(offset) {
    return this.registers.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.registers.set(offset, value);
  }
}

const ROSC_STATUS = 0x18;
const ROSC_RANDOMBIT = 0x1c;
const STABLE_AND_ENABLED = 0x81001000;

/** The ring oscillator: its random bit, which os.urandom() collects, comes from a seed here. */
export class RingOscillator extends PlainRegisters {
  constructor(mcu, seed) {
    super(mcu, 'ROSC');
    this.state = seed >>> 0 || 1;
  }

  readUint32(offset) {
    if (offset === ROSC_STATUS) {
      return STABLE_AND_ENABLED;
    }
    if (offset === ROSC_RANDOMBIT) {
      // xorshift32 (Marsaglia 2003)
      this.state ^= this.state << 13;
      this.state ^= this.state >>> 17;
      this.state ^= this.state << 5;
      return this.state >>> 31;
    }
    return super.readUint32(offset);
  }
}

const FIFO_ST = 0x50;
const FIFO_WR = 0x54;
const FIFO_RD = 0x58;
const FIFO_READY_TO_WRITE = 2;
const PROC1 = 1 << 16; // in PSM FRCE_OFF

/**
 * There is no second core. What is left of it: when it leaves reset its boot ROM pushes a 0, which
 * multicore_reset_core1() waits for on every soft reset of MicroPython.
 */
export function withoutSecondCore(mcu, onUse) {
  const { sio, core } = mcu;
  const psm = mcu.peripherals[0x40010];
  const waiting = [];
  const readSio = sio.readUint32.bind(sio);
  const writeSio = sio.writeUint32.bind(sio);
  const writePsm = psm.writeUint32.bind(psm);

  sio.readUint32 = (offset) => {
    if (offset === FIFO_ST) {
      return FIFO_READY_TO_WRITE | (waiting.length ? 1 : 0);
    }
    return offset === FIFO_RD ? (waiting.shift() ?? 0) : readSio(offset);
  };
  sio.writeUint32 = (offset, value) => {
    if (offset === FIFO_WR) {
      onUse();
    } else if (offset !== FIFO_ST) {
      writeSio(offset, value);
    }
  };
  psm.writeUint32 = (offset, value) => {
    const was = psm.frceOff & PROC1;
    writePsm(offset, value);
    if (was && !(psm.frceOff & PROC1)) {
      waiting.push(0);
      core.eventRegistered = true;
      core.waiting = false;
    }
  };
}
