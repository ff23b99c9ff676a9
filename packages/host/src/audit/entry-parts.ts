import { type AuditEntry, hashOfText } from '@mortise/contracts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';

/** Facts that many entries share: as data for sinks of embedders, and as the JSON that a file takes. */
export interface EntryPart {
  readonly facts: Partial<AuditEntry>;
  /** Its JSON without braces, known secrets taken out; never empty. */
  readonly text: string;
}

export type EntryRedactor = Pick<Redactor, 'redact' | 'redactJson'>;

export function entryPart(facts: Partial<AuditEntry>, redactor?: EntryRedactor): EntryPart {
  // Plain data, as entries are.
  const clean = redactor?.redactJson(facts as never) ?? facts;
  return { facts, text: JSON.stringify(clean).slice(1, -1) };
}

/**
 * An entry as a file takes it: its JSON without braces, whole, or as a call leaves it. The hash of its arguments is made
 * when entries are written, many together: each by itself takes three times as long (measured).
 */
export type EntryText = string | CallEntry;

/** What a call leaves: few objects, because it waits, and what waits is moved by the garbage collector. */
export interface CallEntry {
  /** What no other entry has. */
  readonly own: string;
  /** What is hashed of its arguments: see `formOfArguments`; absent for one without. */
  readonly form?: string;
  /** What others have, too, with a comma before it: one text for all of them, that is made once. */
  readonly shared: string;
}

/** What waits in memory for it. */
export function charsOfEntry(entry: EntryText): number {
  if (typeof entry === 'string') return entry.length;
  return entry.own.length + (entry.form?.length ?? 0) + entry.shared.length;
}

/** What no other entry has, the hash of its arguments included. */
export function hashedPart({ own, form }: CallEntry): string {
  if (form === undefined) return own;
  return `${own},"argsHash":"${hashOfText('arguments', form)}"`;
}

/** The whole text. */
export function completeEntry(entry: EntryText): string {
  return typeof entry === 'string' ? entry : `${hashedPart(entry)}${entry.shared}`;
}
