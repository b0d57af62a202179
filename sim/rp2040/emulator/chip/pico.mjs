// A Raspberry Pi Pico: an RP2040 around npm's rp2040js, its flash, and the end of a USB cable.
//
// Time is the chip's own: run() lets as much of it pass as it is told. A reset builds the chip
// anew, as it does in life; what lies around it is told by `attach` to plug itself in again.
import { FastCore, FLASH_SIZE } from '../core/fast_core.mjs';
import { SlowCore } from '../core/slow_core.mjs';
import { ConsoleLogger, LogLevel, RP2040, SimulationClock } from '../rp2040js.mjs';
import { makeDice } from './dice.mjs';
import { FlashChip } from './flash_chip.mjs';
import { Pads } from './pads.mjs';
import { PL011 } from './pl011.mjs';
import { PlainRegisters, RingOscillator, withoutSecondCore } from './small_blocks.mjs';
import { QspiPads, SSI, XipControl } from './ssi.mjs';
import { UsbHost } from './usb_host.mjs';

const ENTRY = 0x10000000; // the second stage of the boot, where the boot ROM would jump
const UART_IRQS = [20, 21];
const LONGEST_RUN = 100_000; // cycles without a look at anything
const CHECK_CLOCK_EVERY = 4096; // instructions of the slow core

// Why run() came back
export const UNTIL = 'until'; // the time is there
export const RESET = 'reset'; // the watchdog has bitten, or the program asked for it
export const STOPPED = 'stopped'; // stop() was called
export const ASLEEP = 'asleep'; // nothing will ever wake it

export class Pico {
  /**
   * - `bootrom`: its 4096 words
   * - `flash`: what its flash holds, up to 2 MiB
   * - `flashTiming`: 'typ', 'max' or 'none' (flash_chip.mjs)
   * - `seed`: of all chance
   * - `attach(pico)`: plugs in what lies around it; called again after every reset
   * - `slow`: rp2040js' own core instead of ours
   */
  constructor({ bootrom, flash, flashTiming = 'typ', seed = 1, attach = () => {}, slow = false }) {
    this.options = { bootrom, flashTiming, seed, attach, slow };
    this.dice = makeDice(seed);
    this.starts = 0;
    this.cycles = 0; // executed, waits for the cache among them
    this.sleptNanos = 0;
    this.flashWaitNanos = 0; // in which the core could do nothing but wait for the flash
    this.onFlashOperation = null;
    this.onReset = null;
    this.onSecondCore = null;
    this.sampling = null; // { every, next, take }: see sample()
    this.traps = new Map(); // address → what to call when the core gets there
    const array = new Uint8Array(FLASH_SIZE).fill(0xff);
    array.set(flash);
    this.#build(array, 0, null);
  }

  get nanos() {
    return this.clock.nanosCounter;
  }

  get ms() {
    return this.clock.nanosCounter / 1e6;
  }

  get flash() {
    return this.mcu.flash;
  }

  // ---- power and reset

  /** A hard reset: RAM and everything in the chip are lost; the watchdog's scratch is not. */
  reset() {
    const { reason, scratchData } = this.watchdog;
    this.traps.forEach((trap) => trap.aside());
    this.traps.clear();
    this.#build(this.flash.slice(), this.nanos, { reason, scratch: scratchData.slice() });
    this.onReset?.();
  }

  /** What its flash would hold if the power failed now, and which operation that would tear. */
  afterCut() {
    const [flash, torn] = this.chip.afterCut(this.dice);
    return { flash, torn };
  }

