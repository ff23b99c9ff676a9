import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { ENTRY_MARKS, HEARTBEAT, readWords } from '../wire/shared-words.ts';
import { fromWatch } from '../wire/watch-to-host.ts';
import { dropPermissions } from './drop-permissions.ts';
import { KeptAnswers } from './kept-answers.ts';

/**
 * A thread beside the one that runs guests. It lives when that one is stuck in native code: it
 * tells the host which entry does not end, passes on the answers that were given in it, and ends
 * the process when the host is gone.
 */
const RESTING_MS = 50;
/** While guests are entered: V8 may end the process soon after an entry that uses up memory has begun. */
const BUSY_MS = 10;
const REPORT_MS = 50;
const { buffer, marks, answers, hostPid, heartbeatFd } = workerData as {
  readonly buffer: SharedArrayBuffer;
  readonly marks: SharedArrayBuffer;
  readonly answers: SharedArrayBuffer;
  readonly hostPid: number;
  readonly heartbeatFd: number;
};
dropPermissions();
const words = new Float64Array(buffer);
const markWords = new Float64Array(marks);
const kept = new KeptAnswers(answers);
/** It is never written to: waiting on it is sleeping, at a fraction of what a timer costs. */
const pace = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let lastEntry = -1;
let stuckEntry = -1;
/** No further call begins in it. */
let isStopped = false;
/** Of the answers that were kept in it: where those begin that the host does not have. */
let passedBytes = 0;
let stuckSince = 0;
let reportedAt = 0;
/** Of the whole process; while an entry does not end, hardly anything else in it runs. */
let cpuBefore = process.cpuUsage();

for (;;) {
  const isolate = words[HEARTBEAT.isolate] ?? 0;
  const entry = words[HEARTBEAT.entry] ?? 0;
  if (isolate === 0) stuckEntry = -1;
  else if (entry === stuckEntry) lookAgain(readWords(words, HEARTBEAT));
  else beginLooking(entry);
  const isResting = isolate === 0 && entry === lastEntry;
  lastEntry = entry;
  Atomics.wait(pace, 0, 0, isResting ? RESTING_MS : BUSY_MS);
  if (process.ppid !== hostPid) process.kill(process.pid, 'SIGKILL');
}

function beginLooking(entry: number): void {
  stuckEntry = entry;
  isStopped = false;
  passedBytes = 0;
  stuckSince = performance.now();
  reportedAt = stuckSince;
  cpuBefore = process.cpuUsage();
}

/**
 * Of an entry that lasts. By the next look, which may be reported, nothing begins any more that would not be in
 * the report; not sooner, because most entries are quick, and what has not begun costs an entry of its own then.
 * Answers first: whose call has one is not to blame for the entry.
 */
function lookAgain(reading: { readonly [Name in keyof typeof HEARTBEAT]: number }): void {
  // It may have ended since the look at it; what is said of no isolate counts as forged.
  if (reading.isolate === 0 || reading.entry !== stuckEntry) return;
  const wasStopped = isStopped;
  isStopped = true;
  markWords[ENTRY_MARKS.stopBeginning] = 1;
  const given = kept.look(reading.entry, passedBytes);
  // What they have cost is not known yet.
  if (given !== undefined && given.length > 0) {
    passedBytes += given.length;
    tell(Buffer.concat([Buffer.from(fromWatch.answers({ isolate: reading.isolate })), given]));
  }
  const now = performance.now();
  if (!wasStopped || now - reportedAt < REPORT_MS) return;
  reportedAt = now;
  tell(Buffer.from(describe(reading, now)));
}

function describe(
  reading: { readonly [Name in keyof typeof HEARTBEAT]: number },
  now: number,
): string {
  const ms = Math.round(now - stuckSince);
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = Math.round((user + system) / 1_000);
  const current = markWords[ENTRY_MARKS.currentCall] ?? 0;
  const begun = markWords[ENTRY_MARKS.begunCall] ?? 0;
  const patienceMs = Math.round(reading.patienceMs);
  return fromWatch.busy({ ...reading, current, begun, ms, cpuMs, patienceMs });
}

/** The descriptor blocks: a host that is slow gets all of it, and one that is gone ends the process. */
function tell(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(heartbeatFd, bytes, sent);
    } catch {
      // The host is gone, which `ppid` shows.
      return;
    }
  }
}
