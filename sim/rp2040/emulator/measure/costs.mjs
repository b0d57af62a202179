// What each Python function costs: core time, waits for the flash and bytes of the heap, told by the
// innermost functions under way. For the desk's table of costs (sim/charging).
import { Profiler } from './profiler.mjs';
import { clearTrap, setTrap } from './traps.mjs';

const INNERMOST = 4; // functions that are told: the desk may not have the first
const BLOCK = 16; // bytes; the heap gives whole blocks
const FLASH_WAIT = 'flash wait';

export class CostProbe {
  constructor(pico, symbols) {
    this.pico = pico;
    this.time = new Map(); // stack and work → nanoseconds
    this.heap = new Map(); // stack → bytes that are not given back by whoever took them
    this.taken = new Map(); // address → [stack, bytes]
    this.lastCycles = pico.cycles;
    this.lastWait = pico.flashWaitNanos;
    this.profiler = new Profiler(pico, symbols);
    this.profiler.onSample = (python, work) => this.#sample(python, work);
    this.traps = [symbols.at('gc_alloc'), symbols.at('gc_free')];
    setTrap(pico, this.traps[0], () => this.#allocation());
    setTrap(pico, this.traps[1], () => this.#free(pico.mcu.core.registers[0]));
  }

  stop() {
    this.profiler.stop();
    this.traps.forEach((address) => clearTrap(this.pico, address));
  }

  report() {
    return { time: [...this.time], heap: [...this.heap] };
  }

  /** What has passed since the last sample is told of the functions found now. */
  #sample(python, work) {
    const { pico } = this;
    const nanos = ((pico.cycles - this.lastCycles) * 1e9) / pico.mcu.clkSys;
    const stack = told(python);
    add(this.time, `${work}|${stack}`, nanos);
    const wait = pico.flashWaitNanos - this.lastWait;
    if (wait > 0) {
      add(this.time, `${FLASH_WAIT}|${stack}`, wait);
    }
    this.lastCycles = pico.cycles;
    this.lastWait = pico.flashWaitNanos;
  }

  #allocation() {
    const { pico } = this;
    const { registers } = pico.mcu.core;
    const bytes = Math.ceil(registers[0] / BLOCK) * BLOCK;
    const stack = told(this.profiler.python.read());
    const back = registers[14];
    if (pico.traps.has(back & ~1)) {
      return; // somebody looks there already: a collection that this allocation began
    }
    setTrap(pico, back, () => {
      clearTrap(pico, back);
      if (pico.mcu.core.registers[0]) {
        this.taken.set(pico.mcu.core.registers[0], [stack, bytes]);
        add(this.heap, stack, bytes);
      }
    });
  }

  /** Large frames are given back when their function returns. */
  #free(address) {
    const taken = this.taken.get(address);
    if (taken) {
      add(this.heap, taken[0], -taken[1]);
      this.taken.delete(address);
    }
  }
}

function told(python) {
  return python.slice(0, INNERMOST).join('<');
}

function add(sums, what, amount) {
  sums.set(what, (sums.get(what) ?? 0) + amount);
}
