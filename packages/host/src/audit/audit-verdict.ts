import type { PublicAuditKey } from './audit-key.ts';

/** What is wrong with a log, once: each with the words that an operator reads. */
export const AUDIT_FINDINGS = {
  line_changed: 'This line is not as it was written: it was changed, or put there.',
  link_broken:
    'This record does not follow the one before it: records were removed, added or reordered.',
  file_start:
    'A file begins here in the middle of another one, or does not begin as the host began it: lines were moved between files.',
  start_missing:
    'The log begins here, and no signed anchor says that what came before was removed for its age.',
  tail_missing: 'The log ends before the last record that the host signed: its end was cut off.',
  tail_torn: 'The last line is cut although the host had written it whole.',
  head_missing:
    'The signed head is not there: whether the end of the log was cut off cannot be known.',
  head_invalid: "The signed head was changed, or signed with a key that is not the log's.",
  head_differs: 'The record that the host signed as the last one is another one here.',
  signature_invalid: 'A signature of the log does not fit the records before it, or its key.',
  key_unproven:
    'From here on the log is signed with another key, and the one before did not sign that.',
  key_differs: 'The log is signed with another key than the one given, or than the host has.',
  anchor_invalid:
    "The anchor of removed files was changed, or signed with a key that is not the log's.",
  link_unknown: 'The log does not have the record that was noted elsewhere.',
  records_lost:
    'The host found the end of the log gone when it went on: it was cut off, or lost with the power of the machine.',
  records_replaced: 'The host found another end of the log than it had written.',
  head_was_missing: 'The host found its signed head gone when it went on.',
  file_foreign: 'This file lies among those of the log and has no record of it.',
} as const satisfies Readonly<Record<string, string>>;

export type AuditFindingCode = keyof typeof AUDIT_FINDINGS;

export interface AuditFinding {
  readonly code: AuditFindingCode;
  readonly message: string;
  /** Name of the file, beside the log. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** The record that stands there, or was expected there. */
  readonly seq?: number;
}

/** What there is to say of a log that is as it was written. */
export interface AuditNote {
  readonly code:
    | 'line_cut'
    | 'tail_cut'
    | 'records_dropped'
    | 'pruned'
    | 'unchained_file'
    | 'unsigned'
    | 'adopted';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

export interface AuditVerdict {
  readonly isIntact: boolean;
  /** The first broken link; `undefined` if there is none. */
  readonly broken?: AuditFinding;
  /** What does not break the chain: recovered lines, removed files. */
  readonly notes: readonly AuditNote[];
  readonly files: number;
  readonly records: number;
  readonly signatures: number;
  readonly firstSeq?: number;
  readonly last?: { readonly seq: number; readonly hash: string; readonly at: number };
  /** With which the end of it is signed. */
  readonly key?: PublicAuditKey;
}
