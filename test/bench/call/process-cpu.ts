import { existsSync, readdirSync, readFileSync } from 'node:fs';

const NANOS_PER_MICRO = 1_000;
const MICROS_PER_TICK = 10_000;

/**
 * Starts counting the CPU of this process and others, all threads, user and kernel mode; the
 * function answers the µs since. A process that has ended meanwhile (an idle runner) counts nothing.
 */
export function startCpuMeter(
  otherPids: readonly number[],
  { countsOwn = true }: { readonly countsOwn?: boolean } = {},
): () => number {
  const before = otherPids.map((pid) => ({ pid, micros: cpuOf(pid) ?? 0 }));
  const own = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(own);
    return before.reduce(
      (sum, { pid, micros }) => sum + (cpuOf(pid) ?? micros) - micros,
      countsOwn ? user + system : 0,
    );
  };
}

/** The µs of CPU that a process and all that descends from it have used and that are alive, all threads. */
export function cpuOfTree(pid: number): number {
  const own = cpuOf(pid) ?? 0;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOfTree(child), own);
}

function childrenOf(pid: number): readonly number[] {
  const lists = ofThreads(pid, 'children');
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

function cpuOf(pid: number): number | undefined {
  try {
    return fromSchedule(pid) ?? fromStat(pid);
  } catch {
    return undefined;
  }
}

/** In nanoseconds per thread: `utime` and `stime` only count whole hundredths of a second. */
function fromSchedule(pid: number): number | undefined {
  const nanos = ofThreads(pid, 'schedstat').map((text) => Number(text.split(' ', 1)[0]));
  const sum = nanos.reduce((total, value) => total + value, 0);
  // A kernel without these statistics has the file and says 0.
  return sum > 0 ? sum / NANOS_PER_MICRO : undefined;
}

/** One file of each thread; threads that end meanwhile are left out. */
function ofThreads(pid: number, file: 'schedstat' | 'children'): readonly string[] {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((thread) => {
    try {
      return [readFileSync(`${folder}/${thread}/${file}`, 'latin1')];
    } catch {
      return [];
    }
  });
}

function fromStat(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the process may have spaces in it; it ends with the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
}
