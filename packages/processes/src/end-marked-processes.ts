import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends every process whose environment has this entry, `NAME=value`: what a program started that left its
 * process group. Answers how many there were. Only Linux shows environments; elsewhere there are none.
 */
export function endMarkedProcesses(entry: string): number {
  if (process.platform !== 'linux') return 0;
  const marked = processes().filter((pid) => environmentOf(pid).includes(entry));
  for (const pid of marked) end(pid);
  return marked.length;
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isSafeInteger(pid) && pid > 1 && pid !== process.pid);
  } catch {
    return [];
  }
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // It has ended, or belongs to another account.
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
