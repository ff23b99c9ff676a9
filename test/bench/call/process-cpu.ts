import { readdirSync, readFileSync } from 'node:fs';

const NANOS_PER_MICRO = 1_000;
const MICROS_PER_TICK = 10_000;

/** CPU in µs that this process and others have used so far, in user and kernel mode, all threads. */
export function cpuMicros(otherPids: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  return otherPids.reduce((sum, pid) => sum + cpuOf(pid), user + system);
}

function cpuOf(pid: number): number {
  try {
    return fromSchedule(pid);
  } catch {
    return fromStat(pid);
  }
}

/** In nanoseconds per thread: `utime` and `stime` only count whole hundredths of a second. */
function fromSchedule(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanos = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]),
  );
  return nanos.reduce((sum, value) => sum + value, 0) / NANOS_PER_MICRO;
}

function fromStat(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name of the process may have spaces in it; it ends with the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
}