  #build(flash, nanos, watchdog) {
    const { bootrom, flashTiming, seed, slow } = this.options;
    this.starts += 1;
    this.stopReason = null;
    this.clock = new SimulationClock();
    this.clock.nanosCounter = nanos;
    const mcu = new RP2040(this.clock);
    this.mcu = mcu;
    this.core = slow ? new SlowCore(mcu) : new FastCore(mcu);
    this.isFast = !slow;
    mcu.logger = new ConsoleLogger(LogLevel.Error);
    mcu.loadBootrom(bootrom);
    mcu.flash.set(flash);
    this.chip = new FlashChip({
      memory: mcu.flash.subarray(0, FLASH_SIZE),
      clock: this.clock,
      timing: flashTiming,
      uniqueId: [0xe6, 0x61, 0x4c, 0x31, 0x1b, 0x8a, 0x24, 0x2f],
      wait: (waited) => {
        this.flashWaitNanos += waited;
        this.clock.tick(waited);
      },
    });
    this.chip.onOperation = (operation) => this.onFlashOperation?.(operation);
    this.#addBlocks(mcu, seed);
    this.#addWatchdog(mcu, watchdog);
    this.pads = new Pads(mcu);
    this.usb = new UsbHost(mcu.usbCtrl);
    this.options.attach(this);
    mcu.core.PC = ENTRY;
  }

  #addBlocks(mcu, seed) {
    const blocks = mcu.peripherals;
    blocks[0x14000] = new XipControl(mcu, (cycles) => {
      this.core.flushCache();
      this.#pass(cycles);
    });
    blocks[0x18000] = new SSI(mcu, this.chip, (cycles) => this.core.setMissCycles(cycles));
    blocks[0x40018] = new QspiPads(mcu, this.chip);
    blocks[0x40060] = new RingOscillator(mcu, seed * 7919 + this.starts);
    blocks[0x40064] = new PlainRegisters(mcu, 'VREG');
    mcu.uart = UART_IRQS.map((irq, k) => new PL011(mcu, `UART${k}`, irq));
    [blocks[0x40034], blocks[0x40038]] = mcu.uart;
    withoutSecondCore(mcu, () => this.onSecondCore?.());
  }

  #addWatchdog(mcu, kept) {
    const watchdog = mcu.peripherals[0x40058];
    this.watchdog = watchdog;
    if (kept) {
      watchdog.reason = kept.reason;
      watchdog.scratchData.set(kept.scratch);
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.timer.enable = false;
      watchdog.alarm.enable = false;
      this.stop(RESET);
    };
  }

  // ---- watching

  /** Call `take()` about every so many cycles; `every` 0 ends it. */
  sample(every, take) {
    this.sampling = every ? { every, next: this.cycles + every, take } : null;
  }

  /** Ask run() to come back after the instruction under way. */
  stop(reason = STOPPED) {
    this.stopReason ??= reason;
  }

  // ---- time

  /** Let time pass up to `nanos`, at most; why it came back. */
  run(nanos) {
    const { mcu, clock } = this;
    const { core } = mcu;
    this.core.forgetStatus(); // whoever called may have moved something
    for (;;) {
      if (this.stopReason !== null) {
        const reason = this.stopReason;
        this.stopReason = null;
        return reason;
      }
      if (clock.nanosCounter >= nanos) {
        return UNTIL;
      }
      if (core.waiting) {
        const alarm = clock.nextAlarm;
        const wake = Math.min(alarm ? alarm.nanos : Infinity, nanos);
        if (wake === Infinity) {
          return ASLEEP;
        }
        const slept = Math.max(0, wake - clock.nanosCounter);
        this.sleptNanos += slept;
        this.core.forgetStatus();
        clock.tick(slept);
      } else if (!this.isFast) {
        this.#runSlowly(nanos);
      } else if (core.interruptsUpdated) {
        this.#interruptOrGoOn();
      } else {
        this.#runFast(nanos);
      }
    }
  }

  #runFast(nanos) {
    const { clock, core: fast, mcu } = this;
    const alarm = clock.nextAlarm;
    const until = alarm && alarm.nanos < nanos ? alarm.nanos : nanos;
    const cycleNanos = 1e9 / mcu.clkSys;
    let budget = Math.ceil((until - clock.nanosCounter) / cycleNanos);
    budget = Math.min(Math.max(budget, 1), LONGEST_RUN);
    if (this.sampling) {
      budget = Math.min(budget, this.#sampleDue());
    }
    const cycles = fast.run(budget, clock.nanosCounter, cycleNanos);
    if (cycles) {
      this.#pass(cycles);
    }
    if (fast.handedOver && !mcu.core.interruptsUpdated && this.stopReason === null) {
      this.#carryOut();
    }
  }

  /** An instruction that is not plain, or a trap. */
  #carryOut() {
    const trap = this.traps.get(this.mcu.core.registers[15] & ~1);
    trap?.reached();
    this.#stepOver(trap);
  }

  /** rp2040js looks for interrupts first: if one is taken, what comes next comes later. */
  #interruptOrGoOn() {
    const { core } = this.mcu;
    const trap = this.traps.get(core.registers[15] & ~1);
    const active = core.IPSR;
    this.#stepOver(trap);
    if (trap && core.IPSR === active) {
      trap.reached();
    }
  }

  #stepOver(trap) {
    trap?.aside();
    this.#pass(this.core.step());
    trap?.again();
  }

  #runSlowly(nanos) {
    const { core } = this.mcu;
    for (let k = 0; k < CHECK_CLOCK_EVERY; k++) {
      this.#pass(this.core.step());
      if (core.waiting || this.stopReason !== null || this.clock.nanosCounter >= nanos) {
        return;
      }
    }
  }

  #pass(cycles) {
    const { clock } = this;
    const nanos = (cycles * 1e9) / this.mcu.clkSys;
    this.cycles += cycles;
    if (clock.nextAlarm && clock.nextAlarm.nanos <= clock.nanosCounter + nanos) {
      this.core.forgetStatus();
    }
    clock.tick(nanos);
  }

  #sampleDue() {
    const { sampling } = this;
    if (this.cycles >= sampling.next) {
      // Not on the beat of anything that the program itself does regularly
      sampling.next = this.cycles + sampling.every * (0.5 + this.dice());
      sampling.take();
    }
    return Math.max(1, Math.ceil(sampling.next - this.cycles));
  }

  /** Let `ms` pass; resets happen on the way. Returns false when it can never wake again. */
  runFor(ms) {
    return this.runUntil(() => false, ms) !== ASLEEP;
  }

  /** Let time pass until `holds()`, at most `ms`; UNTIL when it did not, else null. */
  runUntil(holds, ms) {
    const end = this.nanos + ms * 1e6;
    while (!holds()) {
      const why = this.run(Math.min(end, this.nanos + LOOK_NANOS));
      if (why === RESET) {
        this.reset();
      } else if (why === STOPPED || why === ASLEEP) {
        return why;
      } else if (this.nanos >= end) {
        return holds() ? null : UNTIL;
      }
    }
    return null;
  }
}

const LOOK_NANOS = 50_000; // how often a condition is looked at
