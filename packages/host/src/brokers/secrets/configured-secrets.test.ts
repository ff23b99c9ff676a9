import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecretRule } from '@mortise/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { HostFiles } from '../files/host-files.ts';
import { ConfiguredSecrets } from './configured-secrets.ts';
import { MemorySecrets } from './memory-secrets.ts';

const { signal } = new AbortController();
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function openFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-secrets-')));
  made.push(folder);
  return folder;
}

function put(folder: string, name: string, value: string | Uint8Array, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, value);
  chmodSync(path, mode);
  return path;
}

function open(baseDir: string, rules: { readonly [name: string]: SecretRule }) {
  const others = new MemorySecrets(
    [
      ['OTHER', 'from elsewhere'],
      ['KEY', 'not this one'],
    ],
    [[{ name: 'KEY', userId: 'ana' }, 'not this one']],
  );
  return new ConfiguredSecrets({ rules: () => rules, baseDir, others });
}

describe('secrets in files (S-6, T-1)', () => {
  it('gives what the file has, without the end of its last line, and others from elsewhere', async () => {
    const folder = openFolder();
    put(folder, 'key', 'two\nlines\n');
    const secrets = open(folder, { KEY: { file: 'key' } });
    expect(await secrets.read('KEY', signal)).toBe('two\nlines');
    expect(await secrets.read('OTHER', signal)).toBe('from elsewhere');
    expect(await secrets.readForUser({ name: 'KEY', userId: 'ana' }, signal)).toBeUndefined();
    expect(secrets.diagnostics()).toEqual([]);
  });

  it('gives a new value as soon as the file has one, and nothing once it is gone', async () => {
    const folder = openFolder();
    const path = put(folder, 'key', 'old');
    const secrets = open(folder, { KEY: { file: 'key' } });
    expect(await secrets.read('KEY', signal)).toBe('old');
    put(folder, 'next', 'new');
    rmSync(path);
    symlinkSync(join(folder, 'next'), path);
    expect(await secrets.read('KEY', signal)).toBe('new');
    rmSync(path);
    expect(await secrets.read('KEY', signal)).toBeUndefined();
    expect(secrets.diagnostics()).toMatchObject([
      { code: 'secret_file_unusable', severity: 'error', subject: 'KEY', path: 'secrets.KEY.file' },
    ]);
  });

  it.each([
    ['every account may read', 0o604, 'every account may read it'],
    ['a group may write', 0o660, 'others may write it'],
    ['all may write', 0o606, 'others may write it'],
  ])('does not use a file that %s', async (_who, mode, says) => {
    const folder = openFolder();
    put(folder, 'key', 'value', mode);
    const secrets = open(folder, { KEY: { file: 'key' } });
    expect(await secrets.read('KEY', signal)).toBeUndefined();
    expect(secrets.diagnostics()[0]?.message).toContain(says);
  });

  it('uses one that all may read if that is said, and never one that others may write', async () => {
    const folder = openFolder();
    put(folder, 'mounted', 'value', 0o444);
    put(folder, 'open', 'value', 0o646);
    const secrets = open(folder, {
      MOUNTED: { file: 'mounted', mode: 'any' },
      OPEN: { file: 'open', mode: 'any' },
    });
    expect(await secrets.read('MOUNTED', signal)).toBe('value');
    expect(await secrets.read('OPEN', signal)).toBeUndefined();
  });

  it('does not use a file in a folder where others may put another', async () => {
    const folder = openFolder();
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    put(inner, 'key', 'value');
    chmodSync(inner, 0o777);
    const secrets = open(folder, { KEY: { file: 'inner/key' } });
    expect(await secrets.read('KEY', signal)).toBeUndefined();
    chmodSync(inner, 0o700);
    expect(await secrets.read('KEY', signal)).toBe('value');
  });

  it.each([
    ['a folder', (folder: string) => mkdirSync(join(folder, 'key'), { mode: 0o700 })],
    ['what is not UTF-8', (folder: string) => put(folder, 'key', new Uint8Array([0xff, 0xfe]))],
    ['what has a NUL', (folder: string) => put(folder, 'key', 'a\0b')],
    ['what is too long', (folder: string) => put(folder, 'key', 'x'.repeat(64_001))],
  ])('does not take %s for a value', async (_what, make) => {
    const folder = openFolder();
    make(folder);
    expect(await open(folder, { KEY: { file: 'key' } }).read('KEY', signal)).toBeUndefined();
  });

  it('gives each user the value of their own file, and a user that looks like a path none', async () => {
    const folder = openFolder();
    mkdirSync(join(folder, 'of'), { mode: 0o700 });
    put(join(folder, 'of'), 'ana.key', 'of ana');
    put(join(folder, 'of'), 'bo_40example_2Eorg.key', 'of bo');
    put(folder, 'x.key', 'outside');
    const secrets = open(folder, { KEY: { per: 'user', file: 'of/{user}.key' } });
    const of = (userId: string) => secrets.readForUser({ name: 'KEY', userId }, signal);
    expect(await of('ana')).toBe('of ana');
    expect(await of('bo@example.org')).toBe('of bo');
    expect(await of('../x')).toBeUndefined();
    expect(await of('eve')).toBeUndefined();
    expect(await secrets.read('KEY', signal)).toBeUndefined();
  });

  it('keeps its files, and folders of users, from every grant', () => {
    const folder = openFolder();
    put(folder, 'key', 'value');
    mkdirSync(join(folder, 'of'), { mode: 0o700 });
    const secrets = open(folder, {
      KEY: { file: 'key' },
      USERS: { per: 'user', file: 'of/{user}' },
    });
    const files = new HostFiles();
    files.add(() => secrets.ownPaths());
    expect(files.owns(join(folder, 'key'))).toBe(true);
    expect(files.owns(join(folder, 'of', 'ana'))).toBe(true);
    expect(files.owns(join(folder, 'other'))).toBe(false);
  });
});
