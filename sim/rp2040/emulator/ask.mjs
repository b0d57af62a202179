// node ask.mjs JOB.json: boots a board and runs the job's `program` by the raw REPL; what the
// program prints is what this prints. The flash as it is then goes to the job's `result`.
import fs from 'node:fs';

import { Pico } from './chip/pico.mjs';
import { loadUf2 } from './chip/uf2.mjs';
import { readJob } from './job.mjs';
import { RawRepl } from './raw_repl.mjs';
import { words } from './words.mjs';

const job = readJob();
const flash = new Uint8Array(fs.readFileSync(job.flash));
if (job.uf2) {
  loadUf2(fs.readFileSync(job.uf2), flash);
}
const pico = new Pico({
  bootrom: words(job.bootrom),
  flash,
  flashTiming: job.flash_timing,
  seed: job.seed,
});
const printed = new RawRepl(pico).run(job.program);
fs.writeFileSync(job.result, pico.flash);
process.stdout.write(printed);
