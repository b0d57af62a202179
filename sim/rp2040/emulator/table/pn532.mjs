// A PN532, byte for byte: frames in, frames out, with the chip's own timing. sim/chips/pn532.py
// once more; numbers are from UM0701-02, times are a model from data sheet and published traces.
import { FOREVER } from './faults.mjs';
import { Commands, NO_ANSWER, SYNTAX_ERROR, TRY_US, WAIT_FOR_TAG } from './pn532_commands.mjs';

const ACK_US = 300; // from the last byte of a command to its ACK (model; the limit is 15 ms)
const FIRMWARE_US = 600; // the chip's own work on a command (assumed)
const RESEND_US = 200; // from a NACK to the repeated answer (assumed)
const RF_COMMANDS = 0x40; // from here on a command needs SAMConfiguration first

const ACK_FRAME = [0x00, 0x00, 0xff, 0x00, 0xff, 0x00];
const BAD_ACK_FRAME = [0x00, 0x00, 0xff, 0x40, 0xff, 0x00];
const ERROR_FRAME = [0x00, 0x00, 0xff, 0x01, 0xff, 0x7f, 0x81, 0x00];
const TO_CHIP = 0xd4;
const FROM_CHIP = 0xd5;

const ACK = 'ack';
const NACK = 'nack';

export class PN532 extends Commands {
  constructor(antenna) {
    super(antenna);
    this.commandsSeen = 0;
    this.slowUs = 0; // that it takes longer for each answer than the model has it
    this.onReady = null; // told whether there is something to read
    this.frames = [];
    this.last = null;
    this.running = null;
    this.parkedAt = null; // since when it waits for a tag
    this.due = null;
    this.alarm = null;
    antenna.switchField(false);
    antenna.onChange = () => this.#antennaChanged();
  }

  /** Time comes from this clock now: a reset of the board brings a new one, the chip goes on. */
  runBy(clock) {
    const left = this.due === null ? 0 : this.alarm.nanos - clock.nanos;
    this.clock = clock;
    this.alarm = clock.createAlarm(() => {
      const next = this.due;
      this.due = null;
      next();
    });
    if (this.due !== null) {
      this.alarm.schedule(Math.max(0, left));
    }
  }

  /** Fresh supply: everything configured is forgotten. */
  powerOn() {
    this.#stop();
    this.last = null;
    this.forget();
    this.antenna.switchField(false);
    this.onReady?.(false);
  }

  setFault(name, count) {
    if (name === 'brown_out') {
      this.powerOn();
      return;
    }
    this.faults.set(name, count);
    if (name === 'unplugged' && count === FOREVER) {
      this.powerOn(); // no supply: the field drops
    }
  }

  clearFault(name) {
    if (name === 'unplugged' && this.faults.has(name)) {
      this.powerOn();
    }
    this.faults.clear(name);
  }

  /** Whether anybody acknowledges its address. */
  get isPresent() {
    return !this.faults.strikes('unplugged');
  }

  /** Whether it holds the data line of the bus it is connected to. */
  get holdsBus() {
    return this.faults.has('sda_low');
  }

  get ready() {
    return this.frames.length > 0;
  }

  /** The frame that waits; it is gone from the chip then. */
  takeFrame() {
    const frame = this.frames.shift() ?? [];
    if (!this.frames.length) {
      this.onReady?.(false);
    }
    return frame;
  }

  /** One transaction's bytes from the host. */
  receive(bytes) {
    const found = readFrame(bytes);
    if (found === ACK) {
      this.#stop(); // the host aborts the running command
      this.onReady?.(false);
    } else if (found === NACK) {
      if (this.last !== null) {
        this.#stop();
        const again = this.#spoiled(this.last);
        this.#after(RESEND_US, () => this.#push(again));
      }
    } else if (found !== null) {
      this.#stop();
      this.onReady?.(false);
      this.commandsSeen += 1;
      if (!this.faults.strikes('no_ack')) {
        this.#after(ACK_US, () => this.#start(found));
      }
    }
  }

