import { createInterface } from 'node:readline';
import { endMarkedProcesses } from './end-marked-processes.ts';

/**
 * Waits for the end of its input, which is the end of the process that started it, and ends the process groups
 * that it was told of. A number that was not taken back belongs to its group: the kernel gives it to no other
 * as long as one of the group is there.
 */
const groups = new Map<number, string>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [group, mark]: [number, string] = JSON.parse(line.slice(1));
    if (line.startsWith('+')) groups.set(group, mark);
    else groups.delete(group);
  })
  .on('close', () => {
    for (const [group, mark] of groups) {
      endGroup(group);
      endMarkedProcesses(mark);
    }
    process.exit(0);
  });

function endGroup(group: number): void {
  if (!Number.isSafeInteger(group) || group <= 1) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Every process in it has ended.
  }
}
