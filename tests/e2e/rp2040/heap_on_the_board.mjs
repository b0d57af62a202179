// node heap_on_the_board.mjs JOB.json: MicroPython's own figures of its heap, and ours.
import fs from 'node:fs';

import { Pico } from '../../../sim/rp2040/emulator/chip/pico.mjs';
import { loadUf2 } from '../../../sim/rp2040/emulator/chip/uf2.mjs';
import { readJob } from '../../../sim/rp2040/emulator/job.mjs';
import { findHeap, walkHeap } from '../../../sim/rp2040/emulator/measure/heap.mjs';
import { RawRepl } from '../../../sim/rp2040/emulator/raw_repl.mjs';
import { words } from '../../../sim/rp2040/emulator/words.mjs';

const job = readJob();
const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
loadUf2(fs.readFileSync(job.uf2), flash);
const pico = new Pico({ bootrom: words(job.bootrom), flash });
const told = new RawRepl(pico).run(`
import gc, micropython
kept = [bytearray(500) for _ in range(40)]
for k in range(0, 40, 2):
    kept[k] = None
gc.collect()
micropython.mem_info()
`);
const heap = findHeap(pico.mcu.sram);
const number = (pattern) => Number(pattern.exec(told)[1]);
process.stdout.write(
  JSON.stringify({
    board: {
      total: number(/GC: total: (\d+)/),
      free: number(/free: (\d+)/),
      largest: 16 * number(/max free sz: (\d+)/),
    },
    ours: { total: heap.end - heap.pool, ...walkHeap(pico.mcu.sram, heap) },
  }),
);
