import { type TextReduction, writeReturned, writeText } from '../wire/call-frames.ts';
import type { GuestFault } from '../wire/faults.ts';
import { quote } from '../wire/frame-codec.ts';
import { type GuestWords, OUTSIDE_CHARS } from '../wire/guest-entries.ts';
import { fromGuest, type LogLevel } from '../wire/guest-to-runner.ts';
import { sliceText } from './intrinsics.ts';

let lines = '';
let taken = '';
/** Characters since an entry or a call in it began. */
let logged = 0;
let logLimit = 0;
let logChars = 2_000;

/** To be called when an entry begins: what the last one returned has arrived. */
export function beginEntry(): void {
  taken = '';
  logged = 0;
}

/** To be called when a call begins: it may log as much as if it had an entry of its own. */
export function beginLog(): void {
  logged = 0;
}

/** Takes what the guest has to say since the last entry ended. */
export function takeLines(): string {
  taken = lines;
  lines = '';
  return taken;
}

/** The same for entries whose lists are copied: a long text costs less that way, and keeps nothing. */
export function takeLineList(): GuestWords {
  return listed(takeLines());
}

/**
 * What the last entry would have returned, and everything since: an entry that was stopped in its
 * microtasks returns nothing, and isolated-vm throws a guest's unhandled rejection instead.
 */
export function retakeLines(): GuestWords {
  taken += lines;
  lines = '';
  return listed(taken);
}

function listed(text: string): GuestWords {
  return text.length < OUTSIDE_CHARS ? text : [text];
}

export function limitLog(lineLimit: number, charLimit: number): void {
  logLimit = lineLimit;
  logChars = charLimit;
}

export function sayReturned(seq: number, result: string): void {
  lines += writeReturned(seq, result);
}

/** For a result that is one text, which must hold no `FRAME_END` and be well formed. */
export function sayText(seq: number, reduction: TextReduction, text: string): void {
  lines += writeText(seq, reduction, text);
}

export function sayFaulted(seq: number, fault: GuestFault, text: string): void {
  lines += fromGuest.faulted({ seq, fault, message: quote(text) });
}

export function sayUnchecked(seq: number): void {
  lines += fromGuest.unchecked({ seq });
}

export function sayAsk(seq: number, id: number, name: string, input: string): void {
  lines += fromGuest.ask({ seq, id, name, input });
}

export function sayProgress(seq: number, progress: string): void {
  lines += fromGuest.progress({ seq, json: progress });
}

/** Beyond the limit nothing is written; the runner counts per call and reports. */
export function sayLog(seq: number, level: LogLevel, text: string): void {
  if (logged > logLimit * logChars) return;
  const line = fromGuest.log({ seq, level, message: quote(sliceText(text, 0, logChars)) });
  logged += line.length;
  lines += line;
}

export function sayTimer(id: number, ms: number): void {
  lines += fromGuest.timer({ id, ms });
}

export function sayUntimer(id: number): void {
  lines += fromGuest.untimer({ id });
}

export function sayRegistered(registrations: string): void {
  lines += fromGuest.registered({ registrations });
}

export function sayUnregistered(text: string): void {
  lines += fromGuest.unregistered({ message: quote(text) });
}
