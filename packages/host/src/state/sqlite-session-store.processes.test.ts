import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { SqliteSessionStore } from './sqlite-session-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-processes-'));
const script = join(import.meta.dirname, 'testing/load-many.ts');
const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ending {
  readonly acknowledged: readonly string[];
  readonly signal: string | null;
  readonly code: number | null;
}

/** Runs a loader; kills it with SIGKILL once it acknowledged `killAfter` loads. */
function runLoader(
  path: string,
  prefix: string,
  count: number,
  killAfter?: number,
): Promise<Ending> {
  const child = spawn(process.execPath, [script, path, 'a', 's', prefix, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    acknowledged.push(line);
    if (acknowledged.length === killAfter) child.kill('SIGKILL');
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ acknowledged, code, signal }));
  });
}

describe('One session file and several processes (M-4)', () => {
  it('loses no update of two writers', { timeout: 60_000 }, async () => {
    const path = join(folder, 'two-writers.db');
    const endings = await Promise.all([runLoader(path, 'x', 100), runLoader(path, 'y', 100)]);
    expect(endings.map((ending) => ending.code)).toStrictEqual([0, 0]);
    await using store = new SqliteSessionStore({ path, now: Date.now, logger });
    const { loadedToolkits, version } = await store.read('a', 's');
    expect(version).toBe(200);
    expect(new Set(loadedToolkits)).toStrictEqual(
      new Set(endings.flatMap((ending) => ending.acknowledged)),
    );
    expect(loadedToolkits).toHaveLength(200);
  });

  it('loses nothing of several that make the file together', { timeout: 60_000 }, async () => {
    const path = join(folder, 'fresh.db');
    const names = ['a', 'b', 'c', 'd'];
    const endings = await Promise.all(names.map((prefix) => runLoader(path, prefix, 5)));
    expect(endings.map((ending) => ending.code)).toStrictEqual([0, 0, 0, 0]);
    await using store = new SqliteSessionStore({ path, now: Date.now, logger });
    expect((await store.read('a', 's')).loadedToolkits).toHaveLength(20);
  });

  it.each([1, 37, 90, 150])(
    'keeps what was acknowledged when it is killed after %i of 200 loads',
    { timeout: 60_000 },
    async (killAfter) => {
      const path = join(folder, `killed-${killAfter}.db`);
      const { acknowledged, signal } = await runLoader(path, 'x', 200, killAfter);
      expect(signal).toBe('SIGKILL');
      await using store = new SqliteSessionStore({ path, now: Date.now, logger });
      expect(store.mode).toBe('ready');
      const { loadedToolkits, version } = await store.read('a', 's');
      expect(loadedToolkits.slice(0, acknowledged.length)).toStrictEqual(acknowledged);
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
      expect(version).toBe(loadedToolkits.length);
      const record = await store.read('a', 's');
      const write = await store.write({ ...record, loadedToolkits: [] }, record.version);
      expect(write.status).toBe('stored');
    },
  );
});
