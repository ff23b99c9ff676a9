/**
 * Writes programs for seccomp: classic BPF over a `struct seccomp_data`. Jumps reach 255 instructions,
 * so every rule is a block that ends in its own verdicts.
 */

/** A condition on one argument of a call. All of a rule must hold. */
export type ArgumentTest =
  /** The lower 32 bits, as the kernel reads an `int`, are one of these. */
  | { readonly argument: number; readonly isOneOf: readonly number[] }
  /** The lower 32 bits are none of these. */
  | { readonly argument: number; readonly isNoneOf: readonly number[] }
  /** Of the lower 32 bits none of these is set; or, if one is, `or` holds. */
  | { readonly argument: number; readonly hasNoneOf: number; readonly or?: BitsTest }
  /** All 64 bits: these are set, and no others than `within`. */
  | { readonly argument: number; readonly has: number; readonly within: number }
  | { readonly argument: number; readonly equals: bigint };

interface BitsTest {
  readonly argument: number;
  readonly hasNoneOf: number;
}

export interface FilterRule {
  readonly call: number;
  /** What happens if a test fails; without tests, what happens always. */
  readonly otherwise: Verdict;
  readonly tests: readonly ArgumentTest[];
  /** What happens if all tests hold; `allow` if absent. */
  readonly then?: Verdict;
}

/** Let it happen, answer with an error number, or have the process answer that listens to the filter. */
export type Verdict = 'allow' | 'ask' | { readonly errno: number };

export interface FilterParts {
  /** `AUDIT_ARCH_…`: calls by another convention end the process. */
  readonly auditArch: number;
  readonly rules: readonly FilterRule[];
  /** Calls with a higher number do not exist; if absent, all may. */
  readonly newestCall?: number;
  /** What happens to all other calls. */
  readonly others: Verdict;
}

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_ABOVE = 0x25;
const JUMP_SET = 0x45;
const AND = 0x54;
const RETURN = 0x06;
const RETURN_ALLOW = 0x7fff_0000;
const RETURN_ERRNO = 0x0005_0000;
const RETURN_USER_NOTIF = 0x7fc0_0000;
const RETURN_KILL = 0x8000_0000;
const OFFSET_NUMBER = 0;
const OFFSET_ARCH = 4;
const OFFSET_ARGUMENTS = 16;
const ENOSYS = 38;
/** x64 knows its calls under a second set of numbers, from here on. */
const X32_CALLS = 0x3fff_ffff;
const INSTRUCTION_BYTES = 8;

/** `jt` and `jf` are how many instructions to skip; 'fail' is the end of the block. */
interface Instruction {
  readonly code: number;
  readonly k: number;
  readonly jt?: number | 'fail';
  readonly jf?: number | 'fail';
}

/** The program's bytes: what the rules name is judged as they say, all else alike. */
export function writeFilter({ auditArch, rules, newestCall, others }: FilterParts): Uint8Array {
  const program: Instruction[] = [
    { code: LOAD, k: OFFSET_ARCH },
    { code: JUMP_EQUAL, k: auditArch, jt: 1 },
    { code: RETURN, k: RETURN_KILL },
    { code: LOAD, k: OFFSET_NUMBER },
    { code: JUMP_ABOVE, k: X32_CALLS, jf: 1 },
    { code: RETURN, k: RETURN_KILL },
    ...rules.flatMap(writeRule),
    ...(newestCall === undefined ? [] : refuseAbove(newestCall)),
    giveVerdict(others),
  ];
  return encode(program);
}

function refuseAbove(newestCall: number): readonly Instruction[] {
  return [{ code: JUMP_ABOVE, k: newestCall, jf: 1 }, giveVerdict({ errno: ENOSYS })];
}

function writeRule({ call, tests, otherwise, then = 'allow' }: FilterRule): readonly Instruction[] {
  const body = tests.flatMap(writeTest);
  if (tests.length > 0) body.push(giveVerdict(then));
  const end = body.length;
  const block = [...body, giveVerdict(otherwise)].map((instruction, at) => ({
    ...instruction,
    jt: instruction.jt === 'fail' ? end - at - 1 : (instruction.jt ?? 0),
    jf: instruction.jf === 'fail' ? end - at - 1 : (instruction.jf ?? 0),
  }));
  return [{ code: JUMP_EQUAL, k: call, jf: block.length }, ...block];
}

function writeTest(test: ArgumentTest): Instruction[] {
  const low = { code: LOAD, k: OFFSET_ARGUMENTS + test.argument * 8 };
  const high = { code: LOAD, k: OFFSET_ARGUMENTS + test.argument * 8 + 4 };
  if ('isOneOf' in test) return [low, ...writeChoice(test.isOneOf)];
  if ('isNoneOf' in test) {
    return [
      low,
      ...test.isNoneOf.map((k) => ({ code: JUMP_EQUAL, k: k >>> 0, jt: 'fail' as const })),
    ];
  }
  if ('hasNoneOf' in test) return writeBits(test);
  if ('equals' in test) {
    const value = BigInt.asUintN(64, test.equals);
    return [
      low,
      { code: JUMP_EQUAL, k: Number(value & 0xffff_ffffn), jf: 'fail' },
      high,
      { code: JUMP_EQUAL, k: Number(value >> 32n), jf: 'fail' },
    ];
  }
  return [
    high,
    { code: JUMP_EQUAL, k: 0, jf: 'fail' },
    low,
    { code: JUMP_SET, k: ~test.within >>> 0, jt: 'fail' },
    { code: AND, k: test.has },
    { code: JUMP_EQUAL, k: test.has, jf: 'fail' },
  ];
}

function writeBits({
  argument,
  hasNoneOf,
  or,
}: BitsTest & { readonly or?: BitsTest }): Instruction[] {
  const low = { code: LOAD, k: OFFSET_ARGUMENTS + argument * 8 };
  if (or === undefined) return [low, { code: JUMP_SET, k: hasNoneOf, jt: 'fail' }];
  const second = writeBits(or);
  return [low, { code: JUMP_SET, k: hasNoneOf, jf: second.length }, ...second];
}

function writeChoice(values: readonly number[]): Instruction[] {
  return values.map((k, at) => {
    const isLast = at === values.length - 1;
    return {
      code: JUMP_EQUAL,
      k: k >>> 0,
      jt: values.length - 1 - at,
      ...(isLast && { jf: 'fail' }),
    };
  });
}

function giveVerdict(verdict: Verdict): Instruction {
  if (verdict === 'allow') return { code: RETURN, k: RETURN_ALLOW };
  if (verdict === 'ask') return { code: RETURN, k: RETURN_USER_NOTIF };
  return { code: RETURN, k: RETURN_ERRNO | verdict.errno };
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  program.forEach(({ code, k, jt = 0, jf = 0 }, at) => {
    const offset = at * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, offset);
    bytes.writeUInt8(Number(jt), offset + 2);
    bytes.writeUInt8(Number(jf), offset + 3);
    bytes.writeUInt32LE(k >>> 0, offset + 4);
  });
  return bytes;
}
