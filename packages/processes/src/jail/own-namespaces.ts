import { writeFileSync } from 'node:fs';
import type { Kernel } from './kernel.ts';
import { HIDEABLE } from './launch-order.ts';
import { PlanFault } from './plan-fault.ts';

const CLONE_NEWNS = 0x0002_0000;
const CLONE_NEWIPC = 0x0800_0000;
const CLONE_NEWUSER = 0x1000_0000;
const CLONE_NEWPID = 0x2000_0000;
const CLONE_NEWNET = 0x4000_0000;

export interface WantedNamespaces {
  readonly network: boolean;
  readonly processes: boolean;
}

/**
 * Leaves the machine's view of the disk, of shared memory, of the network and, for what it starts, of
 * processes. An ordinary user needs the rights for that in a user namespace, in which it stays who it is;
 * the kernel makes one only for a process with one thread.
 */
export function enterNamespaces(kernel: Kernel, wanted: WantedNamespaces): void {
  const [user, group] = [kernel.call('geteuid'), kernel.call('getegid')];
  const flags =
    CLONE_NEWNS |
    CLONE_NEWIPC |
    (wanted.processes ? CLONE_NEWPID : 0) |
    (wanted.network ? CLONE_NEWNET : 0);
  // Root of a container may be no more than another user.
  if (user === 0 && kernel.call('unshare', flags) === 0) return;
  const answer = kernel.call('unshare', flags | CLONE_NEWUSER);
  if (answer < 0) throw new PlanFault(`${HIDEABLE.namespaces} (${answer})`);
  keepIdentity(user, group);
}

function keepIdentity(user: number, group: number): void {
  const own = (id: number): string => `${id} ${id} 1`;
  try {
    // Without it the kernel takes no groups: who is not in one could be shut out by it.
    writeFileSync('/proc/self/setgroups', 'deny');
    writeFileSync('/proc/self/uid_map', own(user));
    writeFileSync('/proc/self/gid_map', own(group));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanFault(`${HIDEABLE.namespaces} (${reason})`);
  }
}
