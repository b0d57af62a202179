// node play.mjs JOB.json: a recorded play on the emulated board, and all that was seen of it.
//
// The job names its files; what came of it is written to the job's `result`.
import fs from 'node:fs';

import { makeDice } from './chip/dice.mjs';
import { UNTIL } from './chip/pico.mjs';
import { i2cBitNanos } from './table/buses.mjs';
import { DONE, Dealer, UNTOLD } from './dealer.mjs';
import { Flood } from './flood.mjs';
import { newTable, readJob, switchOn, writeResult } from './job.mjs';
import { CostProbe } from './measure/costs.mjs';
import { GcPauses } from './measure/gc_pauses.mjs';
import { HeapWatch } from './measure/heap.mjs';
import { Profiler } from './measure/profiler.mjs';
import { Symbols } from './measure/symbols.mjs';
import { TableWatch } from './measure/table_watch.mjs';

const HELLO_LIMIT_MS = 60_000;
const SETTLE_MS = 1500; // after hello, before anything is measured
const AFTER_MS = 1000; // for records that nobody expects

const job = readJob();
const started = performance.now();
const table = newTable(job);
const { pico, host } = switchOn(job, table, fs.readFileSync(job.flash));

const heap = new HeapWatch(pico);
heap.keepsMemory = Boolean(job.memory);
const watch = new TableWatch(pico, table);
const dealer = new Dealer({
  pico,
  table,
  host,
  play: job.play,
  dice: makeDice(job.seed),
  watch,
  patienceMs: job.patience_ms,
});
dealer.onLook = () => heap.look();

const symbols = job.symbols ? Symbols.read(job.symbols) : null;
const result = { hello_ms: null, outcome: 'no hello', phases: {} };
const starting = job.profile && !job.costs && symbols ? new Profiler(pico, symbols) : null;
if (pico.runUntil(() => host.hello !== null, HELLO_LIMIT_MS) !== UNTIL && host.hello) {
  result.hello_ms = host.helloMs;
  result.hello = host.hello;
  result.start_profile = starting?.report() ?? null;
  starting?.stop();
  const pauses = symbols ? new GcPauses(pico, symbols, () => heap.noteCollection()) : null;
  heap.trapped = pauses !== null;
  playAll(pauses);
}
result.records = host.records;
result.noise = host.noise;
result.replies = host.replies;
result.resent = host.resent;
result.damaged = host.damaged;
result.i2c_bit_ns = i2cBitNanos(pico);
if (job.memory && heap.memory) {
  fs.writeFileSync(`${job.memory}.ram`, heap.memory);
  fs.writeFileSync(`${job.memory}.flash`, pico.mcu.flash);
  result.heap_at = heap.heap;
}
result.wall_s = (performance.now() - started) / 1000;
result.table_s = pico.ms / 1000;
writeResult(job, result);

function playAll(pauses) {
  const isUp = dealer.pass(SETTLE_MS);
  result.start = { stack: stack() };
  pico.core.resetLowestSp();
  const Probe = job.costs ? CostProbe : Profiler;
  const profile = job.profile && symbols ? () => new Probe(pico, symbols) : () => null;
  if (isUp && measured('idle', () => dealer.pass(job.idle_ms), pauses, profile())) {
    measured('play', deal, pauses, profile());
  } else {
    result.outcome = 'reset before the play';
  }
}

function deal() {
  const flood = job.flood ? new Flood(pico.usb, job.flood, makeDice(job.seed)) : null;
  const answers = host.replies.length;
  if (flood) {
    flood.fill();
    pico.usb.send(Buffer.from('\n')); // the board is ready to take: begin
  }
  dealAll();
  if (flood) {
    flood.stop();
    result.flood = { kind: job.flood, bytes: flood.bytes, answered: host.replies.length - answers };
    host.replies.length = answers; // a flood is answered: that is not for the report
  }
  return true;
}

function dealAll() {
  const { outcome, wanted } = dealer.run();
  result.outcome = outcome;
  result.wanted = wanted;
  result.actions_done = dealer.done;
  if (outcome === DONE) {
    const missing = dealer.waitForTheRest(job.records);
    if (missing !== null) {
      result.outcome = missing;
      result.wanted = missing === UNTOLD ? dealer.told.length + 1 : null;
    }
    dealer.pass(AFTER_MS);
  }
}

function measured(name, work, pauses, profiler) {
  const from = pico.nanos;
  const cycles = pico.cycles;
  const flashWait = pico.flashWaitNanos;
  const misses = pico.core.misses;
  const collections = pauses?.pauses.length ?? 0;
  const before = i2cSoFar();
  heap.restart();
  watch.restart();
  watch.onGap = profiler?.stalled ? (...gap) => profiler.stalled(...gap) : null;
  const outcome = work();
  const span = pico.nanos - from;
  result.phases[name] = {
    ...watch.report(),
    busy: ((pico.cycles - cycles) * 1e9) / pico.mcu.clkSys / span,
    flash_wait: (pico.flashWaitNanos - flashWait) / span,
    cache_misses: pico.core.misses - misses,
    clk_sys: pico.mcu.clkSys,
    heap: heap.report(),
    gc_pauses: pauses?.pauses.slice(collections) ?? null,
    stack: stack(),
    i2c: i2cSoFar().map((count, k) => count - before[k]),
    profile: profiler?.report() ?? null,
  };
  profiler?.stop();
  return outcome;
}

/** Transactions and bytes on both buses. */
function i2cSoFar() {
  const { transactions, bytes } = table.traffic;
  return [transactions, bytes].map((counts) =>
    [...counts].reduce((sum, [name, count]) => (name.startsWith('i2c') ? sum + count : sum), 0),
  );
}

/** How deep the C stack has been; it ends where the heap's pool does. */
function stack() {
  const [lowest, pc] = pico.core.lowestSp;
  const top = pico.mcu.readUint32(pico.mcu.core.VTOR);
  const bottom = heap.heap ? 0x20000000 + heap.heap.end : null;
  return { top, bottom, lowest, pc, function: symbols?.functionAt(pc) ?? null };
}
