import { dirname, resolve } from 'node:path';
import { loadConfigFile, type StateFolder, stateFolderAt } from '@mortise/host';
import { readSetting, type SettingSources } from './read-setting.ts';

export interface StateFolderChoice extends Omit<SettingSources, 'config'> {
  readonly cwd: string;
}

const BESIDE_CONFIGURATION = '.mortise';

/**
 * Where the state of a configuration is; touches nothing there. A path of an option or a variable
 * starts where the user stands, one of the configuration where its file is.
 */
export async function findStateFolder(
  configPath: string,
  { cwd, flags, env }: StateFolderChoice,
): Promise<StateFolder> {
  const told = readSetting('stateDir', { flags, env });
  if (told !== undefined) return stateFolderAt(resolve(cwd, told.value));
  const parsed = await loadConfigFile(configPath, { env });
  // A configuration with mistakes is reported by what uses it; its state is where it says.
  const config = parsed.status === 'ok' ? parsed.config : parsed.draft?.config;
  const written = readSetting('stateDir', { env: {}, config });
  return stateFolderAt(resolve(dirname(configPath), written?.value ?? BESIDE_CONFIGURATION));
}
