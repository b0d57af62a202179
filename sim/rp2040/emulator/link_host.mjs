// The host at the end of the link (docs/protocol.md): greets, takes every record, acknowledges, and
// gives commands signed with a role's key.
import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PROTOCOL = 1;
const NEWLINE = 10;

export class LinkHost {
  /** `send(bytes)` goes to the board; `keys` are those of the roles, in hex digits. */
  constructor(send, now, keys = {}) {
    this.send = send;
    this.now = now;
    this.keys = keys;
    this.records = []; // [ms, record], each once and in order
    this.texts = []; // the same, as they came
    this.noise = []; // [ms, text] that is no line of the link: what MicroPython prints
    this.replies = []; // [ms, message]
    this.onRecord = null;
    this.onHello = null;
    this.resent = 0;
    this.damaged = 0;
    this.last = 0;
    this.epoch = 0;
    this.hello = null;
    this.helloMs = null; // when the first one came since the board started
    this.buffered = Buffer.alloc(0);
  }

  /** Bytes from the board. */
  feed(bytes) {
    this.buffered = Buffer.concat([this.buffered, bytes]);
    for (;;) {
      const end = this.buffered.indexOf(NEWLINE);
      if (end < 0) {
        return;
      }
      this.#line(this.buffered.subarray(0, end));
      this.buffered = this.buffered.subarray(end + 1);
    }
  }

  ask(id, question) {
    this.say(['ask', id, question, []]);
  }

  say(message) {
    const payload = Buffer.from(JSON.stringify(message));
    const check = crc32(payload).toString(16).padStart(8, '0');
    this.send(Buffer.concat([payload, Buffer.from(`*${check}\n`)]));
  }

  /** A command under the key of a role; the reply comes by itself. */
  order(role, command) {
    const text = JSON.stringify(command);
    this.counter += 1;
    const signed = `${this.challenge}:${this.counter}:${role}:${text}`;
    const mac = createHmac('sha256', Buffer.from(this.keys[role], 'hex')).update(signed);
    this.say(['do', role, this.counter, mac.digest('hex'), text]);
  }

  #line(line) {
    const printed = line.toString('latin1').replace(/\r$/, '');
    const found = /^(\[.*\])\*([0-9a-f]{8})$/.exec(printed);
    if (!found) {
      if (printed.trim()) {
        this.noise.push([this.now(), printed]);
      }
      return;
    }
    if (crc32(Buffer.from(found[1], 'latin1')) !== parseInt(found[2], 16)) {
      this.damaged += 1;
      return;
    }
    const text = Buffer.from(found[1], 'latin1').toString();
    this.#message(JSON.parse(text), text);
  }

  #message(told, text) {
    if (typeof told[0] === 'number') {
      this.#record(told, text);
    } else if (told[0] === 'hello') {
      this.#hello(told);
    } else {
      this.replies.push([this.now(), told]);
    }
  }

  /** With a new challenge it is the board's start: greet, and it says hello once more. */
  #hello(told) {
    const again = this.hello !== null && told[7] === this.challenge;
    this.hello = told;
    this.helloMs ??= this.now();
    [, , , , , this.epoch, , this.challenge] = told;
    // A hello that was on its way knows of fewer commands than were given meanwhile.
    this.counter = again ? Math.max(this.counter, told[8]) : told[8];
    if (!again) {
      this.say(['greet', PROTOCOL, this.epoch, this.last]);
      this.onHello?.(told);
    }
  }

  #record(told, text) {
    if (told[2] === this.last + 1 || (this.last === 0 && this.texts.length === 0)) {
      this.last = told[2]; // a board that has given up the oldest begins later than with 1
      this.records.push([this.now(), told]);
      this.texts.push(text);
      this.onRecord?.(told);
    } else {
      this.resent += 1;
    }
    this.say(['ack', this.epoch, this.last]);
  }
}
