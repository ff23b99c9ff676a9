import { realpathSync } from 'node:fs';
import type { HostOptions } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { type HostChoice, openHost } from '../open-host.ts';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../output/terminal.ts';
import { type AskHost, createAskHost } from '../running/ask-host.ts';
import { findRunningHost, type RunningHost } from '../running/running-host.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { askedView } from './asked-view.ts';
import type { HostView } from './host-view.ts';
import { openedView } from './opened-view.ts';

/** What every command that asks a host takes. */
export interface ViewChoice extends HostChoice {
  readonly terminal: Terminal;
}

/**
 * Asks the host that serves this state with this configuration, or opens one; for a command about one
 * `tool` it waits for no MCP server but that of the tool.
 */
export async function openView(
  choice: ViewChoice,
  extra: Partial<HostOptions> = {},
  tool?: string,
): Promise<HostView> {
  const configPath = findConfig(choice.cwd, choice.config);
  return (await askRunning(configPath, choice)) ?? openedView(await openHost(choice, extra), tool);
}

/** A host that serves and answers. */
export interface AnsweringHost {
  readonly running: RunningHost;
  readonly ask: AskHost;
}

async function askRunning(configPath: string, choice: ViewChoice): Promise<HostView | undefined> {
  const found = await findAnsweringHost(configPath, choice);
  if (found === undefined) return undefined;
  const { ask, running } = found;
  note(choice, `asked the host that runs: pid ${running.pid}, ${running.url}`);
  return askedView(ask, running);
}

/** `undefined` if no host serves this, or if this account cannot ask it; the latter is said. */
export async function findAnsweringHost(
  configPath: string,
  choice: ViewChoice,
): Promise<AnsweringHost | undefined> {
  const folder = await findStateFolder(configPath, choice);
  const running = findRunningHost(folder.running);
  if (running === undefined || !isSameFile(running.config, configPath)) return undefined;
  const ask = await createAskHost(running, folder.token);
  const answer = await ask?.('/api/host').catch(() => undefined);
  if (ask === undefined || answer === undefined) {
    const who = `pid ${running.pid}, ${running.url}`;
    note(choice, `a host (${who}) serves this state and does not answer this account`);
    return undefined;
  }
  return { ask, running };
}

function note({ terminal }: ViewChoice, text: string): void {
  terminal.err(paint(terminal, 'dim', text));
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
