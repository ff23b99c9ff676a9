import { readFileSync, readlinkSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * What native code in a runner could do, without any of Node's checks: makes the system calls that it is
 * given and says what the kernel answered. It stands in the place of the runner, types taken away.
 */

/** A number, a text by its address, bytes by their address, or memory to write to. */
type Argument = number | string | { readonly bytes: readonly number[] } | { readonly room: number };

interface Order {
  readonly addon: string;
  readonly calls: readonly { readonly number: number; readonly args: readonly Argument[] }[];
}

interface Ffi {
  load(library: null): { func(text: string): (...values: unknown[]) => number | bigint };
  address(memory: Uint8Array): bigint;
  errno(): number;
}

const WIRE = 3;
const EXIT_GROUP = 231;
const { addon, calls } = JSON.parse(
  readFileSync(new URL('./order.json', import.meta.url), 'utf8'),
) as Order;
const ffi = createRequire(import.meta.url)(addon) as Ffi;
const syscall = ffi
  .load(null)
  .func('int64 syscall(int64, int64, int64, int64, int64, int64, int64)');
const kept: Uint8Array[] = [];

function plain(argument: Argument): number | bigint {
  if (typeof argument === 'number') return argument;
  const memory =
    typeof argument === 'string'
      ? Buffer.from(`${argument}\0`)
      : 'room' in argument
        ? Buffer.alloc(argument.room)
        : Buffer.from(argument.bytes);
  kept.push(memory);
  return ffi.address(memory);
}

function make(number: number, args: readonly Argument[]): number {
  const values = Array.from({ length: 6 }, (_, at) => plain(args[at] ?? 0));
  const answer = Number(syscall(number, ...values));
  return answer === -1 ? -ffi.errno() : answer;
}

/** Where each descriptor leads. */
function descriptors(): readonly string[] {
  return Array.from({ length: 64 }, (_, descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return '';
    }
  }).filter((target) => target !== '');
}

const opened = descriptors();
const answers = calls.map(({ number, args }) => {
  const before = process.pid;
  const answer = make(number, args);
  // A process that it could start must not go on with the list.
  if (answer === 0 && make(39, []) !== before) make(EXIT_GROUP, [0]);
  return answer;
});
writeSync(WIRE, JSON.stringify({ answers, opened, report: process.argv.at(-1) }));
make(EXIT_GROUP, [0]);
