// The Cortex-M0+ of an RP2040, for plain code: Thumb instructions over boot ROM, flash and SRAM.
//
// rp2040js has a core of its own, in JavaScript, which is right and slow. This one runs the same
// instructions in a WebAssembly instance that also holds registers and memory. Cycles are those of
// the Cortex-M0+ TRM (ARM DDI 0484C, table 3-1), as in rp2040js but for PUSH with LR and POP with
// PC, where rp2040js forgets one (js_step.mjs adds it). Whatever is not plain (a peripheral, WFI,
// MRS, an exception's return, an unaligned access, a breakpoint) it leaves untouched: run() ends in
// front of it and rp2040js does it. Of the peripherals only what MicroPython asks for a million
// times a second is here: see "peripherals".
//
// The flash cache is here because every fetch passes it: 16 KiB, two ways, lines of eight bytes
// (RP2040 data sheet, 2.6.3.1 "XIP Cache"). A hit costs nothing more than SRAM; what a miss costs
// is told by set_miss_cycles(). The older line of a set is replaced; the data sheet is silent on
// that.
//
// `sh build.sh` beside this file makes m0.wasm of it.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;

#define EXPORT(name) __attribute__((export_name(name)))

enum {
  ROM_SIZE = 16 * 1024,
  SRAM_SIZE = 264 * 1024,
  FLASH_SIZE = 2 * 1024 * 1024, // W25Q16JV, as on the Pico
  CACHE_LINE_BITS = 3,
  CACHE_SETS = 1024,
};

#define FLASH_BASE 0x10000000u
#define SRAM_BASE 0x20000000u
#define SP 13
#define LR 14
#define PC 15

static u32 registers[16];
static u8 flags[4]; // N, Z, C, V
static u8 rom[ROM_SIZE] __attribute__((aligned(8)));
static u8 sram[SRAM_SIZE] __attribute__((aligned(8)));
static u8 flash[FLASH_SIZE] __attribute__((aligned(8)));

// What JavaScript reads after a run: see a_told().
static struct {
  u32 instructions; // of the last run
  u32 handed_over;  // it ended in front of an instruction that is rp2040js' affair
  u32 misses;       // of the flash cache, ever
  u32 lowest_sp;    // since reset_lowest_sp()
  u32 lowest_sp_pc; // which instruction put it there
} told;

EXPORT("a_registers") u32 *a_registers(void) { return registers; }
EXPORT("a_flags") u8 *a_flags(void) { return flags; }
EXPORT("a_rom") u8 *a_rom(void) { return rom; }
EXPORT("a_sram") u8 *a_sram(void) { return sram; }
EXPORT("a_flash") u8 *a_flash(void) { return flash; }
EXPORT("a_told") u32 *a_told(void) { return &told.instructions; }

// ---- the flash cache

static u32 tags[CACHE_SETS][2]; // line number + 1; 0 is empty
static u8 oldest[CACHE_SETS];
static u32 miss_cycles;
static u32 penalty;      // cycles that misses have cost and nobody has counted yet
static u32 fetched_line; // the line code comes from: + 1, or 0 when another was touched since

EXPORT("set_miss_cycles") void set_miss_cycles(u32 cycles) { miss_cycles = cycles; }

EXPORT("flush_cache") void flush_cache(void) {
  for (u32 set = 0; set < CACHE_SETS; set++) {
    tags[set][0] = tags[set][1] = 0;
    oldest[set] = 0;
  }
  fetched_line = 0;
}

static inline void miss(void) {
  penalty += miss_cycles;
  told.misses++;
}

// A read of flash. Four aliases: 0x10 caches, 0x11 looks but does not fill, 0x12 fills without a
// look, 0x13 does neither (RP2040 data sheet, 2.6.3.1).
static inline void touch(u32 address) {
  u32 line = ((address & 0xffffffu) >> CACHE_LINE_BITS) + 1;
  u32 set = (line - 1) & (CACHE_SETS - 1);
  u32 alias = (address >> 24) & 3;
  if (alias < 2) {
    if (tags[set][0] == line) {
      oldest[set] = 1;
      return;
    }
    if (tags[set][1] == line) {
      oldest[set] = 0;
      return;
    }
  }
  miss();
  if (alias == 0 || alias == 2) {
    u32 way = oldest[set];
    tags[set][way] = line;
    oldest[set] = way ^ 1;
  }
}

