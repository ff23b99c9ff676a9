import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { typeCommand } from '../cli-fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'mortise-troubles-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(() => {
  mkdirSync(join(root, 'bad'));
  const manifest = { id: 'bad', version: '1.0.0', entry: 'index.js' };
  writeFileSync(join(root, 'bad', 'mortise.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'bad', 'index.js'), 'throw new Error("no luck");');
  const config = { agents: { main: {} }, extensions: ['./bad'] };
  writeFileSync(join(root, 'mortise.config.json'), JSON.stringify(config));
});

it.each([
  { command: ['tools', 'main'], exit: 0 },
  { command: ['call', 'get_luck', '{}', '--agent', 'main'], exit: 1 },
  { command: ['explain', 'main', 'get_luck'], exit: 2 },
])('names an extension that failed beside $command (F-8)', async ({ command, exit }) => {
  const typed = await typeCommand(command, { cwd: root });
  expect([typed.exit, typed.err]).toEqual([
    exit,
    expect.stringContaining('bad  registration_failed'),
  ]);
  expect(typed.err).toContain('→ mortise doctor');
});
