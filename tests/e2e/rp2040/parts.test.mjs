// The parts around the chip do what sim/chips's do: readers, expanders, FRAM, lamps.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Lamps } from '../../../sim/rp2040/emulator/table/lights.mjs';
import { Expander, Fram, Keypad, Mux, pinsOf } from '../../../sim/rp2040/emulator/table/panel.mjs';
import { PN532, PN532OnI2C, PN532OnSPI } from '../../../sim/rp2040/emulator/table/pn532.mjs';
import { Antenna, Tag } from '../../../sim/rp2040/emulator/table/radio.mjs';
import { SimulationClock } from '../../../sim/rp2040/emulator/rp2040js.mjs';

function command(...body) {
  const sum = [0xd4, ...body].reduce((total, byte) => total + byte, 0);
  const length = body.length + 1;
  return [0, 0, 0xff, length, -length & 0xff, 0xd4, ...body, -sum & 0xff, 0];
}

class Bench {
  constructor() {
    this.clock = new SimulationClock();
    this.antenna = new Antenna('bench');
    this.chip = new PN532(this.antenna);
    this.chip.runBy(this.clock);
  }

  /** The answer's data, and the milliseconds until it was there. */
  ask(...body) {
    this.chip.receive(command(...body));
    const from = this.clock.nanos;
    const frames = [];
    for (let k = 0; k < 10000 && frames.length < 2; k++) {
      this.clock.tick(100_000);
      while (this.chip.ready) {
        frames.push(this.chip.takeFrame());
      }
    }
    assert.deepEqual(frames[0], [0, 0, 0xff, 0, 0xff, 0], 'an ACK comes first');
    const [, , , length] = frames[1] ?? [];
    return { data: frames[1]?.slice(7, 5 + length), ms: (this.clock.nanos - from) / 1e6 };
  }

  begin() {
    this.ask(0x14, 1, 0, 1); // SAMConfiguration
    this.ask(0x32, 5, 0xff, 0xff, 0); // one try
  }
}

test('a reader without SAMConfiguration is silent to radio commands', () => {
  const bench = new Bench();
  bench.chip.receive(command(0x4a, 1, 0));
  bench.clock.tick(100e6);
  assert.equal(bench.chip.frames.length, 1, 'the ACK alone');
});

test('cards are listed one after the other, each put to sleep, the highest on air first', () => {
  const bench = new Bench();
  bench.begin();
  const uids = ['04112233445566', '04112233445567', '04ff2233445566'];
  uids.forEach((uid) => bench.antenna.put(new Tag(uid)));
  const seen = [];
  for (;;) {
    const { data } = bench.ask(0x4a, 1, 0);
    if (data[0] === 0) {
      break;
    }
    seen.push(Buffer.from(data.slice(6, 13)).toString('hex'));
    bench.ask(0x52, 1); // InRelease
  }
  assert.deepEqual([...seen].sort(), uids);
  assert.equal(seen[0], '04ff2233445566');
});

test('two cards come in one list of two', () => {
  const bench = new Bench();
  bench.begin();
  ['04112233445566', '04112233445567'].forEach((uid) => bench.antenna.put(new Tag(uid)));
  assert.equal(bench.ask(0x4a, 2, 0).data[0], 2);
});

test('a card that leaves in the middle of its activation is lost', () => {
  const bench = new Bench();
  bench.begin();
  const tag = new Tag('04112233445566');
  bench.antenna.put(tag);
  bench.ask(0x32, 1, 1); // field on
  bench.chip.receive(command(0x4a, 1, 0));
  bench.clock.tick(2e6);
  bench.antenna.take(tag);
  bench.clock.tick(30e6);
  bench.chip.takeFrame();
  assert.equal(bench.chip.takeFrame()[7], 0);
});

test('a neighbour that is on disturbs', () => {
  const bench = new Bench();
  const other = new Antenna('other');
  bench.antenna.beside(other);
  bench.begin();
  bench.antenna.put(new Tag('04112233445566'));
  other.switchField(true);
  assert.equal(bench.ask(0x4a, 1, 0).data[0], 0);
  other.switchField(false);
  assert.equal(bench.ask(0x4a, 1, 0).data[0], 1);
});

