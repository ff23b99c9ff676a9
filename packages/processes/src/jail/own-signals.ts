import type { Kernel } from './kernel.ts';

const SIG_DFL = 0;
const SIG_IGN = 1;
const SIG_SETMASK = 2;
const MOST_SIGNALS = 64;
const SIGCHLD = 17;
const MASK_BYTES = 8;
/** `SIGKILL`, `SIGSTOP`. */
const FIXED: ReadonlySet<number> = new Set([9, 19]);

/** As a program finds them that a shell starts: Node ignores some, and what is ignored stays so. */
export function resetSignals(kernel: Kernel): void {
  for (const signal of changeable()) setSignal(kernel, signal, SIG_DFL);
  kernel.call('rt_sigprocmask', SIG_SETMASK, new Uint8Array(MASK_BYTES), 0, MASK_BYTES);
}

/** For a process that only waits: signals to its group are for the program in it. */
export function ignoreSignals(kernel: Kernel): void {
  for (const signal of changeable()) if (signal !== SIGCHLD) setSignal(kernel, signal, SIG_IGN);
}

/** Ends this process by a signal, as another one ended. */
export function dieBy(kernel: Kernel, signal: number): void {
  setSignal(kernel, signal, SIG_DFL);
  kernel.call('rt_sigprocmask', SIG_SETMASK, new Uint8Array(MASK_BYTES), 0, MASK_BYTES);
  kernel.call('kill', process.pid, signal);
}

function changeable(): readonly number[] {
  const all = Array.from({ length: MOST_SIGNALS }, (_, at) => at + 1);
  return all.filter((signal) => !FIXED.has(signal));
}

function setSignal(kernel: Kernel, signal: number, handler: number): void {
  // struct sigaction of the kernel: handler, flags, restorer, mask.
  const action = Buffer.alloc(32);
  action.writeUInt8(handler, 0);
  kernel.call('rt_sigaction', signal, action, 0, MASK_BYTES);
}
