import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { StateStore } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import {
  ExportedState,
  moveState,
  openPostgresSide,
  openSqliteSide,
  PostgresState,
  SqliteState,
  StateExport,
  stateFolderAt,
} from '@mortise/host';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { temporaryFiles } from '../ports/temporary-folder.ts';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';
import { fillState, listState } from './filled-state.ts';

const newPath = temporaryFiles();
const parts = { logger: SILENT_LOGGER, now: Date.now };
const newFolder = () => {
  const folder = stateFolderAt(newPath());
  mkdirSync(folder.path);
  return folder;
};
type Folder = ReturnType<typeof newFolder>;
const openFiles = (folder: Folder) => new SqliteState({ ...parts, path: folder.sessions });
const filesSide = (folder: Folder, as: 'source' | 'target') =>
  openSqliteSide({ folder, now: Date.now }, as);
const use = async <Result>(state: StateStore, work: (state: StateStore) => Promise<Result>) => {
  await using _ = state;
  // Awaited here: it is closed behind it.
  return await work(state);
};
const KEEP = { replaces: false };

describe('a state in a file (C-1)', () => {
  it('is written out and read in again, all of it', async () => {
    const [one, other, path] = [newFolder(), newFolder(), newPath()];
    const before = await use(openFiles(one), async (state) => {
      await fillState(state);
      return listState(state);
    });
    {
      await using source = await filesSide(one, 'source');
      await using target = await StateExport.create(path, { ...KEEP, now: Date.now });
      const { moved } = await moveState(source, target, KEEP);
      expect(moved).toMatchObject({ sessions: 7, tokens: 3, stops: 2, calls: 2, entries: 8 });
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await using source = await ExportedState.open(path);
    await using target = await filesSide(other, 'target');
    await moveState(source, target, KEEP);
    await target[Symbol.asyncDispose]();
    expect(await use(openFiles(other), listState)).toEqual(before);
  });

  it.each([
    ['its end is gone', (text: string) => text.slice(0, -80)],
    ['a row is gone', (text: string) => text.replace(/\{"in":"tokens".*\n/, '')],
    ['a row was changed', (text: string) => text.replace('"t1"', '"t9"')],
    ['it is something else', () => 'hello'],
    ['it is empty', () => ''],
  ])('is refused if %s', async (_what, damage) => {
    const [folder, path] = [newFolder(), newPath()];
    await use(openFiles(folder), fillState);
    await using source = await filesSide(folder, 'source');
    await using target = await StateExport.create(path, { ...KEEP, now: Date.now });
    await moveState(source, target, KEEP);
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    await expect(ExportedState.open(path)).rejects.toMatchObject({ code: 'state_export_invalid' });
  });

  it('is refused where a host has it open, and where there is none', async () => {
    const folder = newFolder();
    await expect(filesSide(folder, 'source')).rejects.toMatchObject({ code: 'state_absent' });
    await using host = openFiles(folder);
    await fillState(host);
    for (const as of ['source', 'target'] as const)
      await expect(filesSide(folder, as)).rejects.toMatchObject({ code: 'state_in_use' });
    expect(await host.tokens.list()).toHaveLength(3);
  });
});

describe('files of a state that cannot be moved (C-1)', () => {
  it.each([
    {
      what: 'damaged',
      code: 'state_unreadable',
      spoil: (path: string) => writeFileSync(path, 'x'.repeat(9_000)),
    },
    { what: 'of a newer program', code: 'state_file_newer', spoil: makeNewer },
  ])('are told as what they are: $what', async ({ code, spoil }) => {
    for (const name of ['sessions', 'storage'] as const) {
      const folder = newFolder();
      await use(openFiles(folder), fillState);
      spoil(folder[name]);
      const opened = filesSide(folder, 'source');
      await expect(opened).rejects.toMatchObject({
        code,
        message: expect.stringContaining(folder.path),
      });
    }
  });
});

function makeNewer(path: string): void {
  const database = new DatabaseSync(path);
  const isStorage = path.endsWith('storage.db');
  database.exec(
    isStorage
      ? 'PRAGMA user_version = 999'
      : 'INSERT INTO migrations (step, applied_at) VALUES (998, 0), (999, 0)',
  );
  database.close();
}

describe.skipIf(noPostgres() !== undefined)(
  `a state that moves to Postgres and back (C-1) ${noPostgres() ?? ''}`,
  () => {
    const postgres = usePostgres();
    const openDatabase = (url: string) => new PostgresState({ ...parts, url });

    it('is the same there, and the same again here', async () => {
      const [one, other, url] = [newFolder(), newFolder(), postgres().url('moved')];
      const before = await use(openFiles(one), async (state) => {
        await fillState(state);
        return listState(state);
      });
      {
        await using files = await filesSide(one, 'source');
        await using database = await openPostgresSide(url);
        await moveState(files, database, KEEP);
      }
      expect(await use(openDatabase(url), listState)).toEqual(before);
      {
        await using database = await openPostgresSide(url);
        await using files = await filesSide(other, 'target');
        await moveState(database, files, KEEP);
      }
      expect(await use(openFiles(other), listState)).toEqual(before);
    });

    it('is not written over what is there unless that is said', async () => {
      const [folder, url] = [newFolder(), postgres().url('occupied')];
      await use(openFiles(folder), fillState);
      await use(openDatabase(url), (state) =>
        state.stops.add({ id: 'mine', scope: 'all', name: '', reason: '', by: 'ana', at: 1 }),
      );
      await using files = await filesSide(folder, 'source');
      {
        await using database = await openPostgresSide(url);
        await expect(moveState(files, database, KEEP)).rejects.toMatchObject({
          code: 'state_target_not_empty',
          message: expect.stringContaining('1 stop'),
        });
      }
      await using database = await openPostgresSide(url);
      const { replaced } = await moveState(files, database, { replaces: true });
      expect(replaced).toMatchObject({ stops: 1, tokens: 0 });
    });

    it('is not moved from the tables of a newer program, and that is said', async () => {
      const url = postgres().url('newer_tables');
      await (await openPostgresSide(url))[Symbol.asyncDispose]();
      await execute(url, 'INSERT INTO newer_tables.migrations (form) VALUES (999)');
      await expect(openPostgresSide(url)).rejects.toMatchObject({ code: 'state_file_newer' });
    });

    it('is not moved while a host is on it', async () => {
      const url = postgres().url('served');
      await using state = openDatabase(url);
      await state.replicas.join({ id: 'r', name: 'host-a', facts: {} }, 60_000);
      await expect(openPostgresSide(url)).rejects.toMatchObject({
        code: 'state_in_use',
        message: expect.stringContaining('host-a'),
      });
    });

    it.for(['database', 'files'] as const)(
      'is whole in the %s or not there at all, whenever the move is killed',
      { timeout: 120_000 },
      async (to, { skip }) => {
        skip(!isFullRun(), 'it takes a minute: `pnpm test:full` runs it');
        const [full, target] = [newFolder(), newFolder()];
        const url = postgres().url(`killed_${to}`);
        await use(openFiles(full), (state) => fillMany(state));
        if (to === 'files') {
          await using files = await filesSide(full, 'source');
          await using database = await openPostgresSide(url);
          await moveState(files, database, KEEP);
        }
        const folder = to === 'files' ? target : full;
        const counts = new Set<number>();
        for (let kill = 0; kill < 12; kill += 1) {
          // The last one is left alone.
          await moveAndKill([folder.path, url, to], kill === 11 ? undefined : kill * 12);
          counts.add(
            await use(to === 'files' ? openFiles(target) : openDatabase(url), countTokens),
          );
        }
        expect([...counts].toSorted((one, other) => one - other)).toEqual([0, MANY]);
      },
    );
  },
);

const MANY = 500;

async function fillMany(state: StateStore): Promise<void> {
  await fillState(state);
  const [first] = await state.tokens.list();
  if (first === undefined) throw new Error('There is no token.');
  for (let at = 4; at <= MANY; at += 1) await state.tokens.add({ ...first, id: `t${at}` });
}

async function countTokens(state: StateStore): Promise<number> {
  return (await state.tokens.list()).length;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Kills it so long after it began, in ms; not at all if absent. */
async function moveAndKill(argv: readonly string[], afterMs: number | undefined): Promise<void> {
  const script = join(import.meta.dirname, 'fixtures', 'move-state.ts');
  const child = spawn(process.execPath, [script, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (afterMs !== undefined) {
    await pause(afterMs);
    child.kill('SIGKILL');
  }
  await ended;
}
