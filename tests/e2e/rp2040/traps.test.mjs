// A trap is noticed each time the core gets there, and changes nothing else.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Pico } from '../../../sim/rp2040/emulator/chip/pico.mjs';
import { clearTrap, setTrap } from '../../../sim/rp2040/emulator/measure/traps.mjs';
import { thumb } from './cores.mjs';

const FLASH = 0x10000000;
const LOOP = thumb(0x2000, 0x3001, 0x3001, 0xe7fc); // movs r0, #0; adds; adds; b to the first adds

function running() {
  const flash = new Uint8Array(4096);
  flash.set(LOOP);
  return new Pico({ bootrom: new Uint32Array(4096), flash });
}

test('every pass is counted, and the program goes on as without it', () => {
  const [watched, alone] = [running(), running()];
  let passes = 0;
  setTrap(watched, FLASH + 4, () => {
    passes += 1;
  });
  watched.run(1e6);
  alone.run(1e6);
  assert.ok(passes > 1000);
  assert.equal(watched.cycles, alone.cycles);
  assert.deepEqual([...watched.mcu.core.registers], [...alone.mcu.core.registers]);
});

test('an interrupt that waits in front of it takes nothing away', () => {
  const pico = running();
  let passes = 0;
  setTrap(pico, FLASH + 4, () => {
    passes += 1;
    pico.mcu.core.interruptsUpdated = true; // to be looked at, and none is enabled
  });
  const before = pico.mcu.core.registers[0];
  pico.run(1e6);
  assert.ok(passes > 1000);
  const added = pico.mcu.core.registers[0] - before;
  assert.ok(Math.abs(added - 2 * passes) <= 2, `${added} was added in ${passes} passes`);
});

test('a trap that is cleared, or a board that is reset, leaves the program as it was', () => {
  const pico = running();
  setTrap(pico, FLASH + 4, () => assert.fail('it was cleared'));
  clearTrap(pico, FLASH + 4);
  setTrap(pico, FLASH + 2, () => {});
  pico.reset();
  assert.deepEqual([...pico.flash.slice(0, 8)], [...LOOP]);
  pico.run(pico.nanos + 1e5);
});
