// The dealer's hands and the host: what they wait for, and what they never wait for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { makeDice } from '../../../sim/rp2040/emulator/chip/dice.mjs';
import { UNTIL } from '../../../sim/rp2040/emulator/chip/pico.mjs';
import { Dealer, DONE, UNTOLD } from '../../../sim/rp2040/emulator/dealer.mjs';
import { LinkHost } from '../../../sim/rp2040/emulator/link_host.mjs';

/** A board that tells records at given moments, and a table that notes what hands do. */
function scene(play, tellsAt) {
  const done = [];
  const host = { onRecord: null, order: (...order) => note('order', ...order) };
  const due = [...tellsAt];
  const pico = {
    nanos: 0,
    get ms() {
      return this.nanos / 1e6;
    },
    run(nanos) {
      while (due.length && due[0] * 1e6 <= nanos) {
        this.nanos = due.shift() * 1e6;
        host.onRecord([1, 1, 1, 'u', 0, '', 'deal']);
      }
      this.nanos = nanos;
      return UNTIL;
    },
  };
  const note = (...what) => done.push([pico.ms, ...what]);
  const table = {
    put: (...what) => note('put', ...what),
    take: (...what) => note('take', ...what),
    setKey: (...what) => note('key', ...what),
    setChip: (...what) => note('chip', ...what),
    turnKey: (...what) => note('switch', ...what),
  };
  const dealer = new Dealer({ pico, table, host, play, dice: makeDice(1), patienceMs: 1000 });
  return { dealer, done };
}

const move = (after, told, waits, then = []) => ({
  after,
  told,
  waits,
  do: ['put', 'shoe', '04'],
  then,
});
const press = (after, told) => ({
  after,
  told,
  waits: true,
  do: ['key', 3, true],
  then: [[65, ['key', 3, false]]],
});

test('cards move at the recorded intervals, however late the board is', () => {
  const { dealer, done } = scene(
    [move(100, 0, false), move(220, 5, false), move(220, 9, false)],
    [],
  );
  assert.equal(dealer.run().outcome, DONE);
  assert.deepEqual(
    done.map(([ms]) => ms),
    [100, 320, 540],
  );
});

test('what follows by itself keeps its distance, also across the next action', () => {
  const then = [
    [60, ['take', 'shoe', '04']],
    [210, ['put', 3, '04']],
  ];
  const { dealer, done } = scene([move(0, 0, false, then), move(150, 0, false)], []);
  dealer.run();
  dealer.pass(100);
  assert.deepEqual(
    done.map(([ms, what]) => [ms, what]),
    [
      [0, 'put'],
      [60, 'take'],
      [150, 'put'],
      [210, 'put'],
    ],
  );
});

test('a key waits for the record that the desk had told, and for a human reaction', () => {
  const { dealer, done } = scene([press(100, 1)], [500]);
  dealer.run();
  const [[at]] = done;
  assert.ok(at >= 650 && at <= 900, `pressed at ${at}`);
});

test('a record that came long before does not slow a key down', () => {
  const { dealer, done } = scene([press(700, 1)], [10]);
  dealer.run();
  assert.equal(done[0][0], 700);
});

test('a record that never comes stops the play and is named', () => {
  const { dealer, done } = scene([press(100, 1), press(100, 3)], [50, 60]);
  assert.deepEqual(dealer.run(), { outcome: UNTOLD, wanted: 3 });
  assert.equal(done.filter(([, what]) => what === 'key').length, 2, 'pressed, released, no more');
});

test('the console is a signed command of the dealer', () => {
  const play = [{ after: 5, told: 0, waits: true, do: ['console', ['join', 3, 20000]], then: [] }];
  const { dealer, done } = scene(play, []);
  dealer.run();
  assert.deepEqual(done[0].slice(1), ['order', 'dealer', ['input', ['join', 3, 20000]]]);
});

function line(message) {
  const text = JSON.stringify(message);
  return Buffer.from(`${text}*${crc32(Buffer.from(text)).toString(16).padStart(8, '0')}\r\n`);
}

function listening() {
  const sent = [];
  const host = new LinkHost(
    (bytes) => sent.push(bytes.toString()),
    () => 1,
    { dealer: '0b'.repeat(32) },
  );
  host.feed(line(['hello', 1, '0.1.0', 'pico', 'sim-1', 4, 7, 'abcd', 2, ['keyed']]));
  return { host, sent };
}

test('the host greets, takes each record once, and acknowledges', () => {
  const { host, sent } = listening();
  assert.match(sent[0], /^\["greet",1,4,0\]\*[0-9a-f]{8}\n$/);
  host.feed(line([1, 4, 1, 'u', 5, 'x', 'boot']));
  host.feed(line([1, 4, 1, 'u', 5, 'x', 'boot']));
  host.feed(line([1, 4, 2, 'u', 6, 'y', 'deal', 3, 'As']));
  assert.equal(host.records.length, 2);
  assert.equal(host.resent, 1);
  assert.match(sent.at(-1), /^\["ack",4,2\]/);
});

test('what is no line of the link is kept as noise, a damaged line is counted', () => {
  const { host } = listening();
  host.feed(Buffer.from('Traceback (most recent call last):\r\n'));
  host.feed(Buffer.from('["hello"]*00000000\n'));
  assert.equal(host.noise[0][1], 'Traceback (most recent call last):');
  assert.equal(host.damaged, 1);
});

test('a command carries its role, a rising counter and the HMAC of all that makes it', () => {
  const { host, sent } = listening();
  host.order('dealer', ['input', ['fold', 3]]);
  const [, role, counter, mac, text] = JSON.parse(sent.at(-1).split('*')[0]);
  const due = createHmac('sha256', Buffer.from('0b'.repeat(32), 'hex'))
    .update(`abcd:3:dealer:${text}`)
    .digest('hex');
  assert.deepEqual([role, counter, text], ['dealer', 3, '["input",["fold",3]]']);
  assert.equal(mac, due);
});
