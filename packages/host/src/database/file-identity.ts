import { statSync } from 'node:fs';

/** Which file stands at a path: another one after it was deleted or replaced; `undefined` if none does. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
