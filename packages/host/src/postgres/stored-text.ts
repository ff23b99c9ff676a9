import { originalKey, storedKey } from '../state/stored-key.ts';

/** Postgres keeps no NUL in a text: such a key is escaped, beside those that SQLite cannot keep either. */
export function storedText(key: string): string {
  return key.includes('\0') ? JSON.stringify(key) : storedKey(key);
}

/** The key that was stored so. */
export const originalText: (stored: string) => string = originalKey;