  #after(us, next) {
    this.due = next;
    this.alarm.schedule(us * 1000);
  }

  #stop() {
    this.alarm.cancel();
    this.due = null;
    this.running = null;
    this.parkedAt = null;
    this.frames.length = 0;
  }

  #push(frame) {
    this.frames.push(frame);
    this.onReady?.(true);
  }

  #start(body) {
    this.#push(this.faults.strikes('bad_ack') ? BAD_ACK_FRAME : ACK_FRAME);
    const code = body[1];
    if (code >= RF_COMMANDS && !this.sam) {
      return; // without SAMConfiguration the chip is silent
    }
    if (this.faults.strikes('stuck_busy')) {
      return;
    }
    this.code = code;
    this.running = this.work(code, body.slice(2));
    this.#goOn();
  }

  #goOn() {
    if (this.running === null) {
      return;
    }
    const step = this.running.next();
    if (step.done) {
      this.#finish(step.value);
    } else if (step.value === WAIT_FOR_TAG) {
      this.parkedAt = this.clock.nanos;
    } else {
      this.#after(step.value, () => this.#goOn());
    }
  }

  #antennaChanged() {
    if (this.parkedAt === null || this.due !== null) {
      return;
    }
    // Requests go out every TRY_US since it began to wait: the next one is the first that can
    // meet the change.
    const late = ((this.clock.nanos - this.parkedAt) / 1000) % TRY_US;
    this.#after(TRY_US - late, () => {
      this.parkedAt = null;
      this.#goOn();
    });
  }

  #finish(answer) {
    this.running = null;
    if (answer === NO_ANSWER) {
      return;
    }
    const frame =
      answer === SYNTAX_ERROR ? ERROR_FRAME : buildFrame([FROM_CHIP, this.code + 1, ...answer]);
    this.last = frame;
    const sent = this.#spoiled(frame);
    this.#after(FIRMWARE_US + this.slowUs, () => this.#push(sent));
  }

  #spoiled(frame) {
    const sent = [...frame];
    if (this.faults.strikes('bad_lcs')) {
      sent[4] ^= 1;
    }
    if (this.faults.strikes('bad_dcs')) {
      sent[sent.length - 2] ^= 1;
    }
    if (this.faults.strikes('flipped_bit')) {
      sent[sent.length >> 1] ^= 0x40;
    }
    return sent;
  }
}

function buildFrame(body) {
  const sum = body.reduce((total, byte) => total + byte, 0);
  return [0, 0, 0xff, body.length, -body.length & 0xff, ...body, -sum & 0xff, 0];
}

/** The body of a command (TFI first), ACK, NACK, or null where a chip stays silent. */
function readFrame(bytes) {
  let at = -1;
  for (let k = 0; k + 1 < bytes.length; k++) {
    if (bytes[k] === 0x00 && bytes[k + 1] === 0xff) {
      at = k + 2;
      break;
    }
  }
  if (at < 0 || bytes.length < at + 2) {
    return null;
  }
  const length = bytes[at];
  const check = bytes[at + 1];
  if (length === 0 && check === 0xff) {
    return ACK;
  }
  if (length === 0xff && check === 0) {
    return NACK;
  }
  const body = bytes.slice(at + 2, at + 2 + length);
  const sum = body.reduce((total, byte) => total + byte, bytes[at + 2 + length] ?? 0);
  const isGood = !((length + check) & 0xff) && body.length === length && !(sum & 0xff);
  return isGood && length >= 2 && body[0] === TO_CHIP ? body : null;
}

/** The chips that hear a transaction on I2C (data sheet 8.3.4.5): a status byte comes first. */
export class PN532OnI2C {
  /** `connected()` gives those that the muxes connect at this moment. */
  constructor(connected) {
    this.connected = connected;
    this.chips = [];
    this.reading = false;
    this.written = [];
  }

  start(reading) {
    this.stop(); // a repeated start ends what was before it
    this.chips = this.connected().filter((chip) => chip.isPresent);
    this.reading = reading;
    this.count = 0;
    return this.chips.length > 0;
  }

  write(byte) {
    this.written.push(byte);
    return true;
  }

  read() {
    const [chip] = this.chips;
    this.count += 1;
    if (this.count === 1) {
      this.wasReady = chip.ready;
      return this.wasReady ? 1 : 0;
    }
    if (this.count === 2) {
      this.frame = this.wasReady ? chip.takeFrame() : [];
    }
    return this.frame[this.count - 2] ?? 0;
  }

  stop() {
    if (this.written.length) {
      const { written } = this;
      this.written = [];
      this.chips.forEach((chip) => chip.receive(written));
    }
  }
}

// UM0701-02 6.2.5: the first byte of a transfer
const WRITE = 1;
const STATUS = 2;
const READ = 3;
const FLOATING = 0xff;

/** A PN532 wired for SPI. It shifts the lowest bit first, a Pico the highest. */
export class PN532OnSPI {
  constructor(chip) {
    this.chip = chip;
  }

  select() {
    this.operation = null;
    this.written = [];
    this.frame = [];
    this.isThere = this.chip.isPresent;
  }

  transfer(byte) {
    if (!this.isThere) {
      return FLOATING;
    }
    if (this.operation === null) {
      this.operation = mirrored(byte) & 3;
      if (this.operation === READ) {
        this.frame = [...this.chip.takeFrame()];
      }
      return 0;
    }
    if (this.operation === WRITE) {
      this.written.push(mirrored(byte));
      return 0;
    }
    if (this.operation === STATUS) {
      return mirrored(this.chip.ready ? 1 : 0);
    }
    return mirrored(this.frame.shift() ?? 0);
  }

  deselect() {
    if (this.isThere && this.operation === WRITE) {
      this.chip.receive(this.written);
    }
  }
}

function mirrored(byte) {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) {
    if ((byte >> bit) & 1) {
      turned |= 0x80 >> bit;
    }
  }
  return turned;
}
