import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readPostgresAddress } from '../postgres/postgres-address.ts';
import type { StateFolder } from '../state/state-folder.ts';

type PlaceFile = Pick<StateFolder, 'elsewhere'>;

/**
 * Notes in the state folder which database keeps its state, without anything secret: a stop must know it although
 * the configuration cannot be read. Throws `state_address_invalid`; what cannot be noted is not.
 */
export function noteStatePlace({ elsewhere }: PlaceFile, address: string | undefined): void {
  const place = address === undefined ? undefined : readPostgresAddress(address).shown;
  if (readStatePlace({ elsewhere }) === place) return;
  try {
    if (place === undefined) rmSync(elsewhere, { force: true });
    else writeFileSync(elsewhere, `${place}\n`, { mode: 0o600 });
  } catch {
    // A folder that cannot be written says so elsewhere.
  }
}

/** The database that a host last used in place of the files of this folder. */
export function readStatePlace({ elsewhere }: PlaceFile): string | undefined {
  try {
    return readFileSync(elsewhere, 'utf8').trim().slice(0, 500);
  } catch {
    return undefined;
  }
}
