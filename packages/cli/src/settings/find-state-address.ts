import { dirname } from 'node:path';
import {
  ConfiguredSecrets,
  EnvironmentSecrets,
  loadConfigFile,
  resolveStateAddress,
} from '@mortise/host';
import { readSetting, type SettingSources } from './read-setting.ts';

/**
 * The database that keeps the state of a configuration, with its password; `undefined` if files do. Rejects
 * with `setting_invalid` or `state_address_invalid`.
 */
export async function findStateAddress(
  configPath: string,
  { flags, env }: Omit<SettingSources, 'config'>,
): Promise<string | undefined> {
  const told = readSetting('state', { flags, env })?.value;
  if (typeof told === 'string') return told;
  const parsed = await loadConfigFile(configPath, { env });
  // A configuration with mistakes is reported by what uses it; its state is where it says.
  const config = parsed.status === 'ok' ? parsed.config : parsed.draft?.config;
  if (config?.state === undefined) return undefined;
  const secrets = new ConfiguredSecrets({
    rules: () => config.secrets ?? {},
    baseDir: dirname(configPath),
    others: new EnvironmentSecrets(env),
  });
  return resolveStateAddress(config.state, secrets);
}

/** False for a configuration so broken that it does not even say where its state is. */
export async function isReadable(configPath: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const parsed = await loadConfigFile(configPath, { env });
  return parsed.status === 'ok' || parsed.draft?.config !== undefined;
}
