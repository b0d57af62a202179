// UF2 files: blocks of 512 bytes, each with its address (github.com/microsoft/uf2).

const MAGIC_0 = 0x0a324655;
const MAGIC_1 = 0x9e5d5157;
const BLOCK = 512;
const FLASH_BASE = 0x10000000;

/** Put the blocks of a UF2 file (a Buffer) where they belong in a flash; how many there were. */
export function loadUf2(file, flash) {
  let blocks = 0;
  for (let at = 0; at + BLOCK <= file.length; at += BLOCK) {
    const isBlock = file.readUInt32LE(at) === MAGIC_0 && file.readUInt32LE(at + 4) === MAGIC_1;
    const offset = file.readUInt32LE(at + 12) - FLASH_BASE;
    const size = file.readUInt32LE(at + 16);
    if (isBlock && offset >= 0 && offset + size <= flash.length) {
      flash.set(file.subarray(at + 32, at + 32 + size), offset);
      blocks += 1;
    }
  }
  return blocks;
}
