import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const BIN = join(import.meta.dirname, '..', 'bin', 'mortise.js');
const SOURCE = join(import.meta.dirname, 'mortise.ts');
const home = mkdtempSync(join(tmpdir(), 'mortise-start-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const WATCH = `import { registerHooks } from 'node:module';
const urls = [];
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
process.on('exit', () => process.stderr.write(JSON.stringify(urls)));`;

/** What a command line loads, Node's own modules left out. */
function modulesOf(...argv: string[]): readonly string[] {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const { stderr: text } = spawnSync(process.execPath, ['--import', watch, SOURCE, ...argv], {
    encoding: 'utf8',
  });
  const urls = JSON.parse(text) as readonly string[];
  return urls.filter((url) => url.startsWith('file:') && !url.includes('/src/mortise.ts'));
}

describe('the start of the command', () => {
  it('loads the table of commands and commander for help, and no package behind a command', () => {
    const loaded = modulesOf('--help');
    // Of the contracts only the part without schemas, which `plain.ts` lists.
    const isExpected = /\/packages\/(?:cli|contracts)\/src\/|\/node_modules\/commander\//;
    expect(loaded.filter((url) => !isExpected.test(url))).toEqual([]);
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.length).toBeLessThan(50);
  });

  it('says its version', () => {
    const out = execFileSync(process.execPath, [BIN, '--version'], { encoding: 'utf8' });
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('an old Node', () => {
  // Node 20 has neither names that newer ones export nor a loader for TypeScript: the file must run with what all have.
  it('is told in one line which one is needed', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.19.2' } });
      Object.defineProperty(process, 'version', { value: 'v20.19.2' });`;
    const pretend = `data:text/javascript,${encodeURIComponent(old)}`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', pretend, BIN, 'tools', 'main'],
      { encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^mortise needs Node 24 or newer .* v20\.19\.2 [^\n]*\n$/);
  });

  it('meets no import of a name that it lacks before that line', () => {
    const source = readFileSync(BIN, 'utf8');
    const imported = [...source.matchAll(/^import (.+) from '(.+)';$/gm)].map(([, names]) => names);
    expect(imported).toEqual([
      '{ lstatSync, mkdirSync }',
      '* as nodeModule',
      '{ homedir }',
      '{ isAbsolute, join }',
    ]);
  });
});

describe('compiled code', () => {
  const compiled = (cache: string) => join(cache, '.mortise', 'compiled');
  const help = (cache: string) =>
    execFileSync(process.execPath, [BIN, '--help'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], XDG_CACHE_HOME: cache },
    });

  it('is kept in a folder of the user that is closed to others', () => {
    expect(help(home)).toContain('mortise');
    expect(existsSync(compiled(home))).toBe(true);
  });

  it('is not kept where others could write, and the command works without', () => {
    const open = join(home, 'open');
    mkdirSync(compiled(open), { recursive: true });
    chmodSync(compiled(open), 0o777);
    expect(help(open)).toContain('mortise');
    expect(readdirSync(compiled(open))).toEqual([]);
    expect(help('/dev/null')).toContain('mortise');
  });
});
