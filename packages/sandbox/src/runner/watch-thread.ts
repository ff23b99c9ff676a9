import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { ENTRY_MARKS, HEARTBEAT, readWords } from '../wire/shared-words.ts';
import { fromWatch } from '../wire/watch-to-host.ts';

/**
 * A thread beside the one that runs guests. It lives when that one is stuck in native code: it
 * tells the host which entry does not end, and ends the process when the host is gone.
 */
const PERIOD_MS = 50;
const { buffer, marks, hostPid, heartbeatFd } = workerData as {
  readonly buffer: SharedArrayBuffer;
  readonly marks: SharedArrayBuffer;
  readonly hostPid: number;
  readonly heartbeatFd: number;
};
const words = new Float64Array(buffer);
const markWords = new Float64Array(marks);
/** It is never written to: waiting on it is sleeping, at a fraction of what a timer costs. */
const pace = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let lastEntry = -1;
let stuckSince = 0;
/** Of the whole process; while an entry does not end, hardly anything else in it runs. */
let cpuBefore = process.cpuUsage();

for (;;) {
  Atomics.wait(pace, 0, 0, PERIOD_MS);
  if (process.ppid !== hostPid) process.kill(process.pid, 'SIGKILL');
  const reading = readWords(words, HEARTBEAT);
  if (reading.isolate === 0) lastEntry = -1;
  else if (reading.entry === lastEntry) report(reading);
  else {
    // By the next look, which may be reported, nothing begins any more that would not be in the report.
    markWords[ENTRY_MARKS.stopBeginning] = 1;
    lastEntry = reading.entry;
    stuckSince = performance.now();
    cpuBefore = process.cpuUsage();
  }
}

function report(reading: { readonly [Name in keyof typeof HEARTBEAT]: number }): void {
  const ms = Math.round(performance.now() - stuckSince);
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = Math.round((user + system) / 1_000);
  const current = markWords[ENTRY_MARKS.currentCall] ?? 0;
  const begun = markWords[ENTRY_MARKS.begunCall] ?? 0;
  const patienceMs = Math.round(reading.patienceMs);
  tell(fromWatch.busy({ ...reading, current, begun, ms, cpuMs, patienceMs }));
}

function tell(text: string): void {
  try {
    writeSync(heartbeatFd, text);
  } catch {
    // A full pipe loses a reading; a closed one means that the host is gone, which `ppid` shows.
  }
}
