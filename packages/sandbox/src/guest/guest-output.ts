import {
  answerHead,
  type TextReduction,
  textFields,
  writeReturned,
  writeText,
} from '../wire/call-frames.ts';
import type { GuestFault } from '../wire/faults.ts';
import { quote } from '../wire/frame-codec.ts';
import { type GuestWords, OUTSIDE_CHARS } from '../wire/guest-entries.ts';
import { fromGuest, type LogLevel } from '../wire/guest-to-runner.ts';
import { joinThrown } from '../wire/thrown-text.ts';
import { sliceText } from './intrinsics.ts';
import { keepAnswer } from './kept-answers.ts';

/** The call that an entry is for alone, and would lose alone: its answer is returned with the entry. */
let soleCall = 0;
let isKept = true;
let lines = '';
let taken = '';
/** Characters since an entry or a call in it began. */
let logged = 0;
let logLimit = 0;
let logChars = 2_000;

/** To be called when an entry begins, with its call if it is for one: what the last entry returned has arrived. */
export function beginEntry(seq = 0): void {
  taken = '';
  logged = 0;
  soleCall = seq;
  isKept = true;
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

/** The same in the middle of an entry: it is handed over at once, and not returned with it. */
export function takeSaid(): string {
  const said = lines;
  lines = '';
  return said;
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

/** False once something was said that would be lost with the entry: no further call may begin in it. */
export function keepsAll(): boolean {
  return isKept;
}

export function hasLines(): boolean {
  return lines !== '';
}

export function limitLog(lineLimit: number, charLimit: number): void {
  logLimit = lineLimit;
  logChars = charLimit;
}

export function sayReturned(seq: number, result: string): void {
  if (mayKeep(seq) && keepAnswer(answerHead('returned', seq), result)) return;
  sayUnkept(writeReturned(seq, result));
}

/** For a result that is one text, which must hold no `FRAME_END` and be well formed. */
export function sayText(seq: number, reduction: TextReduction, text: string): void {
  if (mayKeep(seq)) {
    const head = answerHead('text', seq) + textFields(reduction);
    if (keepAnswer(head, text)) return;
  }
  sayUnkept(writeText(seq, reduction, text));
}

export function sayFaulted(seq: number, fault: GuestFault, text: string): void {
  const message = quote(text);
  if (mayKeep(seq) && keepAnswer(`${answerHead('ended', seq)}${fault}\t`, message)) return;
  sayUnkept(fromGuest.faulted({ seq, fault, message }));
}

/** The call is handed in again, which an entry that never ends would prevent. */
export function sayUnchecked(seq: number): void {
  sayUnkept(fromGuest.unchecked({ seq }));
}

/** A kept answer would overtake lines that come out with a later entry. */
function mayKeep(seq: number): boolean {
  return seq !== soleCall && lines === '';
}

function sayUnkept(frame: string): void {
  isKept = false;
  lines += frame;
}

export function sayAsk(seq: number, id: number, name: string, input: string): void {
  lines += fromGuest.ask({ seq, id, name, input });
}

export function sayProgress(seq: number, progress: string): void {
  lines += fromGuest.progress({ seq, json: progress });
}

/** Beyond the limit nothing is written; the runner counts per call and reports. */
export function sayLog(seq: number, level: LogLevel, text: string, stack = ''): void {
  if (logged > logLimit * logChars) return;
  const message = quote(joinThrown(sliceText(text, 0, logChars), stack));
  const line = fromGuest.log({ seq, level, message });
  logged += line.length;
  lines += line;
}

export function sayCompute(id: number, name: string, input: string): void {
  lines += fromGuest.compute({ id, name, input });
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
