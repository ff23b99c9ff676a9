import { hash } from 'node:crypto';
import type { AuditEntry, JsonValue } from '@mortise/contracts';
import type { AuditKey, PublicAuditKey } from './audit-key.ts';
import type { ChainLink } from './chain-record.ts';
import { signedText } from './signed-link.ts';

/**
 * What the log says of itself, once: the action of each such record and what it means. Those with a
 * `finding` are told by `audit verify` as long as they are kept: something of the log is gone.
 */
export const CHAIN_ACTIONS = {
  'audit.file': { about: 'A file begins; its detail has the public key of the host.' },
  'audit.sign': { about: 'The host signed everything up to the record before.' },
  'audit.key': { about: 'The host signs with another key from here on.' },
  'audit.recovered': { about: 'The line before was cut by a kill or a full disk.' },
  'audit.adopted': { about: 'Records behind the signed head were found when the host went on.' },
  'audit.dropped': { about: 'Entries could not be written and did not fit into memory.' },
  'audit.pruned': { about: 'Old files were removed; the anchor says up to which record.' },
  'audit.lost': {
    about: 'The log ended before the record that the host had written last.',
    finding: true,
  },
  'audit.forked': {
    about: 'The last record was another one than the host had written.',
    finding: true,
  },
  'audit.unanchored': {
    about: 'What the host knew of the end of the log was gone.',
    finding: true,
  },
} as const satisfies Readonly<Record<string, { about: string; finding?: true }>>;

export type ChainAction = keyof typeof CHAIN_ACTIONS;

/** The JSON text of an entry about the log, without its braces. */
export function chainEntry(
  action: ChainAction,
  {
    at,
    target = '',
    detail,
  }: { at: number; target?: string; detail: { [key: string]: JsonValue } },
): string {
  const { about } = CHAIN_ACTIONS[action];
  const decision = 'finding' in CHAIN_ACTIONS[action] ? 'failed' : 'allowed';
  const entry: AuditEntry = { at, kind: 'chain', decision, action, target, reason: about, detail };
  return JSON.stringify(entry).slice(1, -1);
}

/** Signs what stands before it. */
export function signatureEntry(last: ChainLink, key: AuditKey, at: number): string {
  const signature = key.sign(signedText('signature', last));
  return chainEntry('audit.sign', { at, target: key.keyId, detail: { signature } });
}

/** Says which key follows, signed by the one before it if that is still there. */
export function keyEntry(
  next: PublicAuditKey,
  before: AuditKey | undefined,
  { at, last }: { readonly at: number; readonly last: ChainLink },
): string {
  const { keyId, publicKey } = next;
  const signature = before?.sign(signedText('key', last, publicKey));
  const proof = signature === undefined ? {} : { signature, replaces: before?.keyId ?? '' };
  return chainEntry('audit.key', { at, target: keyId, detail: { publicKey, ...proof } });
}

/** Says what a line that was cut had, so that it is told from one that was written into the log. */
export function recoveredEntry(torn: Buffer, at: number): string {
  const detail = { bytes: torn.length, sha256: hash('sha256', torn) };
  return chainEntry('audit.recovered', { at, detail });
}
