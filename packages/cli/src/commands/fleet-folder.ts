import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import {
  brokerConfiguration,
  createFleetAccess,
  extendFleetAccess,
  type FleetAccess,
  type FleetCredentials,
  isFleetName,
  readCredentialsFile,
} from '@mortise/runner-nats';

const HOST_FILE = 'host.json';
const BROKER_FILE = 'nats-server.conf';
/** Hosts are called so. */
const RESERVED = 'host';

/** What was written, as paths. */
export interface FleetFiles {
  readonly broker: string;
  readonly host: string;
  readonly runners: readonly { readonly name: string; readonly path: string }[];
}

/** A new fleet in a folder that has none. Throws `fleet_name_taken` and `fleet_name_invalid`. */
export function createFleet(
  folder: string,
  parts: { readonly fleet: string; readonly nats: string; readonly runners: readonly string[] },
): FleetFiles {
  requireName(parts.fleet);
  requireAbsent(join(folder, HOST_FILE));
  requireFree(folder, parts.runners);
  const access = createFleetAccess(parts);
  return writeFleet(folder, access, [access.host, ...access.runners]);
}

/** One more key for each name; those that are there keep theirs. */
export function addRunners(folder: string, names: readonly string[]): FleetFiles {
  const { host, runners } = readFleet(folder);
  requireFree(folder, names);
  const access = extendFleetAccess(host, runners, names);
  return writeFleet(folder, access, access.runners.slice(runners.length));
}

/** The broker lets these in no more, once it has read its configuration again. */
export function removeRunners(folder: string, names: readonly string[]): FleetFiles {
  const { host, runners } = readFleet(folder);
  const unknown = names.find((name) => !runners.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new MortiseError('fleet_name_invalid', `There is no runner ${unknown} in ${folder}.`);
  const left = runners.filter(({ name }) => !names.includes(name));
  const files = writeFleet(folder, extendFleetAccess(host, left), []);
  for (const name of names) rmSync(runnerFile(folder, name));
  return files;
}

function readFleet(folder: string): Pick<FleetAccess, 'host' | 'runners'> {
  const paths = globSync('runner-*.json', { cwd: folder }).toSorted();
  const host = readCredentialsFile(join(folder, HOST_FILE), 'host');
  const known = keysOfBroker(folder);
  const runners = paths.map((name) => {
    const path = join(folder, basename(name));
    const runner = readCredentialsFile(path, 'runner');
    const keys = keysIn(extendFleetAccess(host, [runner]).authorization);
    if (known === undefined || keys.every((key) => known.includes(key))) return runner;
    const detail = `${path} is no key of this fleet: ${BROKER_FILE} does not know it. Remove it.`;
    throw new MortiseError('fleet_credentials_invalid', detail);
  });
  return { host, runners };
}

/**
 * Who is of the fleet already: a key that a guest put into the folder, granted to write there, is not let in by the
 * way. Undefined if the file was taken elsewhere.
 */
function keysOfBroker(folder: string): readonly string[] | undefined {
  const path = join(folder, BROKER_FILE);
  return existsSync(path) ? keysIn(readFileSync(path, 'utf8')) : undefined;
}

function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/^\s*nkey: (\w+)$/gm)].map(([, key = '']) => key);
}

/** Keys that are there are not written again: they may be of another account. */
function writeFleet(
  folder: string,
  access: FleetAccess,
  added: readonly FleetCredentials[],
): FleetFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const side of added) {
    const path = side.side === 'host' ? join(folder, HOST_FILE) : runnerFile(folder, side.name);
    // Never into a file that is there: it would keep its mode, or lead elsewhere.
    writeFileSync(path, `${JSON.stringify(side, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  }
  const broker = join(folder, BROKER_FILE);
  writeFileSync(broker, brokerConfiguration(access), { mode: 0o644 });
  return {
    ...{ broker, host: join(folder, HOST_FILE) },
    runners: access.runners.map(({ name }) => ({ name, path: runnerFile(folder, name) })),
  };
}

/** Each name is one of a runner, is given once, and has no key yet. */
function requireFree(folder: string, names: readonly string[]): void {
  for (const [at, name] of names.entries()) {
    requireName(name);
    if (names.indexOf(name) !== at)
      throw new MortiseError('fleet_name_taken', `${name} is named twice.`);
    requireAbsent(runnerFile(folder, name));
  }
}

/** A link that leads nowhere is there, too. */
function requireAbsent(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new MortiseError('fleet_name_taken', `${path} is there.`);
}

function runnerFile(folder: string, name: string): string {
  return join(folder, `runner-${name}.json`);
}

function requireName(name: string): void {
  if (isFleetName(name) && name !== RESERVED) return;
  throw new MortiseError('fleet_name_invalid', `It is ${JSON.stringify(name)}.`);
}
