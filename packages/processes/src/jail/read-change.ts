import { fstatSync } from 'node:fs';
import type { AttributeChange, DateForm } from './attribute-calls.ts';
import { cString, type Kernel } from './kernel.ts';
import { AnswerError, type WaitingSystemCall } from './waiting-system-call.ts';

const EINVAL = 22;
const ERANGE = 34;
const E2BIG = 7;
const EOPNOTSUPP = 95;
const AT_FDCWD = -100;
const AT_EMPTY_PATH = 0x1000;
const MOST_NAME = 256;
const MOST_VALUE = 65_536;
const SET_USER = 0o4000;
const EPERM = 1;
const MICROSECONDS = 1_000_000n;

export interface WantedChange {
  readonly asked: WaitingSystemCall;
  /** Opened with `O_PATH`. */
  readonly file: number;
  readonly change: AttributeChange;
}

/**
 * Reads all that a call says from the memory of the program, and nothing afterwards. What comes back does
 * it to the file that this process has open: 0, or an error number below 0.
 */
export function readChange(kernel: Kernel, { asked, file, change }: WantedChange): () => number {
  const itself = cString(`/proc/self/fd/${file}`);
  const noPath = cString('');
  switch (change.kind) {
    case 'mode': {
      const mode = asked.int(change.mode);
      return () => changeMode(kernel, file, mode);
    }
    case 'owner': {
      const ids = [asked.int(change.user), asked.int(change.group)];
      return () => kernel.call('fchownat', file, noPath, ...ids, AT_EMPTY_PATH);
    }
    case 'dates': {
      const times = readDates(asked, asked.word(change.times), change.form);
      return () => kernel.call('utimensat', file, noPath, times, AT_EMPTY_PATH);
    }
    case 'set': {
      const { name, value, flags } = readAttribute(asked, change);
      return () => kernel.call('setxattr', itself, name, value, value.length, flags);
    }
    case 'remove': {
      const name = readName(asked, change.name);
      return () => kernel.call('removexattr', itself, name);
    }
  }
}

function changeMode(kernel: Kernel, file: number, mode: number): number {
  // Followed from here, a link would lead to another file than the one that was judged.
  if (fstatSync(file).isSymbolicLink()) return -EOPNOTSUPP;
  if ((mode & SET_USER) !== 0) return -EPERM;
  return kernel.call('fchmodat', AT_FDCWD, cString(`/proc/self/fd/${file}`), mode);
}

/** Two dates with nanoseconds; without any, it is now. */
function readDates(asked: WaitingSystemCall, address: bigint, form: DateForm): Buffer | number {
  if (address === 0n) return 0;
  const bytes = asked.bytes(address, form === 'seconds' ? 16 : 32);
  if (form === 'timespec') return bytes;
  const words = Array.from({ length: bytes.length / 8 }, (_, at) => bytes.readBigInt64LE(at * 8));
  const [first = 0n, second = 0n, third = 0n, fourth = 0n] = words;
  const pairs = form === 'seconds' ? [first, 0n, second, 0n] : [first, second, third, fourth];
  if ([pairs[1], pairs[3]].some((part = 0n) => part < 0n || part >= MICROSECONDS))
    throw new AnswerError(EINVAL);
  const [from = 0n, fromPart = 0n, to = 0n, toPart = 0n] = pairs;
  const times = BigInt64Array.of(from, fromPart * 1_000n, to, toPart * 1_000n);
  return Buffer.from(times.buffer);
}

function readAttribute(asked: WaitingSystemCall, { name, value }: { name: number; value: number }) {
  const size = asked.word(value + 1);
  if (size > BigInt(MOST_VALUE)) throw new AnswerError(E2BIG);
  return {
    name: readName(asked, name),
    value: size === 0n ? Buffer.alloc(0) : asked.bytes(asked.word(value), Number(size)),
    flags: asked.int(value + 2),
  };
}

function readName(asked: WaitingSystemCall, at: number): Buffer {
  const name = asked.text(asked.word(at));
  if (name.length > MOST_NAME) throw new AnswerError(ERANGE);
  return name;
}
