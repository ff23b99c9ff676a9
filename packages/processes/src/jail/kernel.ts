import { callNumber, type JailArch, type SystemCall } from './system-calls.ts';

/** A number, or memory by its address. */
export type CallArgument = number | bigint | Uint8Array;

/** The part of koffi that is used here. */
interface ForeignFunctions {
  load(library: null): { func(declaration: string): (...values: unknown[]) => number | bigint };
  address(memory: Uint8Array): bigint;
  errno(): number;
}

/** System calls of the thread that makes them, answered as the kernel does: below 0 is an error number. */
export class Kernel {
  readonly arch: JailArch;
  readonly #ffi: ForeignFunctions;
  readonly #syscall: (...values: unknown[]) => number | bigint;
  readonly #fork: () => number | bigint;

  constructor(addon: string, arch: JailArch) {
    this.arch = arch;
    const module: { exports: unknown } = { exports: {} };
    process.dlopen(module, addon);
    this.#ffi = module.exports as ForeignFunctions;
    const libc = this.#ffi.load(null);
    this.#syscall = libc.func('int64 syscall(int64, int64, int64, int64, int64, int64, int64)');
    this.#fork = libc.func('int fork()');
  }

  call(name: SystemCall, ...args: readonly CallArgument[]): number {
    const number = callNumber(name, this.arch);
    return number === undefined ? -38 : this.callNumber(number, args);
  }

  callNumber(number: number, args: readonly CallArgument[]): number {
    const values = Array.from({ length: 6 }, (_, at) => this.#plain(args[at] ?? 0));
    const answer = Number(this.#syscall(number, ...values));
    return answer === -1 ? -this.#ffi.errno() : answer;
  }

  /** By the C library, which keeps its own locks in order; see `OwnFork`. */
  fork(): number {
    const answer = Number(this.#fork());
    return answer === -1 ? -this.#ffi.errno() : answer;
  }

  /** Ends this process at once: what Node does at its end waits for threads that a fork does not have. */
  exit(code: number): never {
    this.call('exit_group', code);
    throw new Error('unreachable');
  }

  addressOf(memory: Uint8Array): bigint {
    return this.#ffi.address(memory);
  }

  #plain(value: CallArgument): number | bigint {
    return typeof value === 'object' ? this.addressOf(value) : value;
  }
}

/** A text as C has it. */
export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}
