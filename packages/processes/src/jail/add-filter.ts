import type { LayerState } from './jail-layers.ts';
import type { Kernel } from './kernel.ts';
import type { LaunchOrder } from './launch-order.ts';
import { trySystemCalls } from './try-forbidden.ts';

const SET_MODE_FILTER = 1;
const NEW_LISTENER = 8;
/** A signal that does not end the process waits for the answer, too; kernels before 5.19 have no such flag. */
const WAIT_KILLABLE = 32;

/** Adds a seccomp program to this thread for good, and tries what it must forbid. */
export function addFilter(kernel: Kernel, filter: Uint8Array, order: LaunchOrder): LayerState {
  if (order.without.seccomp !== undefined) return `off: ${order.without.seccomp}`;
  const answer = addProgram(kernel, filter, 0);
  if (answer !== 0) return `off: seccomp was refused (${answer})`;
  return trySystemCalls(kernel, order);
}

/** The same for a program that asks; the descriptor to answer at, or below 0 an error number. */
export function addAskingFilter(kernel: Kernel, filter: Uint8Array): number {
  const listener = addProgram(kernel, filter, NEW_LISTENER | WAIT_KILLABLE);
  return listener < 0 ? addProgram(kernel, filter, NEW_LISTENER) : listener;
}

/** As the kernel answers. */
export function addProgram(kernel: Kernel, filter: Uint8Array, flags: number): number {
  return kernel.call('seccomp', SET_MODE_FILTER, flags, describe(kernel, filter));
}

/** struct sock_fprog: how many instructions, and where they are. */
function describe(kernel: Kernel, filter: Uint8Array): Buffer {
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length / 8, 0);
  program.writeBigUInt64LE(BigInt.asUintN(64, kernel.addressOf(filter)), 8);
  return program;
}
