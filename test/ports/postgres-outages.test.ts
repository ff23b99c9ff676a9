import type { StateChange } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { PostgresState } from '@mortise/host';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { isFullRun } from '../full-run.ts';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';
import { stopRecord } from './stop-store-suite.ts';

describe.skipIf(noPostgres() !== undefined)(`PostgresState (C-1) ${noPostgres() ?? ''}`, () => {
  const postgres = usePostgres();
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());
  const open = (url: string) =>
    opened.use(new PostgresState({ url, logger: SILENT_LOGGER, now: Date.now }));
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres().url('x').split('?')[0] ?? '' });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };

  it('makes its tables once, however many hosts start together', async () => {
    const url = postgres().url('together');
    const states = Array.from({ length: 6 }, () => open(url));
    await Promise.all(states.map(({ stops }, at) => stops.add(stopRecord(`s${at}`))));
    expect(await states[0]?.stops.list()).toHaveLength(6);
    expect(states.flatMap((state) => state.troubles())).toEqual([]);
  });

  it('leaves the tables of a newer program alone, and says so', async () => {
    const url = postgres().url('newer');
    await open(url).stops.add(stopRecord('a'));
    await query('INSERT INTO newer.migrations (form) VALUES (1000)');
    const state = open(url);
    await expect(state.stops.list()).rejects.toThrow(/form 1000/);
    expect(state.troubles()).toMatchObject([{ code: 'state_file_newer', severity: 'error' }]);
  });

  it('tells of what changed while it was not connected', async () => {
    const url = postgres().url('lost');
    const [one, other] = [open(url), open(url)];
    const told: StateChange[] = [];
    one.changes.follow((change) => told.push(change));
    await vi.waitFor(() => expect(one.changes.isCurrent).toBe(true), { timeout: 10_000 });
    await query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    await vi.waitFor(() => other.stops.add(stopRecord('a')), { timeout: 10_000 });
    const expected = { kind: 'stop', subject: 'a' };
    await vi.waitFor(() => expect(told).toContainEqual(expected), { timeout: 10_000 });
    expect(one.changes.isCurrent).toBe(true);
  });

  it('shows no password, whatever is wrong', async () => {
    const wrong = postgres().address('secret', ':geheim');
    const state = open(wrong);
    const error: unknown = await state.stops.list().catch((reason: unknown) => reason);
    expect(String(error)).toContain('password authentication failed');
    const shown = JSON.stringify([state.troubles(), state.place, String(error)]);
    expect(shown).not.toContain('geheim');
    // The second reads as a host `mortise` with a port, and a database of which the password is a part.
    for (const address of ['postgres://mortise:geheim@ @/x', 'postgres://mortise:1/geheim@db/x']) {
      expect(() => open(address)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('geheim') }),
      );
    }
  });

  it('says that its account may make no tables (T-9)', async () => {
    await query("DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN PASSWORD 'poor'");
    const state = open(
      postgres()
        .url('poor')
        .replace(/mortise:[^@]*@/, 'poor:poor@'),
    );
    await state.settle();
    expect(state.troubles()).toMatchObject([
      { code: 'state_database_unusable', detail: expect.stringContaining('permission denied') },
    ]);
  });

  it('says that nothing can be written, goes by nothing it reads there, and goes on by itself (T-9)', async () => {
    const url = postgres().url('readonly');
    const state = open(url);
    await state.stops.add(stopRecord('a'));
    await query('ALTER ROLE mortise SET default_transaction_read_only = on');
    try {
      // As a failover does, it ends connections.
      await query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
      );
      const readOnly = [{ code: 'state_database_unusable' }];
      await vi.waitFor(async () => {
        await expect(state.stops.add(stopRecord('b'))).rejects.toThrow('read-only');
      });
      expect(state.troubles()).toMatchObject(readOnly);
      await expect(state.stops.list()).rejects.toThrow('read-only');
      const other = open(url);
      await other.settle();
      expect(other.troubles()).toMatchObject(readOnly);
    } finally {
      await query('BEGIN READ WRITE; ALTER ROLE mortise RESET ALL; COMMIT');
    }
    await vi.waitFor(() => state.stops.add(stopRecord('c')), { timeout: 10_000 });
    expect(state.troubles()).toEqual([]);
  });

  it('waits for a database that hangs once, and not for long', async ({ skip }) => {
    skip(!isFullRun(), 'it waits for a frozen database: `pnpm test:full` runs it');
    const state = open(postgres().url('hangs'));
    await state.stops.add(stopRecord('a'));
    postgres().freeze();
    try {
      const startedAt = performance.now();
      await expect(state.stops.list()).rejects.toThrow(/cannot be used/);
      expect(performance.now() - startedAt).toBeLessThan(9_000);
      expect(state.troubles()).toMatchObject([{ code: 'state_database_unusable' }]);
    } finally {
      postgres().thaw();
    }
    await vi.waitFor(() => state.stops.list(), { timeout: 10_000 });
    expect(state.troubles()).toEqual([]);
  });

  it('leaves the places of a host whose clock is a little ahead (T-5)', async () => {
    const { rates } = open(postgres().url('clocks'));
    const hold = (holder: string, now: number) =>
      rates.hold({ key: 'a', holder, count: 1, limit: 1, now, holdMs: 10_000 });
    expect(await hold('ahead', 1_000_000)).toBe(1);
    expect(await hold('behind', 999_000)).toBe(0);
    expect(await hold('ahead', 1_003_000)).toBe(1);
  });
});
