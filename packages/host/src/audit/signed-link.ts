import {
  closeSync,
  constants,
  fchmodSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { type AuditKey, isSignedBy, keyIdOf, type PublicAuditKey } from './audit-key.ts';
import type { ChainLink } from './chain-record.ts';
import { isNoEntry } from './is-no-entry.ts';

/** A place in the chain that the host signed and keeps beside the log. */
export interface SignedLink extends ChainLink, PublicAuditKey {
  /** Wall clock in ms. */
  readonly at: number;
  readonly signature: string;
}

/** What a signature is for: one for a head is none for an anchor. */
export type LinkPurpose = 'head' | 'anchor' | 'signature' | 'key';

/** The text that is signed for a place in the chain. */
export function signedText(purpose: LinkPurpose, { seq, hash }: ChainLink, more = ''): string {
  return `mortise audit ${purpose}\n${seq}\n${hash}\n${more}`;
}

/** Always as long, so that one write replaces the whole of it. */
const LENGTH = 640;

function writtenForm({ seq, hash, at, keyId, publicKey, signature }: SignedLink): string {
  const text = JSON.stringify({ seq, hash, at, keyId, publicKey, signature });
  return `${text.padEnd(LENGTH - 1)}\n`;
}

/** Writes it in place, in one write: a process that is killed leaves the old one or the new one. */
export function writeSignedLink(
  path: string,
  purpose: LinkPurpose,
  { link, key, at }: { readonly link: ChainLink; readonly key: AuditKey; readonly at: number },
): void {
  const { keyId, publicKey } = key;
  const signature = key.sign(signedText(purpose, link, String(at)));
  const text = writtenForm({ ...link, at, keyId, publicKey, signature });
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    writeSync(descriptor, text, 0);
    ftruncateSync(descriptor, LENGTH);
  } finally {
    closeSync(descriptor);
  }
}

/** `undefined` without a file, `unreadable` if it is not as a host wrote it; by which key is not asked. */
export function readSignedLink(
  path: string,
  purpose: LinkPurpose,
): SignedLink | 'unreadable' | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const rawLink = JSON.parse(text) as Partial<SignedLink> | null;
    const isLink = rawLink !== null && isSignedLink(rawLink, purpose);
    // No byte of it may be another one, not even a space.
    return isLink && writtenForm(rawLink) === text ? rawLink : 'unreadable';
  } catch (error) {
    return isNoEntry(error) ? undefined : 'unreadable';
  }
}

function isSignedLink(rawLink: Partial<SignedLink>, purpose: LinkPurpose): rawLink is SignedLink {
  const { seq, hash, at, keyId, publicKey, signature } = rawLink;
  if (!Number.isSafeInteger(seq) || typeof hash !== 'string' || !Number.isFinite(at)) return false;
  if (typeof publicKey !== 'string' || typeof signature !== 'string') return false;
  if (keyIdOf(publicKey) !== keyId) return false;
  const text = signedText(purpose, { seq: seq as number, hash }, String(at));
  return isSignedBy(publicKey, text, signature);
}
