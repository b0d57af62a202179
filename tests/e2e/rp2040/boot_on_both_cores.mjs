// node boot_on_both_cores.mjs JOB.json: MicroPython's start on the fast core and on rp2040js' own.
//
// Prints, for moments of the start, what differs; and at the end how far it came.
import { createHash } from 'node:crypto';
import fs from 'node:fs';

import { Pico } from '../../../sim/rp2040/emulator/chip/pico.mjs';
import { loadUf2 } from '../../../sim/rp2040/emulator/chip/uf2.mjs';
import { readJob } from '../../../sim/rp2040/emulator/job.mjs';
import { words } from '../../../sim/rp2040/emulator/words.mjs';

const EVERY_NANOS = 1e6;

const job = readJob();
const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
loadUf2(fs.readFileSync(job.uf2), flash);
const [fast, slow] = [false, true].map((isSlow) => {
  const pico = new Pico({ bootrom: words(job.bootrom), flash, slow: isSlow });
  pico.usb.setLine(true);
  return pico;
});
const differences = [];
let compared = 0;
for (let nanos = EVERY_NANOS; nanos <= job.ms * 1e6 && !differences.length; nanos += EVERY_NANOS) {
  const [one, other] = [fast, slow].map((pico) => {
    pico.run(nanos);
    return seen(pico);
  });
  compared += 1;
  for (const what of Object.keys(one)) {
    if (JSON.stringify(one[what]) !== JSON.stringify(other[what])) {
      differences.push(`${nanos / 1e6} ms: ${what} ${one[what]} and ${other[what]}`);
    }
  }
}
process.stdout.write(
  JSON.stringify({
    compared,
    differences,
    cycles: fast.cycles,
    misses: fast.core.misses,
    configured: fast.usb.configured,
  }),
);

function seen(pico) {
  const { core } = pico.mcu;
  return {
    registers: [...core.registers],
    flags: [core.N, core.Z, core.C, core.V],
    micros: Math.round(pico.nanos / 1000), // sums of the same parts in another order
    cycles: pico.cycles,
    misses: pico.core.misses,
    sram: createHash('sha256').update(pico.mcu.sram).digest('hex'),
  };
}
