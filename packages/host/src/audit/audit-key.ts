import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isNoEntry } from './is-no-entry.ts';

/** The public half of a key, as the chain and `mortise audit key` show it. */
export interface PublicAuditKey {
  /** `ed25519-` and the first 16 digits of the SHA-256 of the key. */
  readonly keyId: string;
  /** SPKI, base64. */
  readonly publicKey: string;
}

/** The key with which a host signs its audit log. */
export class AuditKey implements PublicAuditKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly #private: KeyObject;

  private constructor(privateKey: KeyObject) {
    this.#private = privateKey;
    this.publicKey = publicTextOf(createPublicKey(privateKey));
    this.keyId = keyIdOf(this.publicKey);
  }

  /** Reads the key of a log, or makes it at first use, readable for its owner only. */
  static open(path: string): AuditKey {
    return AuditKey.read(path) ?? AuditKey.#make(path);
  }

  /** `undefined` without a file; throws if it cannot be read or holds no key. */
  static read(path: string): AuditKey | undefined {
    try {
      return new AuditKey(createPrivateKey(readFileSync(path, 'utf8')));
    } catch (error) {
      if (isNoEntry(error)) return undefined;
      throw error;
    }
  }

  static generate(): AuditKey {
    return new AuditKey(generateKeyPairSync('ed25519').privateKey);
  }

  static #make(path: string): AuditKey {
    const key = AuditKey.generate();
    const draft = `${path}.draft-${process.pid}`;
    key.#write(draft);
    try {
      // Linked, not renamed: of two processes that come first, one makes the key.
      linkSync(draft, path);
      return key;
    } catch (error) {
      const made = AuditKey.read(path);
      if (made === undefined) throw error;
      return made;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** Writes the private key where nothing is. */
  saveAs(path: string): void {
    rmSync(path, { force: true });
    this.#write(path);
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text, 'utf8'), this.#private).toString('base64');
  }

  #write(path: string): void {
    const text = this.#private.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(path, text, { flag: 'w', mode: 0o600 });
    chmodSync(path, 0o600);
  }
}

/** Whether a signature over a text is one of this public key; `false` for what is no key or signature. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: decoded(publicKey), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text, 'utf8'), key, decoded(signature));
  } catch {
    return false;
  }
}

/** Several texts stand for the same bytes; only the one that was written is taken. */
function decoded(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) throw new TypeError('This is no base64.');
  return bytes;
}

export function keyIdOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return `ed25519-${digest.slice(0, 16)}`;
}

function publicTextOf(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}
