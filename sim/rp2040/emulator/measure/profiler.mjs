// Where the core's time goes: its state is looked at some ten thousand times a second.
import { PythonStack } from './python_stack.mjs';

const EVERY_CYCLES = 12_500; // 0.1 ms at 125 MHz
const SHOWN = 60;
const NAMED_MS = 45; // stalls from this length on are told with the functions that were under way
const KEPT = 4000; // samples, for them
const INNERMOST = 5; // functions of a sample that are told
const SEARCHED = 256; // words of the C stack in which a caller's name is looked for

// What C code is busy with, by the names of its functions; the first that fits
const WORK = [
  ['gc', /^gc_(collect|sweep|mark|deal)/],
  ['i2c', /^(i2c_|machine_i2c_|mp_machine_i2c_)/],
  ['spi', /^(spi_|machine_spi_)/],
  ['flash', /^(lfs2_|flash_|rp2_flash|vfs_lfs2|_Z.*flash)/],
  ['lamps', /^(mp_machine_bitstream|machine_bitstream)/],
  ['usb', /^(tud_|dcd_|usbd_|mp_usbd|cdcd_)/],
  ['sleep', /^(mp_hal_delay|best_effort_wfe|mp_event_wait)/],
  ['hash, json', /^(sha256|CRYAL|mbedtls|mp_json|mod_json|mod_binascii|uzlib)/],
  ['allocation', /^(gc_alloc|gc_free|gc_realloc|m_malloc|m_new|m_realloc|m_free)/],
];

export class Profiler {
  constructor(pico, symbols) {
    this.pico = pico;
    this.symbols = symbols;
    this.python = new PythonStack(pico, symbols);
    this.samples = 0;
    this.own = new Map(); // by the innermost Python function
    this.within = new Map(); // by every function on the stack
    this.layers = new Map(); // by the package of the innermost function of ours
    this.work = new Map(); // by what C code does
    this.both = new Map(); // layer and work together
    this.c = new Map(); // by the C function
    this.onSample = null;
    this.recent = []; // [ms, functions] of the last samples
    this.stalls = [];
    pico.sample(EVERY_CYCLES, () => this.#take());
  }

  stop() {
    this.pico.sample(0, null);
  }

  report() {
    const shares = (counts) =>
      [...counts]
        .sort((one, other) => other[1] - one[1])
        .slice(0, SHOWN)
        .map(([what, count]) => [what, Math.round((10000 * count) / this.samples) / 100]);
    return {
      samples: this.samples,
      layers: shares(this.layers),
      work: shares(this.work),
      layers_and_work: shares(this.both),
      own: shares(this.own),
      within: shares(this.within),
      c: shares(this.c),
      stalls: this.stalls,
    };
  }

  /** Nothing was heard for so long: who was under way meanwhile, in ms. */
  stalled(what, from, until) {
    if (until - from < NAMED_MS) {
      return;
    }
    const counts = new Map();
    for (const [ms, functions] of this.recent) {
      if (ms >= from && ms <= until) {
        count(counts, functions);
      }
    }
    const by = [...counts].sort((one, other) => other[1] - one[1]).slice(0, SHOWN);
    this.stalls.push({ what, from, until, by: by.map(([name, times]) => [name, times / 10]) });
  }

  #take() {
    const { registers } = this.pico.mcu.core;
    const innermost = this.symbols.functionAt(registers[15] & ~1);
    const python = this.python.read();
    const work = this.#workOf(innermost, registers);
    const layer = layerOf(python);
    this.samples += 1;
    count(this.c, innermost);
    count(this.own, python[0] ?? '(none)');
    new Set(python).forEach((name) => count(this.within, name));
    count(this.layers, layer);
    count(this.work, work);
    count(this.both, `${layer} | ${work}`);
    this.recent.push([this.pico.ms, `${work}|${python.slice(0, INNERMOST).join('<')}`]);
    if (this.recent.length > KEPT) {
      this.recent.splice(0, KEPT / 2);
    }
    this.onSample?.(python, work);
  }

  /** The C function itself, or one of its callers up to the next Python function. */
  #workOf(innermost, registers) {
    const { mcu } = this.pico;
    const callers = [innermost, this.symbols.functionAt(registers[14] & ~1)];
    for (let k = 0; k < SEARCHED; k++) {
      const at = registers[13] - 0x20000000 + 4 * k;
      if (at + 4 > mcu.sram.length) {
        break;
      }
      const word = mcu.sramView.getUint32(at, true);
      if (word & 1 && word >>> 24 === 0x10) {
        const name = this.symbols.functionAt(word & ~1);
        if (name === 'mp_execute_bytecode') {
          break;
        }
        callers.push(name);
      }
    }
    for (const [work, names] of WORK) {
      if (callers.some((name) => names.test(name))) {
        return work;
      }
    }
    return 'python';
  }
}

/** cardtable.readers.sweep:run → readers; of other code the module. */
function layerOf(python) {
  const own = python.find((name) => name.startsWith('cardtable.'));
  const name = own ?? python[0];
  if (name === undefined) {
    return '(none)';
  }
  const parts = name.split(':')[0].split('.');
  return parts[0] === 'cardtable' ? (parts[1] ?? 'cardtable') : parts[0];
}

function count(counts, what) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
