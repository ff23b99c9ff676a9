import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from './scaffold/templates.ts';

const FOLDER = join(import.meta.dirname, '..', 'templates');
const ROOT = join(import.meta.dirname, '..', '..', '..');

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('the templates', () => {
  it('pass their own tests, in real isolates', async () => {
    const flags = ['--test', '--test-isolation=none', '--test-reporter=tap'];
    const { NODE_OPTIONS: _options, ...env } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...flags, '*/src/**/*.test.ts'],
      { cwd: FOLDER, env },
    );
    expect(stdout).toMatch(/# fail 0\n/);
    expect(Number(/# pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(11);
  }, 120_000);

  it.each(TEMPLATES)('$name: asks for the versions that are tested here', ({ name }) => {
    const { dependencies = {}, devDependencies } = read(join(FOLDER, name, 'package.json'));
    const tested = {
      ...read(join(ROOT, 'package.json')).devDependencies,
      ...read(join(FOLDER, '..', 'package.json')).devDependencies,
    };
    for (const [each, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (each.startsWith('@mortise/')) expect(version).toBe('*');
      else expect([each, version]).toEqual([each, tested[each]]);
    }
  });

  it.each(TEMPLATES)('$name: has the scripts that its README names', ({ name }) => {
    const { scripts } = read(join(FOLDER, name, 'package.json'));
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['dev', 'pack', 'test', 'typecheck']),
    );
    const readme = readFileSync(join(FOLDER, name, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/^npm run ([a-z]+)/gm)].map(([, script]) => script);
    expect(named.length).toBeGreaterThan(2);
    for (const script of named) expect(scripts).toHaveProperty([script ?? '']);
  });
});
