// The flash is a W25Q16JV: bits only fall until a sector is erased, and both take their time.
import assert from 'node:assert/strict';
import test from 'node:test';

import { makeDice } from '../../../sim/rp2040/emulator/chip/dice.mjs';
import { FlashChip, halfDone } from '../../../sim/rp2040/emulator/chip/flash_chip.mjs';

function chip(timing = 'typ') {
  const clock = { nanos: 0 };
  const made = new FlashChip({
    memory: new Uint8Array(2 * 1024 * 1024).fill(0xff),
    clock,
    timing,
    uniqueId: [1, 2, 3, 4, 5, 6, 7, 8],
    wait: (nanos) => {
      clock.nanos += nanos;
    },
  });
  const send = (...bytes) => {
    made.select();
    const answers = bytes.map((byte) => made.exchange(byte));
    made.deselect();
    return answers;
  };
  const isBusy = () => (send(0x05, 0)[1] & 1) === 1;
  const finish = () => {
    while (isBusy()) {
      // the poll itself lets time pass
    }
  };
  return { made, clock, send, finish };
}

const WRITE_ENABLE = 0x06;

test('a program clears bits within its page, and wraps there', () => {
  const { made, send, finish } = chip();
  send(WRITE_ENABLE);
  send(0x02, 0x00, 0x10, 0xfe, 0x12, 0x34, 0x56);
  finish();
  assert.deepEqual([...made.memory.slice(0x10fe, 0x1100)], [0x12, 0x34]);
  assert.equal(made.memory[0x1000], 0x56);
  send(WRITE_ENABLE);
  send(0x02, 0x00, 0x10, 0xfe, 0xf0);
  finish();
  assert.equal(made.memory[0x10fe], 0x10, 'bits only fall');
});

test('nothing is written that was not enabled, and each enabling is for one operation', () => {
  const { made, send, finish } = chip();
  send(0x02, 0, 0, 0, 0);
  assert.equal(made.memory[0], 0xff);
  send(WRITE_ENABLE);
  send(0x02, 0, 0, 0, 0);
  finish();
  send(0x02, 0, 0, 1, 0);
  assert.deepEqual([...made.memory.slice(0, 2)], [0, 0xff]);
});

test('erases of 4, 32 and 64 KiB take 45, 120 and 150 ms, at most 400, 1600 and 2000', () => {
  for (const [timing, times] of [
    ['typ', [45, 120, 150]],
    ['max', [400, 1600, 2000]],
  ]) {
    [0x20, 0x52, 0xd8].forEach((instruction, k) => {
      const { made, clock, send, finish } = chip(timing);
      const size = [4096, 32768, 65536][k];
      made.memory.fill(0, 0, 3 * 65536);
      send(WRITE_ENABLE);
      send(instruction, 0x01, 0x02, 0x03);
      finish();
      assert.ok(Math.abs(clock.nanos / 1e6 - times[k]) < 0.2);
      const start = 0x010203 - (0x010203 % size);
      assert.deepEqual([made.memory[start - 1], made.memory[start]], [0, 0xff]);
      assert.deepEqual([made.memory[start + size - 1], made.memory[start + size]], [0xff, 0]);
    });
  }
});

test('while it is busy it takes no instruction', () => {
  const { made, send, finish } = chip();
  send(WRITE_ENABLE);
  send(0x20, 0, 0, 0);
  send(WRITE_ENABLE);
  send(0x02, 0, 0x10, 0, 0);
  finish();
  assert.equal(made.memory[0x1000], 0xff);
});

test('it tells who it is', () => {
  const { send } = chip();
  assert.deepEqual(send(0x9f, 0, 0, 0).slice(1), [0xef, 0x40, 0x15]);
  assert.deepEqual(
    send(0x4b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0).slice(5),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('a cut in the middle leaves something between old and new, one before or after not', () => {
  const { made, clock, send, finish } = chip();
  made.memory.fill(0, 0, 8192);
  assert.equal(made.afterCut(makeDice(1))[1], null);
  send(WRITE_ENABLE);
  send(0x20, 0, 0, 0);
  clock.nanos += 20e6;
  const seen = new Set();
  for (let seed = 0; seed < 20; seed++) {
    const [left, torn] = made.afterCut(makeDice(seed));
    assert.equal(torn.kind, 'erase');
    assert.ok(torn.done > 0.4 && torn.done < 0.5);
    const risen = left.slice(0, 4096).reduce((sum, byte) => sum + bits(byte), 0) / 32768;
    assert.ok(risen > 0.4 && risen < 0.5, `${risen} of the bits have risen`);
    assert.equal(left[4096], 0, 'the next sector is as it was');
    seen.add(Buffer.from(left.slice(0, 4096)).toString('base64'));
  }
  assert.ok(seen.size > 5, 'not always the same');
  assert.equal(made.memory[100], 0xff, 'and the chip itself goes on');
  finish();
  assert.equal(made.afterCut(makeDice(1))[1], null);
});

test('a half-done program never sets a bit that was clear, nor clears one that stays', () => {
  const before = new Uint8Array(256).map((_, k) => k);
  const after = before.map((byte, k) => byte & (k * 7));
  for (let seed = 0; seed < 50; seed++) {
    const dice = makeDice(seed);
    const held = halfDone(before, after, dice(), dice);
    held.forEach((byte, k) => {
      assert.equal(byte & ~before[k], 0);
      assert.equal(after[k] & ~byte, 0);
    });
  }
});

function bits(byte) {
  return byte.toString(2).replaceAll('0', '').length;
}
