import type { LayerState } from './jail-layers.ts';
import type { Kernel } from './kernel.ts';

const PR_SET_PDEATHSIG = 1;
const PR_GET_PDEATHSIG = 2;
const PR_SET_DUMPABLE = 4;
const PR_CAPBSET_DROP = 24;
const PR_SET_NO_NEW_PRIVS = 38;
const PR_GET_NO_NEW_PRIVS = 39;
const SIGKILL = 9;
const MOST_CAPABILITIES = 64;
const CAPABILITY_VERSION = 0x2008_0522;

/** Becomes another user, in no group. Works for root only, and cannot be taken back. */
export function becomeUser(kernel: Kernel, id: number): LayerState {
  const groups = kernel.call('setgroups', 0, 0);
  const group = kernel.call('setresgid', id, id, id);
  const user = kernel.call('setresuid', id, id, id);
  if (groups < 0 || group < 0 || user < 0) return `off: it could not become user ${id}`;
  if (kernel.call('setresuid', 0, 0, 0) >= 0) return 'off: it could become root again';
  return 'on';
}

/** To be called before `becomeUser`: needs the rights that it takes away. Fails for ordinary users. */
export function dropCapabilityBounds(kernel: Kernel): void {
  for (let capability = 0; capability < MOST_CAPABILITIES; capability += 1)
    kernel.call('prctl', PR_CAPBSET_DROP, capability);
}

/** What root may do beyond others, taken from this process as whichever user it runs. */
export function dropCapabilities(kernel: Kernel): LayerState {
  const header = Buffer.from(Uint32Array.of(CAPABILITY_VERSION, 0).buffer);
  const sets = Buffer.alloc(24);
  kernel.call('capset', header, sets);
  sets.fill(0xff);
  if (kernel.call('capget', header, sets) < 0) return 'off: capabilities cannot be read';
  return sets.every((byte) => byte === 0) ? 'on' : 'off: some are left';
}

/** No program that is started from here gets more rights than there are. */
export function denyNewPrivileges(kernel: Kernel): LayerState {
  kernel.call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const isSet = kernel.call('prctl', PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) === 1;
  return isSet ? 'on' : 'off: the kernel does not do it';
}

/** The kernel ends this process with its parent. Changing users would clear it. */
export function endWithParent(kernel: Kernel, isThere: () => boolean): LayerState {
  kernel.call('prctl', PR_SET_PDEATHSIG, SIGKILL);
  const signal = new Uint8Array(4);
  kernel.call('prctl', PR_GET_PDEATHSIG, signal);
  // It may have ended before it was set.
  if (!isThere()) kernel.exit(0);
  return signal[0] === SIGKILL ? 'on' : 'off: the kernel does not do it';
}

/**
 * The kernel does not end this process with its parent any more; instead it can be seen at a descriptor.
 * Below 0 if it cannot.
 */
export function watchParent(kernel: Kernel, pid: number): number {
  const parent = kernel.call('pidfd_open', pid, 0);
  if (parent < 0 || kernel.call('getppid') !== pid) return -1;
  kernel.call('prctl', PR_SET_PDEATHSIG, 0);
  return parent;
}

/** Another process of the account finds nothing of this one in `/proc`. What it becomes can be seen again. */
export function hideMemory(kernel: Kernel): void {
  kernel.call('prctl', PR_SET_DUMPABLE, 0);
}
