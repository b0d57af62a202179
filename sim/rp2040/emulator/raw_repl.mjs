// MicroPython's raw REPL, spoken to a board that runs in virtual time.
import { UNTIL } from './chip/pico.mjs';

const START_MS = 20_000; // a virgin board formats its file system first
const SETTLE_MS = 200;
const ANSWER_MS = 60_000;
const CTRL_A = '\x01';
const CTRL_C = '\x03';
const CTRL_D = '\x04';

export class RawRepl {
  constructor(pico) {
    this.pico = pico;
    this.said = '';
    pico.usb.onData = (bytes) => {
      this.said += Buffer.from(bytes).toString('latin1');
    };
    pico.usb.setLine(true);
    if (pico.runUntil(() => pico.usb.configured, START_MS) === UNTIL) {
      throw new Error('the board shows no USB serial port: is this MicroPython for RPI_PICO?');
    }
    pico.runFor(SETTLE_MS);
  }

  /** Run a program: what it printed. */
  run(program) {
    this.#send(`\r${CTRL_C}${CTRL_C}\r${CTRL_A}`);
    this.#expect('raw REPL; CTRL-B to exit\r\n>');
    this.#send(program + CTRL_D);
    this.#expect('OK');
    const printed = this.#expect(CTRL_D);
    const error = this.#expect(CTRL_D);
    this.pico.runFor(SETTLE_MS);
    if (error) {
      throw new Error(error);
    }
    return printed;
  }

  #send(text) {
    this.pico.usb.send(Buffer.from(text, 'latin1'));
  }

  /** What came before `text`, which must come. */
  #expect(text) {
    if (this.pico.runUntil(() => this.said.includes(text), ANSWER_MS) === UNTIL) {
      const said = JSON.stringify(this.said.slice(-500));
      throw new Error(`the board did not say ${JSON.stringify(text)}, but ${said}`);
    }
    const end = this.said.indexOf(text);
    const before = this.said.slice(0, end);
    this.said = this.said.slice(end + text.length);
    return before;
  }
}
