import { createHash } from 'node:crypto';

/** What a change of a file is bound to. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
