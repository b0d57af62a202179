// A hostile host beside the honest one: bytes at full USB speed, for as long as the table plays.
//
// Each piece ends with a newline, so that what the honest host says between two of them is whole.
import { crc32 } from 'node:zlib';

const WAITING = 512; // bytes that are kept ready for the board: it is never without

const framed = (text) => {
  const payload = Buffer.from(text);
  return Buffer.concat([
    payload,
    Buffer.from(`*${crc32(payload).toString(16).padStart(8, '0')}\n`),
  ]);
};

const garbage = (dice, length) => {
  const bytes = Buffer.alloc(length, 0);
  for (let k = 0; k < length; k += 1) {
    bytes[k] = Math.floor(dice() * 256);
  }
  bytes[length - 1] = 10;
  return bytes;
};

const PIECES = {
  garbage: (dice) => garbage(dice, 1 + Math.floor(dice() * 600)),
  newlines: () => Buffer.from('x\n'.repeat(64)),
  nesting: () => framed('['.repeat(240) + ']'.repeat(240)),
  integers: () => framed(`["ack",1,${'9'.repeat(400)}]`),
  hails: () => framed('["hail",1]'),
  questions: (dice) =>
    framed(
      [
        '["ask",1,"expects",[]]',
        '["ask",2,"meters",[]]',
        '["ask",3,"why_not",[["fold",1]]]',
        '["ask",4,"readers",[]]',
      ][Math.floor(dice() * 4)],
    ),
  forgeries: (dice) =>
    framed(
      `["do","supervisor",${1 + Math.floor(dice() * 99)},"${'ab'.repeat(32)}","[\\"restart\\"]"]`,
    ),
};
export const KINDS = Object.keys(PIECES);

export class Flood {
  /** `kind` is one of KINDS, or "all" of them in turn by chance. */
  constructor(usb, kind, dice) {
    Object.assign(this, { usb, dice });
    this.kinds = kind === 'all' ? KINDS : [kind];
    this.bytes = 0;
    usb.onRoom = () => this.fill();
  }

  fill() {
    const { usb } = this;
    while (usb.waitingBytes < WAITING) {
      const piece = PIECES[this.kinds[Math.floor(this.dice() * this.kinds.length)]](this.dice);
      this.bytes += piece.length;
      usb.waiting.push(piece);
      usb.waitingBytes += piece.length;
    }
  }

  stop() {
    this.usb.onRoom = null;
  }
}
