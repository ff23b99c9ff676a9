import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../test/full-run.ts';
import { main } from './main.ts';

const KILLS = isFullRun() ? 20 : 2;
const COMMAND = join(import.meta.dirname, '..', 'bin', 'create-mortise.cjs');

interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function create(words: readonly string[], cwd = folder): Promise<Ended> {
  const env = { ...process.env, npm_config_user_agent: 'pnpm/12.18.0 npm/? node/v24' };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...words], { cwd, env }, (error, out, err) => {
      resolve({ exit: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

/** The same in this process, which takes less time. */
async function createHere(words: readonly string[]): Promise<Ended> {
  const shown = { out: '', err: '' };
  const exit = await main({
    ...{ argv: ['node', 'create-mortise', ...words], env: {}, stdin: {}, cwd: () => folder },
    stdout: { write: (text) => (shown.out += text) },
    stderr: { write: (text) => (shown.err += text) },
    on: () => {},
  });
  return { exit, ...shown };
}

/** Ends the command as soon as anything of it is to be seen in a folder. */
async function killInTheMiddle(words: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, ...words], { cwd });
  const watcher = watch(cwd, () => child.kill('SIGKILL'));
  await new Promise((resolve) => child.once('exit', resolve));
  watcher.close();
}

const listAll = (place: string) => readdirSync(place, { recursive: true }).toSorted();

const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), 'utf8');

