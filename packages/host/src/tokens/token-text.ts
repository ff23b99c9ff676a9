import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'mortise_';
/** The id finds the record; all of it is hashed. */
const TOKEN = /^mortise_([0-9a-z]{12})_[\w-]{43}$/;
/** Thirty-two, so that a byte is divided evenly. */
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new token, as its client gets it: 256 bits that the host keeps only as a digest. */
export function makeToken(): { readonly id: string; readonly token: string } {
  const id = newId();
  return { id, token: `${PREFIX}${id}_${randomBytes(32).toString('base64url')}` };
}

/** `undefined` for what was never a token of a host. */
export function idOfToken(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

/** Of one length whatever the text, as `timingSafeEqual` asks for. */
export function digestOf(text: string): Buffer {
  // Asked for as a buffer it takes twice as long (measured).
  return Buffer.from(hash('sha256', text, 'binary'), 'binary');
}

/** 60 bits, in letters that are read aloud without mistakes. */
function newId(): string {
  return Array.from(randomBytes(12), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
}
