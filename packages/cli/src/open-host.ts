import { dirname, join } from 'node:path';
import {
  createHost,
  EnvironmentSecrets,
  type Host,
  type HostOptions,
  reportUnreachedLayers,
  type StateFolder,
} from '@mortise/host';
import { findConfig } from './config/find-config.ts';
import { CliFault } from './output/cli-fault.ts';
import { findStateFolder } from './settings/find-state-folder.ts';
import { readSetting } from './settings/read-setting.ts';
import type { SettingFlags } from './settings/setting-flags.ts';

/** What every command that needs a host takes. */
export interface HostChoice {
  readonly cwd: string;
  readonly config?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Settings of the command line, the state folder among them. */
  readonly flags?: SettingFlags | undefined;
}

export interface OpenedHost extends AsyncDisposable {
  readonly host: Host;
  readonly configPath: string;
}

/** A host with a configuration, and where it keeps what lasts. */
export interface ConfiguredHost extends OpenedHost {
  readonly folder: StateFolder;
}

/** For commands that go on serving calls; the others start the runners they need and no more. */
export const WITH_SPARE_RUNNERS: Partial<HostOptions> = { sandbox: {}, replica: {} };

/** For a command that makes one call: its runner starts while the extensions are loaded. */
export const WITH_ONE_RUNNER: Partial<HostOptions> = {
  sandbox: { spareRunners: 1, maxRunners: 1 },
};

/** Starts a host on the configuration of this folder, with its state where the settings say. */
export async function openHost(
  choice: HostChoice,
  extra: Partial<HostOptions> = {},
): Promise<ConfiguredHost> {
  const configPath = findConfig(choice.cwd, choice.config);
  const folder = await findStateFolder(configPath, choice);
  const state = readSetting('state', { flags: choice.flags, env: choice.env })?.value;
  const host = await createHost({
    config: configPath,
    env: choice.env as Readonly<Record<string, string | undefined>>,
    stateDir: folder.path,
    lockFile: join(dirname(configPath), 'mortise.lock'),
    audit: folder.audit,
    // What the configuration says of it the host reads itself, with the secret that it names.
    ...(typeof state === 'string' ? { state } : {}),
    secrets: new EnvironmentSecrets(choice.env),
    workingDir: choice.cwd,
    sandbox: { spareRunners: 0 },
    // A command is there for a moment; hosts that serve must not wonder at its configuration.
    replica: false,
    ...extra,
  });
  await reportUnreachedLayers(host);
  return { host, configPath, folder, [Symbol.asyncDispose]: () => host.close() };
}

/** The agent a command means: the one named, the only one there is, or `main`. */
export function chooseAgent(agentIds: readonly string[], named: string | undefined): string {
  const [only, ...others] = agentIds;
  if (named !== undefined) return named;
  if (only !== undefined && others.length === 0) return only;
  if (agentIds.includes('main')) return 'main';
  if (only === undefined) {
    throw new CliFault('config', {
      code: 'agent_needed',
      message: 'The configuration has no agents.',
      hint: 'Define one under `agents`.',
    });
  }
  throw new CliFault('usage', {
    code: 'agent_needed',
    message: 'There are several agents and none of them is called "main".',
    hint: `Name one with --agent: ${agentIds.slice(0, 10).join(', ')}.`,
  });
}
