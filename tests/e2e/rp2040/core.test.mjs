// The fast core is rp2040js' core: every plain instruction gives the same registers, flags, memory
// and cycles, also where the flash cache misses.
import assert from 'node:assert/strict';
import test from 'node:test';

import { makeDice } from '../../../sim/rp2040/emulator/chip/dice.mjs';
import { FLASH, Pair, SRAM, thumb } from './cores.mjs';

const DATA = SRAM + 0x8000; // where registers point to
const STACK = SRAM + 0x10000;
const SHIFTS_BY_REGISTER = [2, 3, 4, 7]; // LSLS, LSRS, ASRS, RORS

/** A plain instruction by chance, with registers r0 to r3 as data and r4 to r7 as addresses. */
function anyInstruction(dice) {
  const below = (n) => Math.floor(dice() * n);
  const data = () => below(4);
  const address = () => 4 + below(4);
  const shapes = [
    () => (below(3) << 11) | (below(32) << 6) | (data() << 3) | data(), // shifts, immediate
    () => 0x1800 | (below(4) << 9) | (data() << 6) | (data() << 3) | data(), // ADDS, SUBS
    () => 0x2000 | (below(4) << 11) | (data() << 8) | below(256), // MOVS, CMP, ADDS, SUBS
    () => {
      const operation = below(16);
      // rp2040js has other carries than the ARM ARM for shifts by 0 and by more than 31.
      const from = SHIFTS_BY_REGISTER.includes(operation) ? 7 : data();
      return 0x4000 | (operation << 6) | (from << 3) | data();
    },
    () => 0x4400 | (data() << 3) | data(), // ADD
    () => 0x4500 | (data() << 3) | data(), // CMP
    () => 0x4600 | (data() << 3) | data(), // MOV
    () => 0x6000 | (below(32) << 6) | (address() << 3) | data(), // STR
    () => 0x6800 | (below(32) << 6) | (address() << 3) | data(), // LDR
    () => 0x7000 | (below(32) << 6) | (address() << 3) | data(), // STRB
    () => 0x7800 | (below(32) << 6) | (address() << 3) | data(), // LDRB
    () => 0x8000 | (below(32) << 6) | (address() << 3) | data(), // STRH
    () => 0x8800 | (below(32) << 6) | (address() << 3) | data(), // LDRH
    () => 0x9000 | (data() << 8) | below(64), // STR to the stack
    () => 0x9800 | (data() << 8) | below(64), // LDR from the stack
    () => 0xa000 | (data() << 8) | below(256), // ADR
    () => 0xa800 | (data() << 8) | below(256), // ADD, SP
    () => 0xb000 | (below(2) << 7) | below(4), // ADD SP, SUB SP
    () => 0xb200 | (below(4) << 6) | (data() << 3) | data(), // extensions
    () => 0xb400 | (1 + below(15)) | (below(2) << 8), // PUSH
    () => 0xbc00 | (1 + below(15)), // POP
    () => 0xba00 | ([0, 1, 3][below(3)] << 6) | (data() << 3) | data(), // REV
    () => 0xc000 | ((4 + below(3)) << 8) | (1 + below(15)), // STMIA
    () => 0xc800 | ((4 + below(3)) << 8) | (1 + below(15)), // LDMIA
    () => 0xd000 | (below(14) << 8) | 0, // B with a condition, over one instruction
    () => 0xbf00, // NOP
  ];
  return shapes[below(shapes.length)]();
}

function program(dice, length) {
  const code = [];
  while (code.length < length) {
    code.push(anyInstruction(dice));
  }
  return thumb(...code, 0xe7fe); // and stays there
}

function start(pair, dice, at) {
  const random = () => Math.floor(dice() * 2 ** 32);
  const memory = new Uint8Array(0x9000).map(() => dice() * 256);
  pair.write(DATA, memory);
  const shift = 4 * (1 + Math.floor(dice() * 7)); // r7 is an address, and its lowest byte a shift
  const data = [random(), random(), random(), random()];
  const addresses = [DATA + 0x400, DATA + 0x800, DATA + 0xc00, DATA + 0x1000 + shift];
  const high = [random(), random(), random(), random(), random()];
  pair.setRegisters([...data, ...addresses, ...high, STACK, 0, at]);
  pair.setFlags(dice() < 0.5, dice() < 0.5, dice() < 0.5, dice() < 0.5);
}