// What instructions read that rp2040js carries out itself passes here too.
EXPORT("touch_flash") void touch_flash(u32 address) {
  touch(address);
  fetched_line = 0;
}

EXPORT("take_penalty") u32 take_penalty(void) {
  u32 cycles = penalty;
  penalty = 0;
  return cycles;
}

// ---- memory

EXPORT("reset_lowest_sp") void reset_lowest_sp(void) { told.lowest_sp = 0xffffffffu; }

static inline void note_sp(u32 sp, u32 pc) {
  if (sp < told.lowest_sp) {
    told.lowest_sp = sp;
    told.lowest_sp_pc = pc;
  }
}

// Where `count` bytes at an address lie for reading, or 0 where rp2040js has to look.
static inline u8 *readable(u32 address, u32 count) {
  u32 offset = address - SRAM_BASE;
  if (offset <= SRAM_SIZE - count) {
    return sram + offset;
  }
  if ((address >> 26) == (FLASH_BASE >> 26)) {
    offset = address & 0xffffffu;
    if (offset > FLASH_SIZE - count) {
      return 0;
    }
    touch(address);
    fetched_line = 0;
    return flash + offset;
  }
  if (address <= ROM_SIZE - count) {
    return rom + address;
  }
  return 0;
}

// Whether readable() will find all of them, without a look at the cache.
static inline u32 is_readable(u32 address, u32 count) {
  return address - SRAM_BASE <= SRAM_SIZE - count || address <= ROM_SIZE - count ||
         ((address >> 26) == (FLASH_BASE >> 26) && (address & 0xffffffu) <= FLASH_SIZE - count);
}

static inline u8 *writable(u32 address, u32 count) {
  u32 offset = address - SRAM_BASE;
  return offset <= SRAM_SIZE - count ? sram + offset : 0;
}

// ---- peripherals

#define SIO_BASE 0xd0000000u
#define TIMER_BASE 0x40054000u
enum {
  CPUID = 0x00,
  DIV_UDIVIDEND = 0x60,
  DIV_UDIVISOR = 0x64,
  DIV_SDIVIDEND = 0x68,
  DIV_SDIVISOR = 0x6c,
  DIV_QUOTIENT = 0x70,
  DIV_REMAINDER = 0x74,
  DIV_CSR = 0x78,
  TIMERAWH = 0x24,
  TIMERAWL = 0x28,
  READY_AND_DIRTY = 3,
  DIRTY = 2,
  SIO_CYCLES = 1,      // a load or a store on the single-cycle IO port
  APB_READ_CYCLES = 4, // as rp2040js has it
  KEPT = 64,
};

// The divider of SIO (RP2040 data sheet, 2.3.1.5): whoever writes an operand divides.
static struct {
  u32 dividend, divisor, quotient, remainder, csr;
} divider = {.divisor = 1};

static void divide(u32 is_signed) {
  u32 dividend = divider.dividend, divisor = divider.divisor;
  if (divisor == 0) {
    divider.quotient = is_signed && (s32)dividend < 0 ? 1 : 0xffffffffu;
    divider.remainder = dividend;
  } else if (is_signed && divisor == 0xffffffffu) { // INT_MIN / -1 would trap
    divider.quotient = 0u - dividend;
    divider.remainder = 0;
  } else if (is_signed) {
    divider.quotient = (u32)((s32)dividend / (s32)divisor);
    divider.remainder = (u32)((s32)dividend % (s32)divisor);
  } else {
    divider.quotient = dividend / divisor;
    divider.remainder = dividend % divisor;
  }
  divider.csr = READY_AND_DIRTY;
}

EXPORT("write_divider") void write_divider(u32 offset, u32 value) {
  switch (offset) {
  case DIV_UDIVIDEND:
  case DIV_SDIVIDEND:
    divider.dividend = value;
    divide(offset == DIV_SDIVIDEND);
    break;
  case DIV_UDIVISOR:
  case DIV_SDIVISOR:
    divider.divisor = value;
    divide(offset == DIV_SDIVISOR);
    break;
  case DIV_QUOTIENT:
    divider.quotient = value;
    divider.csr = READY_AND_DIRTY;
    break;
  case DIV_REMAINDER:
    divider.remainder = value;
    divider.csr = READY_AND_DIRTY;
    break;
  }
}

