// The fast core and rp2040js' own side by side: the same memory, the same registers, step by step.
import { FastCore } from '../../../sim/rp2040/emulator/core/fast_core.mjs';
import { SlowCore } from '../../../sim/rp2040/emulator/core/slow_core.mjs';
import { LogLevel, ConsoleLogger, RP2040 } from '../../../sim/rp2040/emulator/rp2040js.mjs';

export const SRAM = 0x20000000;
export const FLASH = 0x10000000;
export const MISS_CYCLES = 56;

export class Pair {
  constructor() {
    const make = (Core) => {
      const mcu = new RP2040();
      mcu.logger = new ConsoleLogger(LogLevel.Error);
      const core = new Core(mcu);
      core.setMissCycles(MISS_CYCLES);
      return { mcu, core };
    };
    this.fast = make(FastCore);
    this.slow = make(SlowCore);
    this.both = [this.fast, this.slow];
  }

  /** The same bytes at the same place in both. */
  write(address, bytes) {
    for (const { mcu } of this.both) {
      const memory = address >= SRAM ? mcu.sram : mcu.flash;
      memory.set(bytes, address & 0xffffff);
    }
  }

  setRegisters(values) {
    for (const { mcu } of this.both) {
      mcu.core.registers.set(values);
    }
  }

  setFlags(n, z, c, v) {
    for (const { mcu } of this.both) {
      Object.assign(mcu.core, { N: n, Z: z, C: c, V: v });
    }
  }

  /** One instruction in each: { fast, slow } states with the cycles it took. */
  step() {
    const { fast, slow } = this;
    let cycles = fast.core.run(1, 0, 8);
    const handedOver = fast.core.handedOver;
    if (handedOver) {
      cycles += fast.core.step();
    }
    return {
      handedOver,
      fast: state(fast, cycles),
      slow: state(slow, slow.core.step()),
    };
  }

  /** Many instructions in each: the cycles of both. */
  run(count) {
    let fast = 0;
    let slow = 0;
    for (let k = 0; k < count; k++) {
      fast += this.fast.core.run(1, 0, 8);
      if (this.fast.core.handedOver) {
        fast += this.fast.core.step();
      }
      slow += this.slow.core.step();
    }
    return { fast, slow };
  }
}

function state({ mcu, core }, cycles) {
  const { registers, N, Z, C, V } = mcu.core;
  return { registers: [...registers], flags: [N, Z, C, V], cycles, misses: core.misses };
}

/** Halfwords as bytes. */
export function thumb(...halfwords) {
  return new Uint8Array(halfwords.flatMap((one) => [one & 0xff, one >> 8]));
}
