import {
  FRAME_END,
  FROM_GUEST,
  type GuestFault,
  type LogLevel,
  OUTSIDE_CHARS,
  type Reduction,
} from '../wire/frame.ts';
import { jsonStringify, sliceText } from './intrinsics.ts';

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
export function takeLineList(): string | readonly string[] {
  return listed(takeLines());
}

/**
 * What the last entry would have returned, and everything since: an entry that was stopped in its
 * microtasks returns nothing, and isolated-vm throws a guest's unhandled rejection instead.
 */
export function retakeLines(): string | readonly string[] {
  taken += lines;
  lines = '';
  return listed(taken);
}

function listed(text: string): string | readonly string[] {
  return text.length < OUTSIDE_CHARS ? text : [text];
}

export function limitLog(lineLimit: number, charLimit: number): void {
  logLimit = lineLimit;
  logChars = charLimit;
}

export function sayReturned(seq: number, result: string): void {
  lines += `${FROM_GUEST.returned}\t${seq}\t${result}${FRAME_END}`;
}

/** For a result that is one text, which must hold no `FRAME_END` and be well formed. */
export function sayText(
  seq: number,
  reduction: { readonly state: Reduction; readonly rawChars: number },
  text: string,
): void {
  lines += `${FROM_GUEST.text}\t${seq}\t${reduction.state}\t${reduction.rawChars}\t${text}${FRAME_END}`;
}

export function sayFaulted(seq: number, fault: GuestFault, text: string): void {
  lines += `${FROM_GUEST.faulted}\t${seq}\t${fault}\t${quote(text)}${FRAME_END}`;
}

export function sayAsk(seq: number, id: number, name: string, input: string): void {
  lines += `${FROM_GUEST.ask}\t${seq}\t${id}\t${name}\t${input}${FRAME_END}`;
}

export function sayProgress(seq: number, progress: string): void {
  lines += `${FROM_GUEST.progress}\t${seq}\t${progress}${FRAME_END}`;
}

/** Beyond the limit nothing is written; the runner counts per call and reports. */
export function sayLog(seq: number, level: LogLevel, text: string): void {
  if (logged > logLimit * logChars) return;
  const line = `${FROM_GUEST.log}\t${seq}\t${level}\t${quote(sliceText(text, 0, logChars))}${FRAME_END}`;
  logged += line.length;
  lines += line;
}

export function sayTimer(id: number, ms: number): void {
  lines += `${FROM_GUEST.timer}\t${id}\t${ms}${FRAME_END}`;
}

export function sayUntimer(id: number): void {
  lines += `${FROM_GUEST.untimer}\t${id}${FRAME_END}`;
}

export function sayRegistered(registrations: string): void {
  lines += `${FROM_GUEST.registered}\t${registrations}${FRAME_END}`;
}

export function sayUnregistered(text: string): void {
  lines += `${FROM_GUEST.unregistered}\t${quote(text)}${FRAME_END}`;
}

function quote(text: string): string {
  return jsonStringify(text) ?? '""';
}