test('a reset of the board leaves the reader at what it was doing', () => {
  const bench = new Bench();
  bench.begin();
  bench.antenna.put(new Tag('04112233445566'));
  bench.chip.receive(command(0x4a, 1, 0));
  bench.clock.tick(3e6);
  const clock = new SimulationClock();
  clock.nanosCounter = bench.clock.nanos;
  bench.chip.runBy(clock);
  clock.tick(30e6);
  bench.chip.takeFrame();
  assert.equal(bench.chip.takeFrame()[7], 1);
});

test('on I2C a status byte comes first, and a frame is read once', () => {
  const bench = new Bench();
  const bus = new PN532OnI2C(() => [bench.chip]);
  assert.equal(bus.start(false), true);
  command(0x02).forEach((byte) => bus.write(byte));
  bus.stop();
  bench.clock.tick(0.4e6);
  bus.start(true);
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map(() => bus.read()),
    [1, 0, 0, 0xff, 0, 0xff, 0],
  );
  bus.stop();
  bus.start(true);
  assert.equal(bus.read(), 0, 'nothing is ready');
});

test('on SPI every byte is mirrored', () => {
  const bench = new Bench();
  const bus = new PN532OnSPI(bench.chip);
  const mirror = (byte) =>
    parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
  bus.select();
  bus.transfer(mirror(1));
  command(0x02).forEach((byte) => bus.transfer(mirror(byte)));
  bus.deselect();
  bench.clock.tick(0.4e6);
  bus.select();
  bus.transfer(mirror(2));
  assert.equal(mirror(bus.transfer(0)), 1);
  bus.deselect();
});

test('a mux keeps what it was told last, and reset clears it', () => {
  const mux = new Mux();
  mux.write(0x04);
  assert.equal(mux.connects(2), true);
  assert.equal(mux.read(), 4);
  mux.reset();
  assert.equal(mux.connects(2), false);
});

test('FRAM of either size counts on and wraps', () => {
  for (const size of [32768, 65536]) {
    const memory = new Uint8Array(size);
    const fram = new Fram(memory);
    fram.start(false);
    [(size - 1) >> 8, 0xff, 1, 2].forEach((byte) => fram.write(byte));
    assert.deepEqual([memory[size - 1], memory[0]], [1, 2]);
    fram.start(false);
    [0, 0].forEach((byte) => fram.write(byte));
    fram.start(true);
    assert.equal(fram.read(), 2);
  }
});

test('a key shows in its column while its row is driven, and three keys close the fourth', () => {
  const expander = new Expander();
  const keypad = new Keypad(expander);
  const drive = (row) => {
    expander.start(false);
    const latch = 0xffff & ~(1 << row);
    expander.write(latch & 0xff);
    expander.write(latch >> 8);
  };
  keypad.set(7, true); // row 1, column 2
  drive(0);
  assert.equal(expander.pins, 0xfffe);
  drive(1);
  assert.equal(expander.pins, 0xffff & ~pinsOf(7));
  [5, 2].forEach((key) => keypad.set(key, true)); // row 1 column 0, row 0 column 2
  drive(0);
  assert.equal(expander.pins & (1 << 4), 0, 'the ghost of key 0');
});

test('lamps show what 24 bits each have said, after a pause', () => {
  const clock = new SimulationClock();
  let listener;
  const pico = {
    clock,
    mcu: {
      gpio: {
        2: {
          addListener: (one) => {
            listener = one;
          },
        },
      },
    },
  };
  const lamps = new Lamps(2);
  const told = [];
  lamps.onChange = (colours) => told.push(colours);
  lamps.plug(pico, 2);
  const send = (bytes) => {
    for (const byte of bytes) {
      for (let bit = 7; bit >= 0; bit--) {
        listener(1, 0);
        clock.tick((byte >> bit) & 1 ? 800 : 400);
        listener(0, 1);
        clock.tick((byte >> bit) & 1 ? 450 : 850);
      }
    }
    clock.tick(300_000);
  };
  send([0x10, 0x20, 0x30, 0, 0, 0xff]); // green, red, blue
  assert.equal(lamps.colours, '2010300000ff');
  send([0x10, 0x20, 0x30, 0, 0, 0xff]);
  assert.equal(told.length, 1, 'the same again is no change');
  assert.deepEqual(lamps.errors, []);
});
