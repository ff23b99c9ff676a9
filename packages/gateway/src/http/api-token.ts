import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { MortiseError } from '@mortise/contracts';
import { changeFile } from '@mortise/host';

const TOKEN = /^[\x21-\x7e]{32,512}$/;

/**
 * The token of this host: made at the first start, read afterwards.
 * Throws `token_file_unsafe` if others could have read it or if it is no token.
 */
export async function loadApiToken(path: string): Promise<string> {
  // One that is there is only read: the folder may be read-only.
  if (!existsSync(path)) await createToken(path);
  return readApiToken(path);
}

/** The same for one that must be there. */
export async function readApiToken(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    throw new MortiseError('token_file_unsafe', `${path} has mode ${shown}.`);
  }
  return requireToken((await readFile(path, 'utf8')).trim(), path);
}

/** Writes another token into the file, whole or not at all, and answers it. */
export async function rotateApiToken(path: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await changeFile(path, () => `${token}\n`, { mode: 0o600 });
  return token;
}

/** Throws `token_file_unsafe` for what is too short to be a secret; an empty token would let every client in. */
export function requireToken(token: string, source: string): string {
  if (TOKEN.test(token)) return token;
  throw new MortiseError('token_file_unsafe', `${source} holds no token.`);
}

/** Of two hosts that start at once, one makes the token, and the other never reads half of it. */
async function createToken(path: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await changeFile(path, (before = `${token}\n`) => before, { mode: 0o600 });
}
