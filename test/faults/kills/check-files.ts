import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { loadConfigFile, verifyAudit } from '@mortise/host';
import type { KillWorld } from './kill-world.ts';

/** Files that cannot be read for what they are, with the reason. */
export async function brokenFiles(world: KillWorld): Promise<readonly string[]> {
  const { status } = await loadConfigFile(world.config, { env: {} });
  const bundles = join(world.state, 'bundles');
  const kept = existsSync(bundles) ? readdirSync(bundles).filter(isJson) : [];
  return [
    ...(status === 'ok' ? [] : ['mortise.config.jsonc']),
    ...[world.lock, ...kept.map((name) => join(bundles, name))].flatMap(brokenJson),
    ...brokenToken(join(world.state, 'token')),
  ];
}

/** The same for databases and the audit log, which take longer. */
export async function brokenStores(world: KillWorld): Promise<readonly string[]> {
  return [
    ...['state.db', 'storage.db'].flatMap((name) => brokenDatabase(join(world.state, name))),
    ...(await brokenLog(join(world.state, 'audit.jsonl'))),
  ];
}

const isJson = (name: string) => name.endsWith('.json');

function brokenJson(path: string): readonly string[] {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return [];
  } catch (error) {
    return [`${path}: ${String(error)}`];
  }
}

/** A line that a kill cut stays as it is, and the next host signs for it: the chain tells that from damage. */
async function brokenLog(path: string): Promise<readonly string[]> {
  const { isIntact, broken } = await verifyAudit(path);
  return isIntact ? [] : [`audit.jsonl:${broken?.line}: ${broken?.code} ${broken?.message}`];
}

function brokenToken(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return /^\S{20,}\n?$/.test(readFileSync(path, 'utf8')) ? [] : [`${path}: no token`];
}

function brokenDatabase(path: string): readonly string[] {
  try {
    using database = opened(path);
    const rows = database.file.prepare('PRAGMA integrity_check').all();
    const found = rows.map((row) => String(row['integrity_check'])).join('; ');
    return found === 'ok' ? [] : [`${path}: ${found}`];
  } catch (error) {
    return [`${path}: ${String(error)}`];
  }
}

function opened(path: string) {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  return { file, [Symbol.dispose]: () => file.close() };
}
