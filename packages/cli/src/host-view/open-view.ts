import { realpathSync } from 'node:fs';
import { findConfig } from '../config/find-config.ts';
import { type HostChoice, openHost } from '../open-host.ts';
import { paint, type Terminal } from '../output/terminal.ts';
import { createAskHost } from '../running/ask-host.ts';
import { findRunningHost } from '../running/running-host.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { askedView } from './asked-view.ts';
import type { HostView } from './host-view.ts';
import { openedView } from './opened-view.ts';

/** What every command that asks a host takes. */
export interface ViewChoice extends HostChoice {
  readonly terminal: Terminal;
}

/** Asks the host that serves this state with this configuration, or opens one. */
export async function openView(choice: ViewChoice): Promise<HostView> {
  const configPath = findConfig(choice.cwd, choice.config);
  return (await askRunning(configPath, choice)) ?? openedView(await openHost(choice));
}

/** `undefined` if no host serves this, or if this account cannot ask it; the latter is said. */
export async function askRunning(
  configPath: string,
  choice: ViewChoice,
): Promise<HostView | undefined> {
  const folder = await findStateFolder(configPath, choice);
  const running = findRunningHost(folder.running);
  if (running === undefined || !isSameFile(running.config, configPath)) return undefined;
  const note = (text: string) => choice.terminal.err(paint(choice.terminal, 'dim', text));
  const ask = await createAskHost(running, folder.token);
  const answer = await ask?.('/api/host').catch(() => undefined);
  if (ask === undefined || answer === undefined) {
    note(`a host (pid ${running.pid}, ${running.url}) serves this state and does not answer here`);
    return undefined;
  }
  note(`asked the host that runs: pid ${running.pid}, ${running.url}`);
  return askedView(ask, running);
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
