import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'mortise_';
const ID_LENGTH = 12;
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

/** Where the id stands in a token; of anything else, some of its letters. */
export function idPartOf(text: string): string {
  return text.slice(PREFIX.length, PREFIX.length + ID_LENGTH);
}

/** In a time that depends on nothing but the length: no branch tells which letter is another one. */
export function isSameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  }
  return difference === 0;
}

/** Of one length whatever the text, as `timingSafeEqual` asks for. */
export function digestOf(text: string): Buffer {
  // Asked for as a buffer it takes twice as long (measured).
  return Buffer.from(hash('sha256', text, 'binary'), 'binary');
}

/** 60 bits, in letters that are read aloud without mistakes. */
function newId(): string {
  return Array.from(randomBytes(ID_LENGTH), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join(
    '',
  );
}
