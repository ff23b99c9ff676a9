import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { interpretPath, openReach } from '../brokers/files/file-reach.ts';
import { changeFile } from './change-file.ts';

const FULL = process.env['MORTISE_FULL'] === '1';
const EDITOR = join(import.meta.dirname, 'edit-numbers-fixture.ts');
const folders: string[] = [];
const isRoot = process.getuid?.() === 0;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mortise-edit-'));
  folders.push(path);
  return path;
}

afterAll(() => {
  for (const path of folders) {
    chmodSync(path, 0o700);
    rmSync(path, { recursive: true, force: true });
  }
});

interface Editor {
  readonly child: ChildProcess;
  /** Numbers whose edit was acknowledged. */
  readonly said: number[];
  readonly errors: string[];
}

function startEditor(args: readonly (string | number)[], command = process.execPath): Editor {
  const child = spawn(command, args.map(String), { stdio: ['ignore', 'pipe', 'pipe'] });
  const editor: Editor = { child, said: [], errors: [] };
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += String(chunk);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    editor.said.push(...lines.map(Number));
  });
  child.stderr.on('data', (chunk: Buffer) => editor.errors.push(String(chunk).trim()));
  return editor;
}

const numbersIn = (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as { numbers: number[] }).numbers;

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no error',
    (error: unknown) => (MortiseError.is(error) ? error.code : String(error)),
  );

