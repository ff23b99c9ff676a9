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
 * An entry as a file takes it: its JSON without braces, in which the hash of the arguments may still be missing. It is made
 * when entries are written, many together: each by itself takes three times as long (measured).
 */
export type EntryText = string | UnhashedEntry;

export interface UnhashedEntry {
  /** Up to the hash of the arguments. */
  readonly before: string;
  /** What is hashed: see `formOfArguments`. */
  readonly form: string;
  readonly after: string;
}

export function charsOfEntry(entry: EntryText): number {
  if (typeof entry === 'string') return entry.length;
  return entry.before.length + entry.form.length + entry.after.length;
}

/** The whole text. */
export function completeEntry(entry: EntryText): string {
  if (typeof entry === 'string') return entry;
  return `${entry.before}${hashOfText('arguments', entry.form)}${entry.after}`;
}
