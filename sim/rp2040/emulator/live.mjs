// node live.mjs JOB.json: an emulated board whose USB serial port is a TCP port on the loopback.
//
// Prints `{"port": N}` once, then a line for every reset. What the program computes runs as fast as
// it goes; where it sleeps, its time follows the wall clock, so that a host's time limits mean
// something. When its standard input ends, the flash is written to the job's `result` and it ends.
import fs from 'node:fs';
import net from 'node:net';

import { Pico, RESET } from './chip/pico.mjs';
import { loadUf2 } from './chip/uf2.mjs';
import { newTable, readJob } from './job.mjs';
import { words } from './words.mjs';

const SLICE_NANOS = 2e6;
const AHEAD_NANOS = 2e6; // that sleep may be ahead of the wall clock
const LONGEST_WAIT_MS = 5;
const MUCH = 64 * 1024; // bytes that wait for the board: the socket has to wait, too
const LITTLE = 4096;

const job = readJob();
const flash = new Uint8Array(fs.readFileSync(job.flash));
if (job.uf2) {
  loadUf2(fs.readFileSync(job.uf2), flash);
}
const table = newTable(job);
const pico = new Pico({
  bootrom: words(job.bootrom),
  flash,
  flashTiming: job.flash_timing,
  seed: job.seed,
  attach: (board) => table.plug(board),
});

let socket = null;
wireUsb();

const server = net.createServer((connection) => {
  connection.on('error', () => {});
  if (!pico.usb.configured) {
    connection.destroy(); // no serial port is there yet
    return;
  }
  socket?.destroy();
  socket = connection;
  connection.setNoDelay(true);
  pico.usb.setReading(true);
  pico.usb.setLine(true);
  connection.on('data', (bytes) => {
    pico.usb.send(bytes);
    if (pico.usb.waitingBytes > MUCH) {
      connection.pause();
    }
  });
  connection.on('close', () => {
    if (socket === connection) {
      socket = null;
      pico.usb.setReading(true);
      pico.usb.setLine(false);
    }
  });
});
server.listen(0, '127.0.0.1', () => tell({ port: server.address().port }));

// A line of standard input is what hands do: {"do": "lay", "with": [place, [uid, …], mm]}, "clear",
// "setReader". Each is answered with a line.
let typed = '';
process.stdin.on('data', (bytes) => {
  typed += bytes;
  const lines = typed.split('\n');
  typed = lines.pop();
  for (const line of lines.filter(Boolean)) {
    const told = JSON.parse(line);
    table[told.do](...(told.with ?? []));
    tell({ done: told.do });
  }
});
process.stdin.on('end', () => {
  fs.writeFileSync(job.result, pico.flash);
  tell({ ended: pico.ms, erases: pico.chip.operations });
  process.exit(0);
});

const wallStart = performance.now();
goOn();

function goOn() {
  const why = pico.run(pico.nanos + SLICE_NANOS);
  if (why === RESET) {
    pico.reset();
    socket?.destroy();
    socket = null;
    wireUsb();
    tell({ reset: pico.ms });
  }
  const ahead = pico.sleptNanos - AHEAD_NANOS - (performance.now() - wallStart) * 1e6;
  if (ahead > 0) {
    setTimeout(goOn, Math.min(ahead / 1e6, LONGEST_WAIT_MS));
  } else {
    setImmediate(goOn);
  }
}

function wireUsb() {
  pico.usb.onData = (bytes) => {
    if (socket && !socket.write(Buffer.from(bytes))) {
      pico.usb.setReading(false);
      socket.once('drain', () => pico.usb.setReading(true));
    }
  };
  pico.usb.onRoom = () => {
    if (pico.usb.waitingBytes < LITTLE) {
      socket?.resume();
    }
  };
}

function tell(what) {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
