import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '@mortise/contracts';
import { readApiToken } from './api-token.ts';

/** How often the file is looked at, ms: what another host wrote into it counts here within a second. */
const LOOK_MS = 400;

export interface TokenFileParts {
  /** Told of what the file holds whenever it was written. */
  readonly onToken: (token: string) => void;
  readonly logger: Logger;
}

/**
 * Follows the file of the operator's token: hosts on one state folder share it, and the one that is asked to replace the
 * token tells no other. While the file is gone or not safe to use, the token before stays in force.
 */
export function followTokenFile(path: string, { onToken, logger }: TokenFileParts): Disposable {
  const read = () => {
    readApiToken(path).then(onToken, (error: unknown) => {
      logger.warn({ error }, 'The file of the operator token cannot be read again.');
    });
  };
  // Looked at, not told of by the kernel: the folder may be deleted, replaced or of another machine.
  watchFile(path, { interval: LOOK_MS, persistent: false }, read);
  return { [Symbol.dispose]: () => unwatchFile(path, read) };
}