EXPORT("read_divider") u32 read_divider(u32 offset) {
  switch (offset) {
  case DIV_UDIVIDEND:
  case DIV_SDIVIDEND:
    return divider.dividend;
  case DIV_UDIVISOR:
  case DIV_SDIVISOR:
    return divider.divisor;
  case DIV_QUOTIENT:
    divider.csr &= ~(u32)DIRTY;
    return divider.quotient;
  case DIV_REMAINDER:
    return divider.remainder;
  default:
    return divider.csr;
  }
}

// Status registers that were read and cannot have changed since: a driver that waits for its bus
// asks for the same ones again and again. keep_status() is called with what rp2040js has read,
// forget_status() whenever anything but such a read has happened.
static struct {
  u32 address, value;
} kept[KEPT];
static u32 any_kept;

static inline u32 kept_index(u32 address) { return (address >> 2 ^ address >> 14) & (KEPT - 1); }

EXPORT("keep_status") void keep_status(u32 address, u32 value) {
  kept[kept_index(address)].address = address;
  kept[kept_index(address)].value = value;
  any_kept = 1;
}

EXPORT("forget_status") void forget_status(void) {
  if (any_kept) {
    for (u32 k = 0; k < KEPT; k++) {
      kept[k].address = 0;
    }
    any_kept = 0;
  }
}

// A word of a peripheral at a time in nanoseconds: the cycles that reading it takes, or 0.
static u32 read_io(u32 address, double nanos, u32 *value) {
  if (address >= SIO_BASE) {
    u32 offset = address - SIO_BASE;
    if (offset == CPUID) {
      *value = 0;
      return SIO_CYCLES;
    }
    if (offset >= DIV_UDIVIDEND && offset <= DIV_CSR) {
      *value = read_divider(offset);
      return SIO_CYCLES;
    }
    return 0;
  }
  if (address - TIMER_BASE == TIMERAWL || address - TIMER_BASE == TIMERAWH) {
    u64 micros = (u64)(nanos / 1000);
    *value = address - TIMER_BASE == TIMERAWL ? (u32)micros : (u32)(micros >> 32);
    return APB_READ_CYCLES;
  }
  if (kept[kept_index(address)].address == address) {
    *value = kept[kept_index(address)].value;
    return APB_READ_CYCLES;
  }
  return 0;
}

static u32 write_io(u32 address, u32 value) {
  u32 offset = address - SIO_BASE;
  if (offset >= DIV_UDIVIDEND && offset <= DIV_REMAINDER) {
    write_divider(offset, value);
    return SIO_CYCLES;
  }
  return 0;
}

// ---- arithmetic that sets flags

#define SET_NZ(value)                                                                              \
  do {                                                                                             \
    u32 nz_ = (value);                                                                             \
    n = nz_ >> 31;                                                                                 \
    z = nz_ == 0;                                                                                  \
  } while (0)

#define ADD_WITH_FLAGS(target, left, right)                                                        \
  do {                                                                                             \
    u32 l_ = (left), r_ = (right), sum_ = l_ + r_;                                                 \
    c = sum_ < l_;                                                                                 \
    v = (~(l_ ^ r_) & (l_ ^ sum_)) >> 31;                                                          \
    SET_NZ(sum_);                                                                                  \
    target = sum_;                                                                                 \
  } while (0)

#define SUBTRACT_WITH_FLAGS(target, left, right)                                                   \
  do {                                                                                             \
    u32 l_ = (left), r_ = (right), difference_ = l_ - r_;                                          \
    c = l_ >= r_;                                                                                  \
    v = ((l_ ^ r_) & (l_ ^ difference_)) >> 31;                                                    \
    SET_NZ(difference_);                                                                           \
    target = difference_;                                                                          \
  } while (0)

