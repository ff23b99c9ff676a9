import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '@mortise/cli';
import { SILENT_LOGGER } from '@mortise/core';
import { PostgresState } from '@mortise/host';
import { afterAll, describe, expect, it } from 'vitest';
import { noPostgres } from '../servers/own-postgres.ts';
import { usePostgres } from '../servers/use-postgres.ts';

describe.skipIf(noPostgres() !== undefined)(
  `\`mortise state\` as it is typed (C-1) ${noPostgres() ?? ''}`,
  () => {
    const postgres = usePostgres();
    const cwd = mkdtempSync(join(tmpdir(), 'mortise-state-command-'));
    afterAll(() => rmSync(cwd, { recursive: true, force: true }));
    const configure = (config: object) =>
      writeFileSync(
        join(cwd, 'mortise.config.json'),
        JSON.stringify({ agents: { main: {} }, ...config }),
      );
    const type = async (...argv: string[]) => {
      const lines: string[] = [];
      const write = (text: string) => void lines.push(text);
      const exit = await runCli(argv, {
        ...{ cwd, env: { MORTISE_SECRET_STATE_PASSWORD: postgres().password } },
        ...{ signal: new AbortController().signal, onReload: () => () => undefined },
        terminal: { out: write, err: write, hasColour: false },
      });
      return { exit, said: lines.join('\n') };
    };

    it('moves from files to the database of the configuration and back, and says what it moved', async () => {
      configure({});
      const named = await type('token', 'create', '--agent', 'main', '--name', 'laptop');
      expect(named.exit).toBe(0);
      const [token = ''] = /mortise_[\w-]+/.exec(named.said) ?? [];
      await type('stop', '--agent', 'main');
      expect(await type('state', 'migrate')).toMatchObject({
        ...{ exit: 2, said: expect.stringContaining('No database is named.') },
      });

      const url = postgres().address('typed');
      configure({ state: { url, password: { $secret: 'STATE_PASSWORD' } } });
      const moved = await type('state', 'migrate');
      expect(moved.exit, moved.said).toBe(0);
      expect(moved.said).toMatch(/moved 2 rows from \S+\.mortise to postgres:\/\/127/);
      expect(moved.said).not.toContain(encodeURIComponent(postgres().password));
      expect((await type('token', 'list')).said).toContain('laptop');
      expect((await type('stops')).said).toContain('the agent main');
      await using state = new PostgresState({
        ...{ url: postgres().url('typed'), logger: SILENT_LOGGER, now: Date.now },
      });
      expect(await state.tokens.list()).toMatchObject([{ name: 'laptop' }]);
      expect(token).not.toBe('');

      const again = await type('state', 'migrate');
      expect(again).toMatchObject({ exit: 2 });
      expect(again.said).toContain('holds 1 token, 1 stop');
      expect(again.said).toContain('--replace');
      expect(await type('state', 'migrate', '--to', 'files', '--replace')).toMatchObject({
        exit: 0,
      });
    });

    it('writes to a file and reads it, and refuses what makes no sense', async () => {
      configure({});
      expect(await type('state', 'export')).toMatchObject({ exit: 2 });
      expect(await type('state', 'exprot', 'x')).toMatchObject({
        ...{ exit: 2, said: expect.stringContaining('did you mean `export`?') },
      });
      expect(await type('state', 'migrate', '--to', 'moon')).toMatchObject({ exit: 2 });
      expect(await type('state', 'export', 'state.jsonl')).toMatchObject({ exit: 0 });
      expect(await type('state', 'export', 'state.jsonl')).toMatchObject({
        ...{ exit: 2, said: expect.stringContaining('is there') },
      });
      expect(await type('state', 'import', 'mortise.config.json')).toMatchObject({
        ...{ exit: 2, said: expect.stringContaining('state_export_invalid') },
      });
      const url = postgres().address('imported');
      configure({ state: { url, password: { $secret: 'STATE_PASSWORD' } } });
      expect(await type('state', 'import', 'state.jsonl')).toMatchObject({ exit: 0 });
      expect((await type('stops')).said).toContain('the agent main');
    });
  },
);