for (const [where, at] of [
  ['SRAM', SRAM + 0x1000],
  ['flash', FLASH + 0x3ff0],
]) {
  test(`random programs in ${where} go the same way, instruction by instruction`, () => {
    let plain = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const dice = makeDice(seed);
      const pair = new Pair();
      const code = program(dice, 120);
      pair.write(at, code);
      start(pair, dice, at);
      for (let k = 0; k < 150; k++) {
        const { fast, slow, handedOver } = pair.step();
        plain += handedOver ? 0 : 1;
        assert.deepEqual(fast, slow, `seed ${seed}, instruction ${k}`);
      }
      assert.ok(Buffer.from(pair.fast.mcu.sram).equals(Buffer.from(pair.slow.mcu.sram)));
    }
    assert.ok(plain > 8000, `${plain} of 9000 instructions were run by the fast core`);
  });
}

test('calls, returns and long branches go the same way', () => {
  const pair = new Pair();
  const at = FLASH + 0x100;
  pair.write(
    at,
    thumb(
      0xb510, // push {r4, lr}
      0xf000,
      0xf803, // bl +6: the function below
      0xbd10, // pop {r4, pc}
      0xbf00,
      0xb580, // push {r7, lr}
      0xf3bf,
      0x8f5f, // dmb
      0x4780, // blx r0
      0xbd80, // pop {r7, pc}
    ),
  );
  pair.write(SRAM + 0x200, thumb(0x4770)); // bx lr
  const back = SRAM + 0x301;
  pair.setRegisters([SRAM + 0x201, 0, 0, 0, 4, 0, 0, 7, 0, 0, 0, 0, 0, STACK, back, at]);
  pair.write(SRAM + 0x300, thumb(0xe7fe));
  for (let k = 0; k < 12; k++) {
    const { fast, slow, handedOver } = pair.step();
    assert.deepEqual(fast, slow);
    assert.equal(handedOver, false);
  }
  assert.equal(pair.fast.mcu.core.registers[15], SRAM + 0x300);
});

test('a miss costs once, a line of eight bytes holds four instructions', () => {
  const pair = new Pair();
  const at = FLASH + 0x2000;
  pair.write(at, thumb(0xbf00, 0xbf00, 0xbf00, 0xbf00, 0xbf00, 0xbf00, 0xbf00, 0xe7f7)); // b start
  pair.setRegisters([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, STACK, 0, at]);
  const first = pair.run(8);
  const second = pair.run(8);
  assert.equal(first.fast, 7 + 2 + 2 * 56);
  assert.equal(second.fast, 7 + 2);
  assert.deepEqual([first.fast, second.fast], [first.slow, second.slow]);
});

test('three lines of one set push each other out, two do not', () => {
  for (const [lines, missesATurn] of [
    [2, 0],
    [3, 3],
  ]) {
    const pair = new Pair();
    // Each line jumps to the next one, 8 KiB further on: the same set.
    for (let k = 0; k < lines; k++) {
      const next = FLASH + ((k + 1) % lines) * 0x2000;
      pair.write(FLASH + k * 0x2000, thumb(0x4800, 0x4700)); // ldr r0, [pc]; bx r0
      pair.write(FLASH + k * 0x2000 + 4, new Uint8Array(new Uint32Array([next | 1]).buffer));
    }
    pair.setRegisters([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, STACK, 0, FLASH]);
    pair.run(2 * lines); // warm up
    const before = pair.fast.core.misses;
    const { fast, slow } = pair.run(2 * lines);
    assert.equal(pair.fast.core.misses - before, missesATurn);
    assert.equal(pair.fast.core.misses, pair.slow.core.misses);
    assert.equal(fast, slow);
  }
});

test('data in flash passes the same cache, by all four aliases', () => {
  for (const alias of [0x10000000, 0x11000000, 0x12000000, 0x13000000]) {
    const pair = new Pair();
    pair.write(
      FLASH + 0x6000,
      new Uint8Array(64).map((_, k) => k),
    );
    pair.write(SRAM + 0x100, thumb(0x6801, 0x6842, 0x6883, 0x6801, 0xc81c)); // ldr ×4, ldmia
    const registers = new Array(16).fill(0);
    registers[0] = alias + 0x6000;
    registers[13] = STACK;
    registers[15] = SRAM + 0x100;
    pair.setRegisters(registers);
    for (let k = 0; k < 5; k++) {
      const { fast, slow, handedOver } = pair.step();
      assert.equal(handedOver, false);
      assert.deepEqual(fast, slow, `alias ${alias.toString(16)}`);
    }
  }
});