#define ADD_WITH_CARRY(target, left, right)                                                        \
  do {                                                                                             \
    u32 l_ = (left), r_ = (right);                                                                 \
    u64 wide_ = (u64)l_ + r_ + c;                                                                  \
    u32 sum_ = (u32)wide_;                                                                         \
    c = (u32)(wide_ >> 32);                                                                        \
    v = (~(l_ ^ r_) & (l_ ^ sum_)) >> 31;                                                          \
    SET_NZ(sum_);                                                                                  \
    target = sum_;                                                                                 \
  } while (0)

#define HAND_OVER                                                                                  \
  do {                                                                                             \
    told.handed_over = 1;                                                                          \
    goto out;                                                                                      \
  } while (0)

#define LOAD(type, where, size)                                                                    \
  do {                                                                                             \
    address = (where);                                                                             \
    if (address & ((size) - 1) || !(at = readable(address, size))) {                               \
      HAND_OVER;                                                                                   \
    }                                                                                              \
    loaded = (u32)*(type *)at;                                                                     \
    cycles = 2;                                                                                    \
  } while (0)

// Words may also lie in a peripheral.
#define LOAD_WORD(where)                                                                           \
  do {                                                                                             \
    address = (where);                                                                             \
    if (address & 3) {                                                                             \
      HAND_OVER;                                                                                   \
    }                                                                                              \
    if ((at = readable(address, 4))) {                                                             \
      loaded = *(u32 *)at;                                                                         \
      cycles = 2;                                                                                  \
    } else if (!(cycles = read_io(address, nanos + spent * cycle_nanos, &loaded))) {               \
      HAND_OVER;                                                                                   \
    }                                                                                              \
  } while (0)

#define STORE_WORD(where, value)                                                                   \
  do {                                                                                             \
    address = (where);                                                                             \
    if (address & 3) {                                                                             \
      HAND_OVER;                                                                                   \
    }                                                                                              \
    if ((at = writable(address, 4))) {                                                             \
      *(u32 *)at = (value);                                                                        \
      cycles = 2;                                                                                  \
    } else if (!(cycles = write_io(address, value))) {                                             \
      HAND_OVER;                                                                                   \
    }                                                                                              \
  } while (0)

#define STORE(type, where, size, value)                                                            \
  do {                                                                                             \
    address = (where);                                                                             \
    if (address & ((size) - 1) || !(at = writable(address, size))) {                               \
      HAND_OVER;                                                                                   \
    }                                                                                              \
    *(type *)at = (type)(value);                                                                   \
    cycles = 2;                                                                                    \
  } while (0)

#define LOW(bit) R[(opcode >> (bit)) & 7]
#define IMMEDIATE_5 ((opcode >> 6) & 31)

