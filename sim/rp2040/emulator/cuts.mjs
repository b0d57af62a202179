// node cuts.mjs JOB.json: a play whose power is cut at `cuts` moments, by chance.
//
// The play is run twice, and goes the same way both times: the first run tells how long it takes
// and when the flash is written. In the second, at each chosen moment, a second board is started
// from what flash, FRAM and table would hold if the power failed just then, and is asked what it
// still knows; the play itself goes on. A third of those boards lose their power once more while
// they start.
import fs from 'node:fs';

import { makeDice } from './chip/dice.mjs';
import { Dealer } from './dealer.mjs';
import { newTable, readJob, switchOn, writeResult } from './job.mjs';

const HELLO_LIMIT_MS = 60_000;
const SETTLE_MS = 1500;
const AFTER_MS = 500;
const ANSWER_LIMIT_MS = 20_000;
const AGAIN = 1 / 3;
const START_MS = 2500; // within which a second cut falls
const HEALTH = 1; // the number of our question

const job = readJob();
const first = run(() => {});
const dice = makeDice(job.seed + 1000);
const moments = choose(first);
const trials = [];
run((dealer, { pico, host }, table) => {
  for (const moment of moments) {
    dealer.at(moment, () => trials.push(trial(pico, host, table, moment)));
  }
});
writeResult(job, { trials, play_ms: first.ms, flash_operations: first.operations.length });

/** One play from power-up: how long it took, and its flash operations. */
function run(prepare) {
  const table = newTable(job);
  const board = switchOn(job, table, fs.readFileSync(job.flash));
  const { pico, host } = board;
  const operations = [];
  pico.onFlashOperation = (one) => operations.push(one);
  const dealer = new Dealer({
    pico,
    table,
    host,
    play: job.play,
    dice: makeDice(job.seed),
    patienceMs: job.patience_ms,
  });
  prepare(dealer, board, table);
  let isUp = true;
  while (isUp && host.hello === null && pico.ms < HELLO_LIMIT_MS) {
    isUp = dealer.pass(10);
  }
  if (isUp && dealer.pass(SETTLE_MS)) {
    dealer.run();
    dealer.pass(AFTER_MS);
  }
  return { ms: pico.ms, operations };
}

/** Of four moments one lies in an erase, one in any flash operation, two anywhere. */
function choose({ ms, operations }) {
  const erases = operations.filter(({ kind }) => kind === 'erase');
  const within = (some) => {
    const { from, until } = some[Math.floor(dice() * some.length)];
    return (from + dice() * (until - from)) / 1e6;
  };
  const chosen = [];
  for (let k = 0; k < job.cuts; k++) {
    if (k % 4 === 1 && erases.length) {
      chosen.push(within(erases));
    } else if (k % 4 === 3 && operations.length) {
      chosen.push(within(operations));
    } else {
      chosen.push(dice() * ms);
    }
  }
  return chosen.sort((one, other) => one - other);
}

/** The power fails now; what the next start, or the one after that, makes of it. */
function trial(pico, host, table, moment) {
  const { flash, torn } = pico.afterCut();
  let left = { flash, table: table.copy() };
  let again = null;
  if (dice() < AGAIN) {
    const cut = cutInTheStart(left);
    left = cut.left;
    again = { after_ms: cut.after, torn: cut.torn };
  }
  return { moment, torn, again, told: [...host.texts], ...startAgain(left) };
}

function cutInTheStart({ flash, table }) {
  const { pico } = switchOn(job, table, flash);
  const after = dice() * START_MS;
  pico.runFor(after);
  const cut = pico.afterCut();
  return { left: { flash: cut.flash, table: table.copy() }, torn: cut.torn, after };
}

function startAgain({ flash, table }) {
  const { pico, host } = switchOn(job, table, flash);
  let resets = 0;
  pico.onReset = () => {
    resets += 1;
    pico.usb.onData = (bytes) => host.feed(bytes);
    pico.usb.setLine(true);
  };
  pico.runUntil(() => host.hello !== null, HELLO_LIMIT_MS);
  if (host.hello !== null) {
    host.ask(HEALTH, 'health');
    pico.runUntil(() => host.last >= host.hello[6] && isAnswered(host), ANSWER_LIMIT_MS);
    pico.runFor(AFTER_MS);
  }
  return {
    hello: host.hello,
    hello_ms: host.helloMs,
    after: host.texts,
    replies: host.replies.map(([, told]) => told),
    printed: host.noise.map(([, text]) => text),
    resets,
  };
}

function isAnswered(host) {
  return host.replies.some(([, told]) => told[0] === 'answer' && told[1] === HEALTH && !told[3]);
}
