// Binary files as numbers.
import fs from 'node:fs';

/** A file of 32-bit words, least significant byte first. */
export function words(path) {
  const bytes = fs.readFileSync(path);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, k) => bytes.readUInt32LE(4 * k));
}
