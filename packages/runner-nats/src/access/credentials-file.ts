import { readFileSync, statSync } from 'node:fs';
import { MortiseError } from '@mortise/contracts';
import { nkeys } from '@nats-io/transport-node';
import { isFleetName } from '../wire/subjects.ts';
import type { FleetCredentials } from './fleet-access.ts';

const OF_OTHERS = 0o007;

/**
 * The credentials of one side, as `mortise fleet init` wrote them. Throws `fleet_credentials_invalid` if there are
 * none, if they are of the other side, or if every account of this machine can read them.
 */
export function readCredentialsFile(
  path: string,
  side: FleetCredentials['side'],
): FleetCredentials {
  const text = readText(path);
  const found = readCredentials(parseJson(text));
  if (found === undefined) throw invalid(`${path} has no credentials in it.`);
  if (found.side !== side)
    throw invalid(`${path} is for a ${found.side}; a ${side} needs a file of its own.`);
  return found;
}

function readText(path: string): string {
  try {
    // Not the group's: orchestrators hand secrets to an account by its group.
    if (process.getuid !== undefined && (statSync(path).mode & OF_OTHERS) !== 0)
      throw invalid(`Every account of this machine can read ${path}: chmod 600.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (MortiseError.is(error)) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw invalid(`${path} cannot be read (${code}).`);
  }
}

function readCredentials(value: unknown): FleetCredentials | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { side, fleet, name, nats, seed } = value as { readonly [key: string]: unknown };
  if (side !== 'host' && side !== 'runner') return undefined;
  if (typeof fleet !== 'string' || typeof name !== 'string') return undefined;
  if (typeof nats !== 'string' || nats === '' || typeof seed !== 'string') return undefined;
  const isWell = isFleetName(fleet) && isFleetName(name) && isSeed(seed);
  return isWell ? { side, fleet, name, nats, seed } : undefined;
}

function isSeed(seed: string): boolean {
  try {
    return nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey().startsWith('U');
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(detail: string): MortiseError {
  return new MortiseError('fleet_credentials_invalid', detail);
}
