import { fileDiagnostics } from '../database/file-diagnostics.ts';
import type { GuardedDatabase } from '../database/guarded-database.ts';
import { describeStateFile, openStateFile } from '../state/state-file.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The state file, opened once for all stores of a host that keep something in it. */
export interface HostState {
  readonly path: string;
  readonly file: GuardedDatabase;
}

/** That of the options, or of the state folder; `undefined` if nothing lasts. */
export function openState(
  { state }: HostOptions,
  { logger, now, lifetime, folder, diagnostics }: HostBasics,
): HostState | undefined {
  const path = typeof state === 'string' ? state : folder?.sessions;
  if (path === undefined) return undefined;
  const file = lifetime.own(openStateFile({ path, logger, now }));
  diagnostics.add(() => fileDiagnostics(file, describeStateFile(path)));
  return { path, file };
}
