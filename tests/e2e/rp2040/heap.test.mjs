// MicroPython's heap is found and walked in a memory that is made up.
import assert from 'node:assert/strict';
import test from 'node:test';

import { findHeap, HeapWatch, walkHeap } from '../../../sim/rp2040/emulator/measure/heap.mjs';

const BASE = 0x20000000;
const HEAD = 1;
const TAIL = 2;

/** 264 KiB with a heap as gc_setup_area() lays it out; `blocks` are its first, the rest is free. */
function memory(tables, blocks = []) {
  const sram = new Uint8Array(264 * 1024);
  const view = new DataView(sram.buffer);
  const end = 0x40000;
  const table = 0x3000;
  const length = 3842;
  const pool = end - length * 4 * 16;
  const more = tables.map((_, k) => BASE + table + length + 1 + 500 * k);
  const row = [BASE + table, length, ...more, BASE + pool, BASE + end, 7, 9];
  row.forEach((word, k) => view.setUint32(0x1f60 + 4 * k, word, true));
  view.setUint32(0x1f00, BASE + table, true); // something that only begins like it
  view.setUint32(0x1f04, length, true);
  view.setUint32(0x1f08, BASE + 0x100, true);
  blocks.forEach((kind, k) => {
    sram[table + (k >> 2)] |= kind << (2 * (k & 3));
  });
  return { sram, pool, end, table, length };
}

test('the heap is found with one table more, with two, and with none', () => {
  for (const tables of [[], ['finaliser'], ['finaliser', 'weakref']]) {
    const { sram, ...laidOut } = memory(tables);
    const { pool, end, table, length } = laidOut;
    assert.deepEqual(findHeap(sram), { table, length, pool, end });
  }
});

test('a memory without a heap has none', () => {
  assert.equal(findHeap(new Uint8Array(264 * 1024)), null);
  const noise = new Uint8Array(264 * 1024).map((_, k) => (k * 2654435761) >>> 24);
  assert.equal(findHeap(noise), null);
});

test('free bytes and the largest free block are counted in blocks of sixteen bytes', () => {
  const blocks = [HEAD, TAIL, 0, 0, HEAD, 0, 0, 0, HEAD, TAIL, TAIL, HEAD];
  const { sram, length } = memory(['finaliser'], blocks);
  const all = length * 4;
  const found = walkHeap(sram, findHeap(sram));
  assert.equal(found.free, (all - 7) * 16);
  assert.equal(found.largest, (all - 12) * 16);
});

test('a full heap with a hole of three blocks has a largest block of 48 bytes', () => {
  const { sram, table, length } = memory(['finaliser']);
  sram.fill(0b10101010, table, table + length);
  sram[table + 1000] = 0b10000000; // three free, then a tail
  assert.deepEqual(walkHeap(sram, findHeap(sram)), { free: 48, largest: 48 });
});

test('a collection shows as a jump of what is free', () => {
  const { sram, table } = memory(['finaliser']);
  const watch = new HeapWatch({ mcu: { sram } });
  watch.look();
  sram.fill(0b10101010, table, table + 1000);
  watch.look();
  sram.fill(0, table + 500, table + 1000);
  watch.look();
  sram[table + 999] = 1;
  watch.look();
  const told = watch.report();
  assert.equal(told.collections, 1);
  assert.equal(told.free_after_collection, (3842 - 500) * 64);
  assert.equal(told.looks, 4);
});