describe('npm create mortise', () => {
  it('writes a project and says what to type next, with the package manager that started it', async () => {
    const { exit, out, err } = await create(['Weather', '--template', 'extension-fetch', '--yes']);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain('created mortise-ext-weather from extension-fetch');
    expect(out).toMatch(/next:\n {2}cd Weather\n {2}pnpm install\n {2}pnpm test\n/);
    expect(readdirSync(folder)).toEqual(['Weather']);
    expect(JSON.parse(read('Weather', 'mortise.json')).id).toBe('Weather');
    const { name, devDependencies } = JSON.parse(read('Weather', 'package.json'));
    expect(name).toBe('mortise-ext-weather');
    expect(devDependencies['@mortise/sdk']).toMatch(/^\^\d+\.\d+\.\d+/);
    expect(read('Weather', '.gitignore')).toContain('node_modules');
    expect(read('Weather', 'pnpm-workspace.yaml')).toContain('isolated-vm: false');
    expect(read('Weather', 'README.md')).not.toContain('my-extension');
    expect(statSync(join(folder, 'Weather')).mode & 0o777).toBe(0o777 & ~process.umask());
  });

  it('takes the folders above with it, a short name of a template and a name of a package', async () => {
    const words = ['a/b/agent', '-t', 'embed', '--name', '@acme/agent', '-y'];
    expect(await create(words)).toMatchObject({ exit: 0 });
    expect(readdirSync(folder)).toEqual(['a']);
    expect(JSON.parse(read('a', 'b', 'agent', 'package.json'))).toMatchObject({
      name: '@acme/agent',
    });
  });

  it('writes into this folder if it is empty', async () => {
    const here = join(folder, 'words');
    mkdirSync(here);
    expect(await create(['.', '-y'], here)).toMatchObject({ exit: 0 });
    expect(existsSync(join(here, 'src', 'index.ts'))).toBe(true);
    expect(readdirSync(here).filter((name) => name.startsWith('.create'))).toEqual([]);
  });

  it('clears away what a killed one left', async () => {
    const gone = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => gone.once('exit', resolve));
    const left = join(folder, `.create-mortise-${gone.pid}-abcDEF`);
    mkdirSync(join(left, 'words'), { recursive: true });
    expect(await create(['words', '-y'])).toMatchObject({ exit: 0 });
    expect(readdirSync(folder)).toEqual(['words']);
  });

  it('is there whole or not at all when it is killed in the middle, and the next one clears away', async () => {
    expect(await create(['whole', '-y'])).toMatchObject({ exit: 0 });
    const whole = listAll(join(folder, 'whole'));
    const ground = join(folder, 'ground');
    for (let round = 0; round < KILLS; round += 1) {
      mkdirSync(ground);
      await killInTheMiddle(['words', '-y'], ground);
      const made = readdirSync(ground).filter((name) => !name.startsWith('.create-mortise-'));
      if (made.length > 0) expect(listAll(join(ground, 'words'))).toEqual(whole);
      else expect(await create(['words', '-y'], ground)).toMatchObject({ exit: 0 });
      expect(await create(['second', '-y'], ground)).toMatchObject({ exit: 0 });
      expect(readdirSync(ground).toSorted()).toEqual(['second', 'words']);
      rmSync(ground, { recursive: true });
    }
  }, 180_000);

  it('shows help and its version', async () => {
    expect((await createHere(['--help'])).out).toMatch(/Usage: npm create mortise.*host-ai-sdk/s);
    expect((await createHere(['--version'])).out).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('npm create mortise refuses, and leaves nothing behind:', () => {
  const isRoot = process.getuid?.() === 0;

  it.each([
    ['no folder', ['--yes'], /^usage {2}There is no folder.*hint: .*npm create mortise/s],
    ['two folders', ['a', 'fetch'], /^usage {2}.*"fetch".*hint: .*-- --template/s],
    ['an unknown option', ['a', '--tmpl', 'x'], /^usage {2}.*--tmpl.*hint: .*--help/s],
    [
      'an unknown template',
      ['a', '-t', 'fecth'],
      /^unknown_template {2}.*"fecth" is none of extension-basic/s,
    ],
    ['an unknown package manager', ['a', '--package-manager', 'bower'], /bower.*npm, pnpm, yarn/s],
    ['a name that no extension has', ['1 two'], /^package_name_invalid {2}.*"1 two" .*"two"/s],
    // The id is that of the folder, whatever the package is called.
    [
      'an id, whatever the package',
      ['1two', '--name', 'two'],
      /hint: .*another name.* never the id/s,
    ],
    ['a name that no package has', ['Ü', '-t', 'embed'], /^package_name_invalid {2}.*"u"/s],
    ['a given name', ['a', '--name', '../up'], /^package_name_invalid {2}.*"\.\.\/up".*--name/s],
    ['a module of Node', ['fs', '-t', 'embed'], /^package_name_invalid {2}.*"fs"/s],
    ['hidden text', ['a\u202eb', '-t', 'embed'], /^package_name_invalid (?!.*\u202e)/s],
  ])('%s', async (_what, words, message) => {
    const { exit, out, err } = await createHere(words);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(/\n {2}hint: .+\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a folder that is not empty', async () => {
    mkdirSync(join(folder, 'words'));
    writeFileSync(join(folder, 'words', 'notes.txt'), 'mine');
    const { exit, err } = await createHere(['words']);
    expect(exit).toBe(2);
    expect(err).toMatch(/^scaffold_refused {2}.*words is not empty: notes\.txt\.\n {2}hint: /);
    expect(readdirSync(join(folder, 'words'))).toEqual(['notes.txt']);
  });

  it('a file, and a link that leads nowhere', async () => {
    writeFileSync(join(folder, 'words'), 'mine');
    symlinkSync('nowhere', join(folder, 'link'));
    expect((await createHere(['words'])).err).toMatch(/^scaffold_refused .*is not a folder/);
    expect((await createHere(['link'])).err).toMatch(/^scaffold_refused .*is not a folder/);
    expect((await createHere(['words/in'])).err).toMatch(/^scaffold_unwritable .*\(ENOTDIR\)/);
    expect(readdirSync(folder).toSorted()).toEqual(['link', 'words']);
  });

  it('a place where it may not write', async ({ skip }) => {
    skip(isRoot, 'the superuser may write anywhere');
    chmodSync(folder, 0o555);
    const { exit, err } = await create(['words', '-y']);
    chmodSync(folder, 0o755);
    expect(exit).toBe(5);
    expect(err).toMatch(/^scaffold_unwritable .*words: you have no right.*\n {2}hint: /);
    expect(readdirSync(folder)).toEqual([]);
  });
});