test('shifts by 0, 32 and more have the carries of the ARM ARM', () => {
  const pair = new Pair();
  const core = pair.fast.core;
  const { registers } = pair.fast.mcu.core;
  const LSLS = 0x4088; // r0 by r1
  const LSRS = 0x40c8;
  const ASRS = 0x4108;
  const RORS = 0x41c8;
  for (const [opcode, value, shift, result, carry] of [
    [LSLS, 0x80000001, 0, 0x80000001, true],
    [LSLS, 0x80000001, 32, 0, true],
    [LSLS, 0x80000001, 33, 0, false],
    [LSRS, 0x80000001, 0, 0x80000001, true],
    [LSRS, 0x80000001, 32, 0, true],
    [LSRS, 0x80000001, 33, 0, false],
    [ASRS, 0x80000000, 0, 0x80000000, true],
    [ASRS, 0x80000000, 40, 0xffffffff, true],
    [ASRS, 0x40000000, 40, 0, false],
    [RORS, 0x00000001, 0, 0x00000001, true],
    [RORS, 0x00000001, 32, 0x00000001, false],
    [RORS, 0x00000001, 33, 0x80000000, true],
  ]) {
    pair.write(SRAM + 0x100, thumb(opcode));
    pair.setFlags(false, false, true, false);
    registers[0] = value;
    registers[1] = shift;
    registers[15] = SRAM + 0x100;
    core.run(1, 0, 8);
    const name = `${opcode.toString(16)} ${value.toString(16)} by ${shift}`;
    assert.equal(registers[0], result, name);
    assert.equal(pair.fast.mcu.core.C, carry, name);
  }
});

test('the divider of SIO and the timer are answered without rp2040js', () => {
  const pair = new Pair();
  const { core, mcu } = pair.fast;
  const { registers } = mcu.core;
  const divide = (offset, dividend, divisor) => {
    // str r1, [r0, #offset]; str r2, [r0, #offset + 4]; ldr r3, [r0, #0x74]; ldr r4, [r0, #0x70]
    const at = (offset >> 2) << 6;
    pair.write(
      SRAM + 0x100,
      thumb(0x6001 | at, 0x6002 | (at + (1 << 6)), 0x6803 | (0x1d << 6), 0x6804 | (0x1c << 6)),
    );
    registers.set([0xd0000000, dividend, divisor]);
    registers[15] = SRAM + 0x100;
    for (let k = 0; k < 4; k++) {
      core.run(1, 0, 8);
      assert.equal(core.handedOver, false);
    }
    return [registers[4], registers[3]];
  };
  assert.deepEqual(divide(0x60, 1000, 7), [142, 6]);
  assert.deepEqual(divide(0x68, -1000, 7), [-142 >>> 0, -6 >>> 0]);
  assert.deepEqual(divide(0x60, 5, 0), [0xffffffff, 5]);
  assert.deepEqual(divide(0x68, 0x80000000, -1), [0x80000000, 0]);

  pair.write(SRAM + 0x200, thumb(0x6a81, 0x6a42)); // ldr r1, [r0, #0x28]; ldr r2, [r0, #0x24]
  registers[0] = 0x40054000;
  registers[15] = SRAM + 0x200;
  core.run(5, 5_000_000_123_456, 8);
  assert.equal(core.handedOver, false);
  assert.equal(registers[1], 5_000_000_123 % 2 ** 32);
  assert.equal(registers[2], Math.floor(5_000_000_123 / 2 ** 32));
});

test('the lowest stack pointer is remembered, with who put it there', () => {
  const { fast } = new Pair();
  const { registers } = fast.mcu.core;
  fast.mcu.sram.set(thumb(0xb5f0, 0xb083, 0xb003, 0xbdf0), 0x100); // push, sub, add, pop
  registers[13] = STACK;
  registers[15] = SRAM + 0x100;
  fast.core.resetLowestSp();
  fast.core.run(8, 0, 8);
  assert.deepEqual(fast.core.lowestSp, [STACK - 20 - 12, SRAM + 0x102]);
});