// Run until `budget` cycles have passed or something comes that is not ours: the cycles that
// passed, waits for the flash among them. It is `nanos` now, and a cycle takes `cycle_nanos`.
EXPORT("run") u32 run(u32 budget, double nanos, double cycle_nanos) {
  u32 *R = registers;
  u32 n = flags[0], z = flags[1], c = flags[2], v = flags[3];
  u32 pc = R[PC] & ~1u;
  u32 spent = 0, instructions = 0, unused;
  u32 code_base = 0, code_limit = 0; // the memory that code comes from at the moment
  u32 in_flash = 0;
  u8 *code = 0;
  told.handed_over = 0;
  fetched_line = 0;

  while (spent < budget) {
    u32 offset = pc - code_base;
    if (offset >= code_limit) {
      if (pc >> 24 == FLASH_BASE >> 24) {
        code_base = FLASH_BASE;
        code_limit = FLASH_SIZE - 4;
        code = flash;
        in_flash = 1;
      } else if (pc - SRAM_BASE < SRAM_SIZE - 4) {
        code_base = SRAM_BASE;
        code_limit = SRAM_SIZE - 4;
        code = sram;
        in_flash = 0;
      } else if (pc < ROM_SIZE - 4) {
        code_base = 0;
        code_limit = ROM_SIZE - 4;
        code = rom;
        in_flash = 0;
      } else {
        code_limit = 0;
        HAND_OVER;
      }
      offset = pc - code_base;
      if (offset >= code_limit) {
        HAND_OVER;
      }
    }
    if (in_flash) {
      u32 line = (offset >> CACHE_LINE_BITS) + 1;
      if (line != fetched_line) {
        touch(pc);
        fetched_line = line;
      }
    }
    u32 opcode = *(u16 *)(code + offset);
    u32 next = pc + 2;
    u32 cycles = 1;
    u32 address, loaded;
    u8 *at;

    switch (opcode >> 8) {
    case 0x00 ... 0x07: { // LSLS immediate
      u32 shift = IMMEDIATE_5, from = LOW(3);
      if (shift) {
        c = (from >> (32 - shift)) & 1;
      }
      LOW(0) = from << shift;
      SET_NZ(from << shift);
      break;
    }
    case 0x08 ... 0x0f: { // LSRS immediate; 0 stands for 32
      u32 shift = IMMEDIATE_5, from = LOW(3);
      u32 result = shift ? from >> shift : 0;
      c = shift ? (from >> (shift - 1)) & 1 : from >> 31;
      LOW(0) = result;
      SET_NZ(result);
      break;
    }
    case 0x10 ... 0x17: { // ASRS immediate; 0 stands for 32
      u32 shift = IMMEDIATE_5;
      s32 from = (s32)LOW(3);
      s32 result = from >> (shift ? shift : 31);
      c = shift ? ((u32)from >> (shift - 1)) & 1 : (u32)from >> 31;
      LOW(0) = (u32)result;
      SET_NZ((u32)result);
      break;
    }
    case 0x18 ... 0x19: // ADDS register
      ADD_WITH_FLAGS(LOW(0), LOW(3), LOW(6));
      break;
    case 0x1a ... 0x1b: // SUBS register
      SUBTRACT_WITH_FLAGS(LOW(0), LOW(3), LOW(6));
      break;
    case 0x1c ... 0x1d: // ADDS immediate 3
      ADD_WITH_FLAGS(LOW(0), LOW(3), (opcode >> 6) & 7);
      break;
    case 0x1e ... 0x1f: // SUBS immediate 3
      SUBTRACT_WITH_FLAGS(LOW(0), LOW(3), (opcode >> 6) & 7);
      break;
    case 0x20 ... 0x27: // MOVS immediate
      LOW(8) = opcode & 0xff;
      SET_NZ(opcode & 0xff);
      break;
    case 0x28 ... 0x2f: // CMP immediate
      SUBTRACT_WITH_FLAGS(unused, LOW(8), opcode & 0xff);
      break;
    case 0x30 ... 0x37: // ADDS immediate 8
      ADD_WITH_FLAGS(LOW(8), LOW(8), opcode & 0xff);
      break;
    case 0x38 ... 0x3f: // SUBS immediate 8
      SUBTRACT_WITH_FLAGS(LOW(8), LOW(8), opcode & 0xff);
      break;
    case 0x40 ... 0x43: { // data processing, register
      u32 from = LOW(3);
      u32 *to = &LOW(0);
      u32 value = *to;
      u32 shift = from & 0xff;
      switch ((opcode >> 6) & 15) {
      case 0: // ANDS
        *to = value & from;
        SET_NZ(*to);
        break;
      case 1: // EORS
        *to = value ^ from;
        SET_NZ(*to);
        break;
      case 2: // LSLS
        if (shift) {
          c = shift < 32 ? (value >> (32 - shift)) & 1 : shift == 32 ? value & 1 : 0;
          value = shift < 32 ? value << shift : 0;
        }
        *to = value;
        SET_NZ(value);
        break;
      case 3: // LSRS
        if (shift) {
          c = shift < 32 ? (value >> (shift - 1)) & 1 : shift == 32 ? value >> 31 : 0;
          value = shift < 32 ? value >> shift : 0;
        }
        *to = value;
        SET_NZ(value);
        break;
      case 4: // ASRS
        if (shift) {
          c = shift < 32 ? (value >> (shift - 1)) & 1 : value >> 31;
          value = (u32)((s32)value >> (shift < 32 ? shift : 31));
        }
        *to = value;
        SET_NZ(value);
        break;
      case 5: // ADCS
        ADD_WITH_CARRY(*to, value, from);
        break;
      case 6: // SBCS
        ADD_WITH_CARRY(*to, value, ~from);
        break;
      case 7: // RORS
        if (shift) {
          u32 turn = shift & 31;
          value = turn ? value >> turn | value << (32 - turn) : value;
          c = value >> 31;
        }
        *to = value;
        SET_NZ(value);
        break;
      case 8: // TST
        SET_NZ(value & from);
        break;
      case 9: // RSBS from 0
        SUBTRACT_WITH_FLAGS(*to, 0, from);
        break;
      case 10: // CMP
        SUBTRACT_WITH_FLAGS(unused, value, from);
        break;
      case 11: // CMN
        ADD_WITH_FLAGS(unused, value, from);
        break;
      case 12: // ORRS
        *to = value | from;
        SET_NZ(*to);
        break;
      case 13: // MULS
        *to = value * from;
        SET_NZ(*to);
        break;
      case 14: // BICS
        *to = value & ~from;
        SET_NZ(*to);
        break;
      case 15: // MVNS
        *to = ~from;
        SET_NZ(*to);
        break;
      }
      break;
    }
    case 0x44: { // ADD, any registers
      u32 rm = (opcode >> 3) & 15, rd = ((opcode >> 4) & 8) | (opcode & 7);
      u32 sum = (rd == PC ? pc + 4 : R[rd]) + (rm == PC ? pc + 4 : R[rm]);
      if (rd == PC) {
        next = sum & ~1u;
        cycles = 2;
      } else if (rd == SP) {
        R[SP] = sum & ~3u;
        note_sp(R[SP], pc);
      } else {
        R[rd] = sum;
      }
      break;
    }
    case 0x45: { // CMP, any registers
      u32 rm = (opcode >> 3) & 15, rn = ((opcode >> 4) & 8) | (opcode & 7);
      SUBTRACT_WITH_FLAGS(unused, rn == PC ? pc + 4 : R[rn], rm == PC ? pc + 4 : R[rm]);
      break;
    }
    case 0x46: { // MOV, any registers
      u32 rm = (opcode >> 3) & 15, rd = ((opcode >> 4) & 8) | (opcode & 7);
      u32 value = rm == PC ? pc + 4 : R[rm];
      if (rd == PC) {
        next = value & ~1u;
        cycles = 2;
      } else if (rd == SP) {
        R[SP] = value & ~3u;
        note_sp(R[SP], pc);
      } else {
        R[rd] = value;
      }
      break;
    }
    case 0x47: { // BX, BLX
      u32 rm = (opcode >> 3) & 15;
      u32 target = rm == PC ? pc + 4 : R[rm];
      if (opcode & 7 || (!(opcode & 0x80) && target >> 28 == 15)) {
        HAND_OVER; // 0xF…: the return from an exception
      }
      if (opcode & 0x80) {
        R[LR] = next | 1;
      }
      next = target & ~1u;
      cycles = 2;
      break;
    }
    case 0x48 ... 0x4f: // LDR literal
      LOAD(u32, ((pc + 4) & ~3u) + ((opcode & 0xff) << 2), 4);
      LOW(8) = loaded;
      break;
    case 0x50 ... 0x51: // STR register
      STORE_WORD(LOW(3) + LOW(6), LOW(0));
      break;
    case 0x52 ... 0x53: // STRH register
      STORE(u16, LOW(3) + LOW(6), 2, LOW(0));
      break;
    case 0x54 ... 0x55: // STRB register
      STORE(u8, LOW(3) + LOW(6), 1, LOW(0));
      break;
    case 0x56 ... 0x57: // LDRSB register
      LOAD(s8, LOW(3) + LOW(6), 1);
      LOW(0) = loaded;
      break;
    case 0x58 ... 0x59: // LDR register
      LOAD_WORD(LOW(3) + LOW(6));
      LOW(0) = loaded;
      break;
    case 0x5a ... 0x5b: // LDRH register
      LOAD(u16, LOW(3) + LOW(6), 2);
      LOW(0) = loaded;
      break;
    case 0x5c ... 0x5d: // LDRB register
      LOAD(u8, LOW(3) + LOW(6), 1);
      LOW(0) = loaded;
      break;
    case 0x5e ... 0x5f: // LDRSH register
      LOAD(s16, LOW(3) + LOW(6), 2);
      LOW(0) = loaded;
      break;
    case 0x60 ... 0x67: // STR immediate
      STORE_WORD(LOW(3) + (IMMEDIATE_5 << 2), LOW(0));
      break;
    case 0x68 ... 0x6f: // LDR immediate
      LOAD_WORD(LOW(3) + (IMMEDIATE_5 << 2));
      LOW(0) = loaded;
      break;
    case 0x70 ... 0x77: // STRB immediate
      STORE(u8, LOW(3) + IMMEDIATE_5, 1, LOW(0));
      break;
    case 0x78 ... 0x7f: // LDRB immediate
      LOAD(u8, LOW(3) + IMMEDIATE_5, 1);
      LOW(0) = loaded;
      break;
    case 0x80 ... 0x87: // STRH immediate
      STORE(u16, LOW(3) + (IMMEDIATE_5 << 1), 2, LOW(0));
      break;
    case 0x88 ... 0x8f: // LDRH immediate
      LOAD(u16, LOW(3) + (IMMEDIATE_5 << 1), 2);
      LOW(0) = loaded;
      break;
    case 0x90 ... 0x97: // STR, SP relative
      STORE(u32, R[SP] + ((opcode & 0xff) << 2), 4, LOW(8));
      break;
    case 0x98 ... 0x9f: // LDR, SP relative
      LOAD(u32, R[SP] + ((opcode & 0xff) << 2), 4);
      LOW(8) = loaded;
      break;
    case 0xa0 ... 0xa7: // ADR
      LOW(8) = ((pc + 4) & ~3u) + ((opcode & 0xff) << 2);
      break;
    case 0xa8 ... 0xaf: // ADD, SP plus immediate
      LOW(8) = R[SP] + ((opcode & 0xff) << 2);
      break;
    case 0xb0: // ADD and SUB of SP
      if (opcode & 0x80) {
        R[SP] -= (opcode & 0x7f) << 2;
        note_sp(R[SP], pc);
      } else {
        R[SP] += (opcode & 0x7f) << 2;
      }
      break;
    case 0xb2: { // SXTH, SXTB, UXTH, UXTB
      u32 from = LOW(3);
      switch ((opcode >> 6) & 3) {
      case 0:
        LOW(0) = (u32)(s32)(s16)from;
        break;
      case 1:
        LOW(0) = (u32)(s32)(s8)from;
        break;
      case 2:
        LOW(0) = (u16)from;
        break;
      case 3:
        LOW(0) = (u8)from;
        break;
      }
      break;
    }
    case 0xb4 ... 0xb5: { // PUSH
      u32 list = opcode & 0x1ff, count = (u32)__builtin_popcount(list);
      address = R[SP] - 4 * count;
      if (!count || !(at = writable(address, 4 * count))) {
        HAND_OVER;
      }
      for (u32 k = 0; k < 8; k++) {
        if (list >> k & 1) {
          *(u32 *)at = R[k];
          at += 4;
          cycles++;
        }
      }
      if (list & 0x100) {
        *(u32 *)at = R[LR];
        cycles++;
      }
      R[SP] = address;
      note_sp(address, pc);
      break;
    }
    case 0xba: { // REV, REV16, REVSH
      u32 from = LOW(3);
      switch ((opcode >> 6) & 3) {
      case 0:
        LOW(0) = __builtin_bswap32(from);
        break;
      case 1:
        LOW(0) = (from >> 8 & 0x00ff00ffu) | (from << 8 & 0xff00ff00u);
        break;
      case 2:
        HAND_OVER;
      case 3:
        LOW(0) = (u32)(s32)(s16)((from & 0xff) << 8 | (from >> 8 & 0xff));
        break;
      }
      break;
    }
    case 0xbc ... 0xbd: { // POP
      u32 list = opcode & 0x1ff, count = (u32)__builtin_popcount(list);
      address = R[SP];
      if (!count || !(at = writable(address, 4 * count))) {
        HAND_OVER;
      }
      if (list & 0x100) {
        u32 target = *(u32 *)(at + 4 * count - 4);
        if (target >> 28 == 15) {
          HAND_OVER; // the return from an exception
        }
        next = target & ~1u;
        cycles += 3;
      }
      for (u32 k = 0; k < 8; k++) {
        if (list >> k & 1) {
          R[k] = *(u32 *)at;
          at += 4;
          cycles++;
        }
      }
      R[SP] = address + 4 * count;
      break;
    }
    case 0xbf: // NOP; the hints are rp2040js' affair
      if (opcode != 0xbf00) {
        HAND_OVER;
      }
      break;
    case 0xc0 ... 0xc7: { // STMIA
      u32 rn = (opcode >> 8) & 7, list = opcode & 0xff, count = (u32)__builtin_popcount(list);
      address = R[rn];
      if (!count || address & 3 || !(at = writable(address, 4 * count))) {
        HAND_OVER;
      }
      for (u32 k = 0; k < 8; k++) {
        if (list >> k & 1) {
          *(u32 *)at = R[k];
          at += 4;
          cycles++;
        }
      }
      if (!(list >> rn & 1)) {
        R[rn] = address + 4 * count;
      }
      break;
    }
    case 0xc8 ... 0xcf: { // LDMIA
      u32 rn = (opcode >> 8) & 7, list = opcode & 0xff, count = (u32)__builtin_popcount(list);
      address = R[rn];
      if (!count || address & 3 || !is_readable(address, 4 * count)) {
        HAND_OVER;
      }
      for (u32 k = 0; k < 8; k++) {
        if (list >> k & 1) {
          R[k] = *(u32 *)readable(address, 4); // word by word: each passes the cache
          address += 4;
          cycles++;
        }
      }
      if (!(list >> rn & 1)) {
        R[rn] = address;
      }
      break;
    }
    case 0xd0 ... 0xdd: { // B with a condition
      u32 holds = 0;
      switch ((opcode >> 9) & 7) {
      case 0:
        holds = z;
        break;
      case 1:
        holds = c;
        break;
      case 2:
        holds = n;
        break;
      case 3:
        holds = v;
        break;
      case 4:
        holds = c && !z;
        break;
      case 5:
        holds = n == v;
        break;
      case 6:
        holds = n == v && !z;
        break;
      }
      if (holds ^ (opcode >> 8 & 1)) {
        next = pc + 4 + (u32)((s32)(s8)(opcode & 0xff) * 2);
        cycles = 2;
      }
      break;
    }
    case 0xe0 ... 0xe7: // B
      next = pc + 4 + (u32)((s32)(opcode << 21) >> 20);
      cycles = 2;
      break;
    case 0xf0 ... 0xf7: { // BL, and the barriers
      u32 second = *(u16 *)(code + offset + 2);
      if (in_flash && (offset + 2) >> CACHE_LINE_BITS != offset >> CACHE_LINE_BITS) {
        touch(pc + 2);
        fetched_line = ((offset + 2) >> CACHE_LINE_BITS) + 1;
      }
      if ((second & 0xd000) == 0xd000) {
        u32 s = opcode >> 10 & 1;
        u32 i1 = 1 ^ s ^ (second >> 13 & 1), i2 = 1 ^ s ^ (second >> 11 & 1);
        u32 distance = (s ? 0xff000000u : 0) | i1 << 23 | i2 << 22 | (opcode & 0x3ff) << 12 |
                       (second & 0x7ff) << 1;
        R[LR] = (pc + 4) | 1;
        next = pc + 4 + distance;
        cycles = 3;
        break;
      }
      u32 barrier = second & 0xfff0;
      if (opcode == 0xf3bf && barrier >= 0x8f40 && barrier <= 0x8f60) { // DSB, DMB, ISB
        next = pc + 4;
        cycles = 3;
        break;
      }
      HAND_OVER;
    }
    default:
      HAND_OVER;
    }

    pc = next;
    instructions++;
    spent += cycles + penalty;
    penalty = 0;
  }

out:
  R[PC] = pc;
  flags[0] = (u8)n;
  flags[1] = (u8)z;
  flags[2] = (u8)c;
  flags[3] = (u8)v;
  told.instructions = instructions;
  return spent;
}
