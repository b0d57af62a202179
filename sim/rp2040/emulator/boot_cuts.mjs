// node boot_cuts.mjs JOB.json: a board that puts an update in force, its power cut while it does.
//
// Runs from power-up until boot.py has ended, which is when USB comes up. At each of the job's
// `moments` (parts of the time in which the flash is written, 0 to 1) a second board is started from
// what the flash would hold if the power failed just then; with `again`, it is cut once more, at that
// part of its own start. Its flash goes to `result` with the number of the moment behind it, that
// of the uncut one to `result` itself.
import fs from 'node:fs';

import { Pico } from './chip/pico.mjs';
import { readJob } from './job.mjs';
import { words } from './words.mjs';

const LIMIT_MS = 600_000;

const job = readJob();
const flash = new Uint8Array(fs.readFileSync(job.flash));
const first = newBoard(flash);
const operations = [];
first.onFlashOperation = (one) => operations.push(one);
finish(first, 'uncut');
fs.writeFileSync(job.result, first.flash);

const begin = operations[0].from;
const whole = operations.at(-1).until - begin;
const trials = [];
for (const [number, moment] of job.moments.entries()) {
  const pico = newBoard(flash);
  pico.run(begin + moment * whole);
  let cut = pico.afterCut();
  const torn = [cut.torn];
  if (job.again) {
    const second = newBoard(cut.flash);
    second.run(begin + job.again[number] * whole);
    cut = second.afterCut();
    torn.push(cut.torn);
  }
  const after = newBoard(cut.flash);
  finish(after, moment);
  fs.writeFileSync(`${job.result}.${number}`, after.flash);
  trials.push({ moment, torn, ms: after.ms });
}
process.stdout.write(JSON.stringify({ operations: operations.length, ms: first.ms, trials }));

function newBoard(content) {
  return new Pico({
    bootrom: words(job.bootrom),
    flash: Uint8Array.from(content),
    flashTiming: job.flash_timing,
    seed: job.seed,
  });
}

function finish(pico, what) {
  pico.usb.setLine(true);
  pico.runUntil(() => pico.usb.configured, LIMIT_MS);
  if (!pico.usb.configured) {
    throw new Error(`cut at ${what}: the board shows no USB`);
  }
  pico.runFor(1500); // main.py has looked around
}
