import { unsupported, withStandIns } from '../missing.ts';
import { HOME } from '../places.ts';

interface Logger {
  readonly [level: string]: unknown;
}

/**
 * `api.runtime`, as far as tools use it: the configuration, the state folder and the log. What else it
 * has is OpenClaw itself, and says that it is not here when it is used.
 */
export function pluginRuntime(config: object, log: Logger): object {
  const read = (): object => config;
  const parts = {
    // Of the newest plugins that the sweep tries; they refuse to run under one that is older than they know.
    version: '2026.9.6',
    config: part('config', { current: read, loadConfig: read, get: read }),
    state: part('state', { resolveStateDir: () => HOME }),
    logging: part('logging', {
      shouldLogVerbose: () => false,
      getChildLogger: () => log,
    }),
  };
  return part('', parts);
}

function part(path: string, known: object): object {
  const prefix = path === '' ? 'runtime' : `runtime.${path}`;
  return withStandIns(known, (member) => unsupported(`${prefix}.${member}`));
}