describe('edits of one file by many processes', () => {
  const processes = FULL ? 100 : 5;

  it('are all there', { timeout: 120_000 }, async () => {
    const path = join(folder(), 'list.json');
    const each = 100 / processes;
    const editors = Array.from({ length: processes }, (_, index) =>
      startEditor([EDITOR, path, index * each, each]),
    );
    await Promise.all(editors.map(({ child }) => once(child, 'close')));
    expect(editors.flatMap(({ errors }) => errors)).toEqual([]);
    const written = numbersIn(path).toSorted((one, other) => one - other);
    expect(written).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it('lose nothing that was acknowledged when editors are killed in the middle', {
    timeout: 900_000,
  }, async () => {
    const path = join(folder(), 'list.json');
    const kills = FULL ? 500 : 6;
    const said: number[] = [];
    for (let round = 0; round < kills; round += 3) {
      const editors = [0, 1, 2].map((each) =>
        startEditor([EDITOR, path, (round + each) * 100_000, 100_000, 50_000]),
      );
      const isBusy = () => editors.some((editor) => editor.said.length > 3);
      while (!isBusy())
        await Promise.race(editors.map(({ child }) => once(child.stdout ?? child, 'data')));
      for (const { child } of editors) {
        child.kill('SIGKILL');
        await once(child, 'close');
        expect(() => numbersIn(path)).not.toThrow();
      }
      said.push(...editors.flatMap((editor) => editor.said));
    }
    const written = new Set(numbersIn(path));
    expect(said.filter((number) => !written.has(number))).toEqual([]);
    expect(said.length).toBeGreaterThan(kills);
    await changeFile(path, (text = '') => `${text}\n`);
    expect(readdirSync(join(path, '..')).toSorted()).toEqual(['.mortise', 'list.json']);
  });

  it('are all there within one process, which waits without blocking itself', async () => {
    const path = join(folder(), 'list.txt');
    const add = (each: number) =>
      changeFile(path, async (text = '') => {
        await new Promise((resolve) => setImmediate(resolve));
        return `${text}${each}\n`;
      });
    await Promise.all(Array.from({ length: 30 }, (_, each) => add(each)));
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(31);
  });

  it('are made although the file of the lock was damaged, which holds nothing', async () => {
    const path = join(folder(), 'list.txt');
    mkdirSync(join(path, '..', '.mortise'));
    writeFileSync(join(path, '..', '.mortise', 'edit.lock'), 'x'.repeat(200));
    const add = (each: number) => changeFile(path, (text = '') => `${text}${each}\n`);
    await Promise.all(Array.from({ length: 5 }, (_, each) => add(each)));
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(6);
  });

  it('leave a file alone that a link was put to in the place of the lock', async () => {
    const path = join(folder(), 'list.txt');
    const [other, link] = [`${path}-other`, join(path, '..', '.mortise', 'edit.lock')];
    writeFileSync(other, 'x'.repeat(200));
    mkdirSync(join(path, '..', '.mortise'));
    symlinkSync(other, link);
    expect(await codeOf(changeFile(path, () => 'one'))).toBe('file_not_writable');
    expect(readFileSync(other, 'utf8')).toBe('x'.repeat(200));
  });

  it('wait no longer than they may for one that holds on', async () => {
    const path = join(folder(), 'list.txt');
    const release = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const first = changeFile(path, () => {
      begun.resolve();
      return release.promise;
    });
    await begun.promise;
    expect(await codeOf(changeFile(path, () => 'second', { waitMs: 30 }))).toBe('file_busy');
    release.resolve('first');
    await first;
    expect(readFileSync(path, 'utf8')).toBe('first');
  });
});

describe('an edited file', () => {
  it('is read again if a program without the lock wrote it meanwhile', async () => {
    const path = join(folder(), 'list.txt');
    writeFileSync(path, 'one\n');
    let looks = 0;
    await changeFile(path, (text = '') => {
      looks += 1;
      if (looks === 1) writeFileSync(path, `${text}by hand\n`);
      return `${text}two\n`;
    });
    expect(readFileSync(path, 'utf8')).toBe('one\nby hand\ntwo\n');
  });

  it('keeps its mode and its owner, and a link stays a link', async () => {
    const place = folder();
    const [path, link] = [join(place, 'real.txt'), join(place, 'link.txt')];
    mkdirSync(join(place, 'away'));
    writeFileSync(path, 'one');
    chmodSync(path, 0o640);
    if (isRoot) chownSync(path, 65_534, 65_534);
    symlinkSync(path, link);
    await changeFile(link, (text = '') => `${text} two`);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('one two');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    if (isRoot) expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_534 });
  });

  it('is made with the mode that was asked for', async () => {
    const path = join(folder(), 'inner', 'token');
    await changeFile(path, () => 'secret', { mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    { what: 'the change throws', change: () => Promise.reject(new Error('no')) },
    { what: 'nothing changes', change: () => Promise.resolve('one') },
  ])('is not touched if $what', async ({ change }) => {
    const path = join(folder(), 'list.txt');
    writeFileSync(path, 'one');
    const before = statSync(path, { bigint: true });
    await changeFile(path, change).catch(() => undefined);
    const after = statSync(path, { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(readdirSync(join(path, '..')).toSorted()).toEqual(['.mortise', 'list.txt']);
  });

  it('has no drafts of killed processes beside it after the next edit, and they were out of reach of grants', async () => {
    const place = folder();
    const draft = join(place, 'mortise.config.draft-1-dead');
    writeFileSync(draft, 'half');
    const reach = await openReach([place], place);
    expect(() => interpretPath(draft, reach)).toThrow('belongs to the host');
    await changeFile(join(place, 'list.txt'), () => 'one');
    expect(readdirSync(place).toSorted()).toEqual(['.mortise', 'list.txt']);
  });
});

describe('a file that cannot be changed', () => {
  it.each([
    {
      what: 'bytes that are no text',
      make: (path: string) => writeFileSync(path, Buffer.of(0xff)),
    },
    { what: 'a folder', make: (path: string) => mkdirSync(path) },
    { what: 'a link to nothing', make: (path: string) => symlinkSync(`${path}-gone`, path) },
  ])('is refused with a code: $what', async ({ make }) => {
    const path = join(folder(), 'list.txt');
    make(path);
    expect(await codeOf(changeFile(path, () => 'text'))).toBe('file_not_writable');
  });

  it('stays as it was where there is no room, and no draft stays', async () => {
    const place = folder();
    const path = join(place, 'list.json');
    writeFileSync(path, '{"numbers":[]}');
    const limited = ['-c', `ulimit -f 16; exec "$0" "$@"`, process.execPath, EDITOR, path, 1, 1];
    const { child, errors } = startEditor([...limited, 100_000], '/bin/bash');
    await once(child, 'close');
    expect(errors).toEqual(['disk_full']);
    expect(readFileSync(path, 'utf8')).toBe('{"numbers":[]}');
    expect(readdirSync(place).toSorted()).toEqual(['.mortise', 'list.json']);
  });

  it('says so for a user who may not write there', async ({ skip }) => {
    skip(!isRoot, 'only root can become another user');
    const place = folder();
    chmodSync(place, 0o755);
    writeFileSync(join(place, 'list.json'), '{"numbers":[]}');
    const as = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, EDITOR];
    const { child, errors } = startEditor([...as, join(place, 'list.json'), 1, 1], 'setpriv');
    await once(child, 'close');
    expect(errors).toEqual(['file_not_writable']);
    expect(readdirSync(place)).toEqual(['list.json']);
  });
});
