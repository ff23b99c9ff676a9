import { dirname, resolve } from 'node:path';
import { type HostOptions, loadConfigFile } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import type { Terminal } from '../output/terminal.ts';
import { readSetting, type SettingSources } from '../settings/read-setting.ts';
import { createLog } from './create-log.ts';

export interface LogWorld extends Omit<SettingSources, 'config'> {
  readonly cwd: string;
  readonly terminal: Terminal;
  readonly config?: string | undefined;
}

/** What a host is given to log with. Its file is the host's own. */
export type LogOptions = Required<Pick<HostOptions, 'logger' | 'protectedPaths'>>;

/** The log that options, variables and configuration ask for. Opened before the host, which writes to it while it starts. */
export async function openLog({ config: given, ...world }: LogWorld): Promise<LogOptions> {
  const configPath = findConfig(world.cwd, given);
  const parsed = await loadConfigFile(configPath, { env: world.env });
  const config = parsed.status === 'ok' ? parsed.config : parsed.draft?.config;
  const file = readSetting('logFile', { ...world, config });
  // A path of the configuration starts where its file is.
  const start = file?.from === 'configuration' ? dirname(configPath) : world.cwd;
  const path = file === undefined ? undefined : resolve(start, file.value);
  const logger = createLog({
    level: readSetting('logLevel', { ...world, config })?.value,
    file: path,
    isTerminal: world.terminal.hasColour,
    write: world.terminal.err,
  });
  return { logger, protectedPaths: path === undefined ? [] : [path] };
}
