import { isSignedBy, keyIdOf } from './audit-key.ts';
import type { AuditFindingCode } from './audit-verdict.ts';
import type { ChainRecord } from './chain-record.ts';
import { signedText } from './signed-link.ts';

/** The keys that a log was signed with, as far as its records were read. */
export class KnownKeys {
  readonly #keys = new Map<string, string>();
  #current: string | undefined;

  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** Checks a record that names or uses a key; answers what is wrong with it. */
  take(
    record: ChainRecord,
    detail: { readonly [key: string]: unknown },
  ): AuditFindingCode | undefined {
    switch (record.action) {
      case 'audit.file':
        return this.#begin(String(detail['publicKey'] ?? ''), String(detail['keyId'] ?? ''));
      case 'audit.key':
        return this.#replace(record, detail);
      case 'audit.sign':
        return this.#checkSignature(record, String(detail['signature'] ?? ''));
      default:
        return undefined;
    }
  }

  /** Each file names the key in force; the first one that is there is where the walk begins. */
  #begin(publicKey: string, keyId: string): AuditFindingCode | undefined {
    if (keyIdOf(publicKey) !== keyId) return 'signature_invalid';
    if (this.#current !== undefined && this.#current !== keyId) return 'key_unproven';
    this.#use(publicKey);
    return undefined;
  }

  #replace(
    { seq, prev }: ChainRecord,
    detail: { readonly [key: string]: unknown },
  ): AuditFindingCode | undefined {
    const { publicKey, signature, replaces } = detail;
    const before = this.#keys.get(String(replaces ?? ''));
    const text = signedText('key', { seq: seq - 1, hash: prev }, String(publicKey));
    const isProven =
      before !== undefined &&
      replaces === this.#current &&
      isSignedBy(before, text, String(signature ?? ''));
    if (!isProven) return 'key_unproven';
    this.#use(String(publicKey));
    return undefined;
  }

  #checkSignature(
    { seq, prev, target }: ChainRecord,
    signature: string,
  ): AuditFindingCode | undefined {
    const key = target === this.#current ? this.#keys.get(target) : undefined;
    const text = signedText('signature', { seq: seq - 1, hash: prev });
    return key !== undefined && isSignedBy(key, text, signature) ? undefined : 'signature_invalid';
  }

  #use(publicKey: string): void {
    this.#current = keyIdOf(publicKey);
    this.#keys.set(this.#current, publicKey);
  }
}
