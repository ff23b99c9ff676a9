import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { OwnPaths } from '../brokers/files/host-files.ts';

/** As `mortise fleet` names what it writes. */
const OF_A_FLEET = /^(?:host|runner-.+)\.json$/;
const BROKER_FILE = 'nats-server.conf';

/**
 * What no grant for files reaches of a fleet: the credentials of the host and, beside them, the keys of runners
 * and the configuration of the broker. A folder that `mortise fleet` wrote is out of reach as a whole, since a key
 * that a guest put there would count later; unless what the configuration names begins there.
 */
export function fleetKeyFiles(credentials: string, baseDir: string): OwnPaths {
  const folder = dirname(credentials);
  const isAround = !relative(folder, baseDir).startsWith('..');
  const isOfFleet = existsSync(join(folder, BROKER_FILE));
  return {
    files: [credentials, ...keysIn(folder)],
    folders: isOfFleet && !isAround ? [folder] : [],
  };
}

function keysIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => OF_A_FLEET.test(name) || name === BROKER_FILE)
      .map((name) => join(folder, name));
  } catch {
    // There is none, or the account of the host cannot list it.
    return [];
  }
}
