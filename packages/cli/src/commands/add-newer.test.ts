import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-add-newer-'));
const configFile = join(root, 'mortise.config.json');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const mortise = (...words: string[]) => typeCommand(words, { cwd: root });

function writeManifest(folder: string, version: string): void {
  const manifest = { id: 'notes', version, entry: 'index.js' };
  writeFileSync(join(root, folder, 'mortise.json'), JSON.stringify(manifest));
}

beforeAll(() => {
  mkdirSync(join(root, 'one'));
  writeManifest('one', '1.0.0');
  const tool = `{ name: 'note', description: 'n', parameters: { type: 'object' }, execute: () => 'x' }`;
  writeFileSync(
    join(root, 'one', 'index.js'),
    `export default (api) => api.registerTool(${tool});`,
  );
  cpSync(join(root, 'one'), join(root, 'two'), { recursive: true });
  writeManifest('two', '2.0.0');
  writeFileSync(configFile, JSON.stringify({ agents: { main: {} }, extensions: [] }));
});

it('tells who adds a newer version from elsewhere how to update to it (E-10)', async () => {
  expect((await mortise('add', './one')).exit).toBe(0);
  const { exit, said } = await mortise('add', './two');
  expect(exit).toBe(4);
  expect(said).toContain('To update it, name ./two in its place in the configuration');
  writeFileSync(configFile, readFileSync(configFile, 'utf8').replace('./one', './two'));
  const updated = await mortise('update');
  const hash = /mortise approve notes --hash (\S+)/.exec(updated.said)?.[1] ?? '';
  expect((await mortise('approve', 'notes', '--hash', hash)).exit).toBe(0);
  expect((await mortise('doctor')).said).toContain('0 errors, 0 warnings');
});
