// Memory and registers of an rp2040js chip moved into m0.wasm, which runs plain code.
import fs from 'node:fs';

import { jsStep } from './js_step.mjs';

const MODULE = new WebAssembly.Module(fs.readFileSync(new URL('./m0.wasm', import.meta.url)));

export const FLASH_SIZE = 2 * 1024 * 1024;
export const SRAM_SIZE = 264 * 1024;
const ROM_WORDS = 4096;
const DIVIDER_FIRST = 0x60; // offsets in SIO
const DIVIDER_LAST = 0x78;
const I2C_BASES = [0x40044000, 0x40048000];
const SPI_BASES = [0x4003c000, 0x40040000];
const IC_TX_ABRT_SOURCE = 0x80;
const I2C_STATUS = [0x34, 0x70, 0x74, 0x78, IC_TX_ABRT_SOURCE]; // RAW_INTR_STAT, STATUS, levels
const SSPSR = 0x0c;

export class FastCore {
  constructor(mcu) {
    const wasm = new WebAssembly.Instance(MODULE, {}).exports;
    this.wasm = wasm;
    this.run = wasm.run;
    this.told = new Uint32Array(wasm.memory.buffer, wasm.a_told(), 5);
    this.#moveRegisters(mcu.core, wasm);
    this.#moveMemory(mcu, wasm);
    this.#moveDivider(mcu.sio, wasm);
    const step = jsStep(mcu.core, wasm.touch_flash, wasm.take_penalty);
    let wasStatus = false;
    this.#watchStatus(mcu, wasm, () => {
      wasStatus = true;
    });
    /** One instruction by rp2040js, for what run() does not do. */
    this.step = () => {
      wasStatus = false;
      const cycles = step();
      if (!wasStatus) {
        wasm.forget_status();
      }
      return cycles;
    };
    wasm.reset_lowest_sp();
  }

  /** Something has happened outside the core: no status is as it was. */
  forgetStatus() {
    this.wasm.forget_status();
  }

  get instructions() {
    return this.told[0];
  }

  /** The last run ended in front of an instruction that rp2040js has to carry out. */
  get handedOver() {
    return this.told[1] !== 0;
  }

  get misses() {
    return this.told[2];
  }

  /** [lowest stack pointer since it was last reset, the instruction that put it there] */
  get lowestSp() {
    return [this.told[3], this.told[4]];
  }

  resetLowestSp() {
    this.wasm.reset_lowest_sp();
  }

  setMissCycles(cycles) {
    this.wasm.set_miss_cycles(cycles);
  }

  flushCache() {
    this.wasm.flush_cache();
  }

  #moveRegisters(core, wasm) {
    const registers = new Uint32Array(wasm.memory.buffer, wasm.a_registers(), 16);
    const flags = new Uint8Array(wasm.memory.buffer, wasm.a_flags(), 4);
    registers.set(core.registers);
    core.registers = registers;
    ['N', 'Z', 'C', 'V'].forEach((name, k) => {
      flags[k] = core[name] ? 1 : 0;
      Object.defineProperty(core, name, {
        get: () => flags[k] !== 0,
        set: (value) => {
          flags[k] = value ? 1 : 0;
        },
      });
    });
  }

  #moveMemory(mcu, wasm) {
    const { buffer } = wasm.memory;
    mcu.bootrom = new Uint32Array(buffer, wasm.a_rom(), ROM_WORDS);
    mcu.sram = new Uint8Array(buffer, wasm.a_sram(), SRAM_SIZE);
    mcu.sramView = new DataView(buffer, wasm.a_sram(), SRAM_SIZE);
    mcu.flash = new Uint8Array(buffer, wasm.a_flash(), FLASH_SIZE);
    mcu.flash16 = new Uint16Array(buffer, wasm.a_flash(), FLASH_SIZE / 2);
    mcu.flashView = new DataView(buffer, wasm.a_flash(), FLASH_SIZE);
  }

  #moveDivider(sio, wasm) {
    const read = sio.readUint32.bind(sio);
    const write = sio.writeUint32.bind(sio);
    const isDivider = (offset) => offset >= DIVIDER_FIRST && offset <= DIVIDER_LAST;
    sio.readUint32 = (offset) =>
      isDivider(offset) ? wasm.read_divider(offset) >>> 0 : read(offset);
    sio.writeUint32 = (offset, value) => {
      if (isDivider(offset)) {
        wasm.write_divider(offset, value);
      } else {
        write(offset, value);
      }
    };
  }

  /** Reads of status registers are kept for run(); `noted()` tells that one has happened. */
  #watchStatus(mcu, wasm, noted) {
    const watch = (block, base, offsets) => {
      const read = block.readUint32.bind(block);
      block.readUint32 = (offset) => {
        const value = read(offset);
        const isStatus = offsets.includes(offset);
        // Reading the reason of an abort clears it: only where there is none nothing changes.
        if (isStatus && (offset !== IC_TX_ABRT_SOURCE || value === 0)) {
          wasm.keep_status(base + offset, value);
          noted();
        }
        return value;
      };
    };
    mcu.i2c.forEach((block, k) => watch(block, I2C_BASES[k], I2C_STATUS));
    mcu.spi.forEach((block, k) => watch(block, SPI_BASES[k], [SSPSR]));
  }
}
