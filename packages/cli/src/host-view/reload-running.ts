import type { Diagnostic } from '@mortise/contracts';
import { findConfig } from '../config/find-config.ts';
import type { RunningHost } from '../running/running-host.ts';
import { findAnsweringHost, type ViewChoice } from './open-view.ts';

/** What came of a reload of the host that runs. */
export interface ReloadAnswer {
  readonly isAccepted: boolean;
  /** Of the configuration that is in force now. */
  readonly revision: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly running: RunningHost;
}

/** Has the host that serves this configuration read it again; `undefined` if none does. */
export async function reloadRunning(choice: ViewChoice): Promise<ReloadAnswer | undefined> {
  const found = await findAnsweringHost(findConfig(choice.cwd, choice.config), choice);
  if (found === undefined) return undefined;
  const answer = await found.ask<Omit<ReloadAnswer, 'running'>>('/api/reload', { body: {} });
  return { ...answer, running: found.running };
}
