import type { AuditEntry } from '@mortise/contracts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import type { HeldArguments } from './held-arguments.ts';

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
 * An entry as a file takes it: JSON without braces, in two parts. The hash of arguments is made a
 * moment later, with those of others: each by itself takes three times as long (measured).
 */
export interface CallEntry {
  /** What no other entry has. */
  readonly own: string;
  /** What is hashed of its arguments: see `formOfArguments`, or what that is made of; absent for one without. */
  readonly form?: string | HeldArguments;
  /** What others have, too, with a comma before it: one text for all of them, that is made once. */
  readonly shared: string;
}
