import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { processBirth } from './process-birth.ts';

/** A host that serves a state folder, as its file there says. */
export interface RunningHost {
  readonly pid: number;
  /** Tells its process from a later one with the same number. */
  readonly birth: string;
  readonly url: string;
  readonly config: string;
  /** Wall clock, ISO 8601. */
  readonly since: string;
}

/**
 * Says in a file that this process serves the state; `undefined` if a host that runs has said so already.
 * Answers how to take it back, which leaves what another process wrote since.
 */
export function announceHost(
  path: string,
  { url, config }: Pick<RunningHost, 'url' | 'config'>,
): (() => void) | undefined {
  if (findRunningHost(path) !== undefined) return undefined;
  const { pid } = process;
  const since = new Date().toISOString();
  const host: RunningHost = { pid, birth: processBirth(pid) ?? '', url, config, since };
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify(host)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
  return () => {
    const found = readHostFile(path);
    if (found?.pid === pid && found.birth === host.birth) rmSync(path, { force: true });
  };
}

/** The host that serves this state; `undefined` if none does, or if its file cannot be trusted. */
export function findRunningHost(path: string): RunningHost | undefined {
  const found = readHostFile(path);
  if (found === undefined || found.birth === '') return undefined;
  return processBirth(found.pid) === found.birth ? found : undefined;
}

function readHostFile(path: string): RunningHost | undefined {
  try {
    const rawHost: unknown = JSON.parse(readOwnFile(path));
    return interpretHost(rawHost);
  } catch {
    return undefined;
  }
}

/** The token goes to the address in this file: one that others could have written is not believed. */
function readOwnFile(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const { mode, uid, size } = fstatSync(descriptor);
    const isOwn = uid === process.getuid?.() || process.getuid?.() === 0;
    if (!isOwn || (mode & 0o022) !== 0 || size > 10_000) throw new Error('not ours');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function interpretHost(rawHost: unknown): RunningHost | undefined {
  if (typeof rawHost !== 'object' || rawHost === null) return undefined;
  const { pid, birth, url, config, since } = rawHost as Record<string, unknown>;
  const texts = [birth, url, config, since];
  if (!Number.isSafeInteger(pid) || !texts.every((text) => typeof text === 'string')) {
    return undefined;
  }
  return rawHost as RunningHost;
}
