import { readFileSync } from 'node:fs';

/** The field of `/proc/<pid>/stat` behind the name of the program that says when it started, in ticks since boot. */
const START_TIME = 19;

/**
 * What tells a process from every other that ever has its number: the boot of the machine and the tick
 * in which it started. `undefined` if there is no such process, or no `/proc` to ask.
 */
export function processBirth(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // A name may hold spaces and brackets; what follows the last bracket does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    // A zombie has ended; only its parent has not noticed.
    return state === 'Z' ? undefined : `${boot} ${fields[START_TIME]}`;
  } catch {
    return undefined;
  }
}
