import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** One letter of the kernel; `Z` has ended and was not waited for yet. */
  readonly state: string;
}

/** Every process the kernel knows, from /proc. */
export function readProcessTable(): readonly ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readEntry(Number(name)) ?? []);
}

/** The processes whose parent is `pid`, dead ones that were not collected included. */
export function childrenOf(pid: number): readonly ProcessEntry[] {
  return readProcessTable().filter(({ parent }) => parent === pid);
}

/**
 * Remembers the children that this process has now; the function it returns names those it has got
 * since. Tests of one file share their process with those of others.
 */
export function watchChildren(): () => readonly ProcessEntry[] {
  const before = new Set(childrenOf(process.pid).map(({ pid }) => pid));
  return () => childrenOf(process.pid).filter(({ pid }) => !before.has(pid));
}

/** A zombie runs nothing any more, but is not gone either; only its parent can be blamed for it. */
export function isRunning(pid: number): boolean {
  const entry = readEntry(pid);
  return entry !== undefined && entry.state !== 'Z' && entry.state !== 'X';
}

function readEntry(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands in brackets and may hold anything, brackets included.
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), state };
  } catch {
    return undefined;
  }
}
