import { readdirSync, readFileSync } from 'node:fs';

/** A process with what it was started with. */
export interface MarkedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process of this machine that has a variable in its environment, dead ones left out. */
export function markedProcesses(entry: string): readonly MarkedProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && pid > 1)
    .flatMap((pid) => {
      const environment = readOf(pid, 'environ').split('\0');
      if (!environment.includes(entry)) return [];
      const [, state = 'Z', parent = '0'] = /\) (\w) (\d+)/.exec(readOf(pid, 'stat')) ?? [];
      if (state === 'Z' || state === 'X') return [];
      const command = readOf(pid, 'cmdline').replaceAll('\0', ' ').trim();
      return [{ pid, parent: Number(parent), command }];
    });
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
