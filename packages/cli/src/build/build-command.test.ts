import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateMain, RECORD_NAME } from '../../bin/locate-main.js';
import { buildCommand } from './build-command.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');
/** What a call took is never the same twice. */
const withoutTimes = (text: string) => text.replaceAll(/\d+(?:\.\d+)? (?:ms|MB)/g, '…');
const SOURCES = pathToFileURL(join(PACKAGE, 'src', 'main.ts')).href;

describe('the built command', () => {
  // Inside the package, from where it finds the packages that are left out of it.
  let folder: string;
  beforeAll(async () => {
    mkdirSync(join(PACKAGE, 'built'), { recursive: true });
    folder = mkdtempSync(join(PACKAGE, 'built', 'test-'));
    await buildCommand(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const record = () => JSON.parse(readFileSync(join(folder, RECORD_NAME), 'utf8')) as object;

  it('has a file of its own for the thread of proposals', () => {
    expect(existsSync(join(folder, 'operator-worker.js'))).toBe(true);
  });

  it('is used while its sources are what it was made of, and not after an edit', () => {
    expect(locateMain(folder)).toBe(pathToFileURL(join(folder, 'main.js')).href);
    const edited = { ...record(), 'src/run-cli.ts': '1 1' };
    writeFileSync(join(folder, RECORD_NAME), JSON.stringify(edited));
    expect(locateMain(folder)).toBe(SOURCES);
  });

  it('is not used if it is cut off, not there, or made of a file that is gone', () => {
    for (const text of ['', '{', '{}', '{"src/gone.ts":"1 1"}']) {
      writeFileSync(join(folder, RECORD_NAME), text);
      expect(locateMain(folder), text).toBe(SOURCES);
    }
    expect(locateMain(join(folder, 'nowhere'))).toBe(SOURCES);
  });

  it('finds files, programs and packages of its sources, and answers as they do', () => {
    const project = mkdtempSync(join(folder, 'project-'));
    const extension = join(PACKAGE, '..', '..', 'extensions', 'tools-kanban');
    const run = (main: string, ...args: readonly string[]) => {
      const code = `process.argv.splice(1, 0, 'mortise'); const { main } = await import(${JSON.stringify(main)}); await main();`;
      return execFileSync(process.execPath, ['--input-type=module', '-e', code, ...args], {
        cwd: project,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };
    const built = pathToFileURL(join(folder, 'main.js')).href;
    run(built, 'init');
    run(built, 'add', extension, '--grant', 'all');
    run(built, 'allow', 'main', 'kanban_list');
    for (const args of [['--version'], ['tools', 'main'], ['call', 'kanban_list', '{}']] as const) {
      expect(withoutTimes(run(built, ...args))).toBe(withoutTimes(run(SOURCES, ...args)));
    }
  });
});
