// What a job file describes: a board with a table around it, and a host at its cable.
import fs from 'node:fs';

import { Pico } from './chip/pico.mjs';
import { LinkHost } from './link_host.mjs';
import { Table } from './table/table.mjs';
import { words } from './words.mjs';

export function readJob() {
  return JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
}

export function writeResult(job, result) {
  fs.writeFileSync(job.result, JSON.stringify(result));
}

/** The table of a job before anything was played on it. */
export function newTable(job) {
  const fram = new Uint8Array(job.fram_bytes);
  if (job.fram) {
    fram.set(fs.readFileSync(job.fram));
  }
  return new Table(fram, job.wiring);
}

/** { pico, host }: a board that has just been switched on, and who listens to it. */
export function switchOn(job, table, flash) {
  const pico = new Pico({
    bootrom: words(job.bootrom),
    flash,
    flashTiming: job.flash_timing,
    seed: job.seed,
    attach: (board) => table.plug(board),
  });
  const host = new LinkHost(
    (bytes) => pico.usb.send(bytes),
    () => pico.ms,
    job.keys,
  );
  pico.usb.onData = (bytes) => host.feed(bytes);
  pico.usb.setLine(true);
  return { pico, host };
}
