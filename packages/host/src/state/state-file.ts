import type { Logger } from '@mortise/contracts';
import type { StateFile } from '../database/file-troubles.ts';
import { GuardedDatabase } from '../database/guarded-database.ts';
import { openStateDatabase, type StateDatabaseFile } from './open-state-database.ts';

/** The file, and the logger that is told when it cannot be used. */
export interface StateFileOptions extends StateDatabaseFile {
  readonly logger: Logger;
}

/**
 * Opens the one file that sessions, tokens and all other small state of a host are kept in; several
 * processes may share it. Never throws for a file that cannot be used: its stores then fail closed.
 */
export function openStateFile(options: StateFileOptions): GuardedDatabase {
  const { path, logger } = options;
  return new GuardedDatabase({
    path,
    open: () => openStateDatabase(options),
    onTrouble: ({ fault }, error) =>
      logger.error({ error, file: path, fault }, 'The state file cannot be used.'),
  });
}

/** The state file as an operator knows it. */
export function describeStateFile(path: string): StateFile {
  return { subject: 'sessions', path, damagedCode: 'session_store_damaged' };
}
