import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npmRegistry } from '../../release/npm-registry.ts';
import type { RegistrySettings } from './registry-main.ts';

export interface StartedRegistry {
  readonly url: string;
  stop(): void;
}

/**
 * Starts a registry whose files are in a folder. What it took from the registry behind it stays there for
 * the next start; our own packages of an earlier start are removed.
 */
export async function startRegistry(storage: string): Promise<StartedRegistry> {
  mkdirSync(storage, { recursive: true });
  for (const name of ['@mortise', 'mortise', 'create-mortise', 'htpasswd', '.verdaccio-db.json']) {
    rmSync(join(storage, name), { recursive: true, force: true });
  }
  const { href: uplink } = await npmRegistry();
  const program = join(import.meta.dirname, 'registry-main.ts');
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const port = new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { readonly port: number }).port));
    child.once('exit', (code) => reject(new Error(`the registry ended with ${code}`)));
  });
  const settings: RegistrySettings = { storage, uplink };
  child.send(settings);
  return { url: `http://127.0.0.1:${await port}/`, stop: () => child.kill() };
}
