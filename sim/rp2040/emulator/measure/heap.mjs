// MicroPython's heap, seen from outside: its allocation table is walked in the chip's RAM.
//
// Where the table is nobody has to say: py/mpstate.h keeps its address, its length, the addresses
// of one or two tables more, and where the pool begins and ends, in this order. Such a row of
// words, with a pool of four blocks for each byte of the table, is found once in RAM.

const SRAM_BASE = 0x20000000;
const BLOCK = 16; // bytes, MICROPY_BYTES_PER_GC_BLOCK on a 32-bit chip
const BLOCKS_A_BYTE = 4; // two bits each: free, head, tail, marked head
const LEAST_TABLE = 512; // bytes: no heap of a board is smaller than 32 kB
const FREE_IN_BYTE = [];
for (let byte = 0; byte < 256; byte++) {
  FREE_IN_BYTE.push([0, 2, 4, 6].filter((shift) => ((byte >> shift) & 3) === 0).length);
}

/** { table, length, pool, end } as offsets in `sram`, or null while there is no heap. */
export function findHeap(sram) {
  const words = new Uint32Array(sram.buffer, sram.byteOffset, sram.length >> 2);
  const offset = (address) => address - SRAM_BASE;
  for (let k = 0; k + 5 < words.length; k++) {
    const table = offset(words[k]);
    const length = words[k + 1];
    if (table < 0 || table >= sram.length || length < LEAST_TABLE || length > sram.length) {
      continue;
    }
    for (let more = 0; more <= 2; more++) {
      const pool = offset(words[k + 2 + more]);
      const end = offset(words[k + 3 + more]);
      const isPool = end - pool === length * BLOCKS_A_BYTE * BLOCK && end <= sram.length;
      if (isPool && table + length <= pool) {
        return { table, length, pool, end };
      }
    }
  }
  return null;
}

/** { free, largest } in bytes: free in all, and the largest block that could be had. */
export function walkHeap(sram, heap) {
  let free = 0;
  let run = 0;
  let largest = 0;
  const stop = heap.table + heap.length;
  for (let at = heap.table; at < stop; at++) {
    const byte = sram[at];
    if (byte === 0) {
      free += BLOCKS_A_BYTE;
      run += BLOCKS_A_BYTE;
      continue;
    }
    free += FREE_IN_BYTE[byte];
    for (let shift = 0; shift < 8; shift += 2) {
      if ((byte >> shift) & 3) {
        largest = Math.max(run, largest);
        run = 0;
      } else {
        run += 1;
      }
    }
  }
  return { free: free * BLOCK, largest: Math.max(largest, run) * BLOCK };
}

const JUMP = 4096; // bytes that nothing but a collection gives back at once

/**
 * Looks at the heap again and again: what is free at least, and after collections.
 *
 * A collection shows by itself, as a jump of what is free between two looks; where traps tell of
 * it (gc_pauses.mjs), noteCollection() is called instead.
 */
export class HeapWatch {
  constructor(pico) {
    this.pico = pico;
    this.trapped = false;
    this.keepsMemory = false; // a copy of the RAM when least was free, for heap_census.py
    this.restart();
  }

  /** Forget what was seen; the heap itself is found again after a reset. */
  restart() {
    this.heap = null;
    this.before = null;
    this.looks = 0;
    this.collections = 0;
    this.leastLargest = Infinity; // at any look
    this.after = { free: Infinity, largest: Infinity }; // the least of those after collections
    this.last = null;
    this.memory = null;
  }

  look() {
    const { sram } = this.pico.mcu;
    this.heap ??= findHeap(sram);
    if (this.heap === null) {
      return;
    }
    const seen = walkHeap(sram, this.heap);
    this.looks += 1;
    this.leastLargest = Math.min(this.leastLargest, seen.largest);
    if (!this.trapped && this.before !== null && seen.free > this.before + JUMP) {
      this.#collected(seen);
    }
    this.before = seen.free;
    this.last = seen;
  }

  /** A collection has just ended. */
  noteCollection() {
    this.look();
    if (this.last !== null) {
      this.#collected(this.last);
    }
  }

  #collected(seen) {
    this.collections += 1;
    if (this.keepsMemory && seen.free < this.after.free) {
      this.memory = this.pico.mcu.sram.slice();
    }
    this.after.free = Math.min(this.after.free, seen.free);
    this.after.largest = Math.min(this.after.largest, seen.largest);
  }

  report() {
    const { heap } = this;
    return {
      total: heap ? heap.end - heap.pool : null,
      looks: this.looks,
      collections: this.collections,
      free_after_collection: finite(this.after.free),
      largest_after_collection: finite(this.after.largest),
      largest_at_any_time: finite(this.leastLargest),
      at_the_end: this.last,
    };
  }
}

function finite(number) {
  return Number.isFinite(number) ? number : null;
}
