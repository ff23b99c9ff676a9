import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-remove-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const mortise = (...words: string[]) => typeCommand(words, { cwd: root });

/** Configured by hand, so that no lock file names it. */
function configure(): void {
  const extensions = [{ source: './counter', grants: { storage: {} } }];
  const config = JSON.stringify({ agents: { main: {} }, extensions });
  writeFileSync(join(root, 'mortise.config.json'), config);
}

beforeAll(() => {
  mkdirSync(join(root, 'counter'));
  const capabilities = { storage: { reason: 'counts' } };
  const manifest = { id: 'counter', version: '1.0.0', entry: 'index.js', capabilities };
  writeFileSync(join(root, 'counter', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(
    join(root, 'counter', 'index.js'),
    `export default (api) => api.registerTool({ name: 'count', description: 'c',
       parameters: { type: 'object' }, capabilities: { storage: {} },
       execute: async (_id, _args, ctx) => {
         await ctx.storage.set('n', 1);
         return 'done';
       } });`,
  );
  configure();
});

describe('mortise remove (T-10)', () => {
  it('keeps what an extension stored if asked to, and removes it when asked again', async () => {
    await mortise('call', 'count');
    const kept = await mortise('remove', 'counter', '--keep-data');
    expect(kept.out).toContain('1 value, 2 B kept for its next installation from ./counter');
    expect((await mortise('remove', 'counter', '--keep-data')).exit).toBe(2);
    expect((await mortise('remove', 'counter')).out).toContain('1 value, 2 B removed');
    expect((await mortise('remove', 'counter')).exit).toBe(2);
  });

  it('removes what one stored that no lock file names', async () => {
    configure();
    await mortise('call', 'count');
    expect((await mortise('remove', 'counter')).out).toContain('1 value, 2 B removed');
  });

  it('says that it could not be removed while storage cannot be used, and does so later', async () => {
    const state = join(root, '.mortise');
    configure();
    await mortise('call', 'count');
    const path = join(state, 'storage.db');
    const whole = readFileSync(path);
    writeFileSync(path, 'x'.repeat(whole.length));
    const removed = await mortise('remove', 'counter');
    expect([removed.exit, removed.err]).toEqual([5, expect.stringContaining('could not be')]);
    const pruned = await mortise('prune');
    expect([pruned.exit, pruned.err]).toEqual([
      5,
      expect.stringMatching(/^could not be looked at/),
    ]);
    writeFileSync(path, whole);
    expect((await mortise('remove', 'counter')).out).toContain('1 value, 2 B removed');
  });

  it('removes what one stored whose code is not there any more, by its id or its place', async () => {
    configure();
    await mortise('call', 'count');
    renameSync(join(root, 'counter'), join(root, 'away'));
    expect((await mortise('remove', './counter')).out).toContain('1 value, 2 B removed');
    renameSync(join(root, 'away'), join(root, 'counter'));
    expect((await mortise('add', './counter', '--grant', 'all')).exit).toBe(0);
    await mortise('call', 'count');
    renameSync(join(root, 'counter'), join(root, 'away'));
    const { out } = await mortise('remove', 'counter');
    renameSync(join(root, 'away'), join(root, 'counter'));
    expect(out).toMatch(/^removed counter\n.*1 value, 2 B removed/);
    expect(readFileSync(join(root, 'mortise.config.json'), 'utf8')).not.toContain('counter');
  });
});
