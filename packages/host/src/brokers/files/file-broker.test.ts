import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { outcomeOf, valueOfReply } from '../testing/broker-bench.ts';
import { openFiles, openYard } from '../testing/file-yard.ts';
import { linuxDescriptors, portableDescriptors } from './descriptor-paths.ts';

describe.each([
  ['linux', linuxDescriptors],
  ['portable', portableDescriptors],
])('files below a root (S-6), %s', (_name, descriptors) => {
  it.each([
    ['relative', 'file.txt', 'inside'],
    ['below a directory', 'inner/deep.txt', 'deep'],
    ['with a dot', './inner/./deep.txt', 'deep'],
    ['with two slashes', 'inner//deep.txt', 'deep'],
  ])('are read: %s', async (_case, path, content) => {
    using yard = openYard();
    const { ask } = openFiles(yard, undefined, { descriptors });
    expect(valueOfReply(await ask('read', [path]))).toMatchObject({ content, eof: true });
    expect(valueOfReply(await ask('read', [join(yard.root, path)]))).toMatchObject({ content });
  });

  it('are read through links that stay inside', async () => {
    using yard = openYard();
    symlinkSync('file.txt', join(yard.root, 'link.txt'));
    symlinkSync(join(yard.root, 'inner'), join(yard.root, 'linked'));
    const { ask } = openFiles(yard, undefined, { descriptors });
    expect(valueOfReply(await ask('read', ['link.txt']))).toMatchObject({ content: 'inside' });
    expect(valueOfReply(await ask('read', ['linked/deep.txt']))).toMatchObject({ content: 'deep' });
  });

  it('are written, replaced, listed, described and removed', async () => {
    using yard = openYard();
    const { ask } = openFiles(yard, undefined, { descriptors });
    const path = join(yard.root, 'new', 'deeper', 'a.txt');
    expect(valueOfReply(await ask('mkdir', ['new/deeper']))).toEqual({ created: true });
    expect(valueOfReply(await ask('mkdir', ['new/deeper']))).toEqual({ created: false });
    expect(valueOfReply(await ask('write', [path, 'one']))).toEqual({ bytes: 3, created: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o750);
    expect(valueOfReply(await ask('write', [path, 'dHdv', { encoding: 'base64' }]))).toEqual({
      bytes: 3,
      created: false,
    });
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mode & 0o777).toBe(0o750);
    expect(valueOfReply(await ask('list', ['new/deeper']))).toEqual({
      entries: [{ name: 'a.txt', kind: 'file' }],
      more: false,
    });
    expect(valueOfReply(await ask('list', ['.', { limit: 2 }]))).toEqual({
      entries: [
        { name: 'file.txt', kind: 'file' },
        { name: 'inner', kind: 'directory' },
      ],
      more: true,
    });
    expect(valueOfReply(await ask('stat', [path]))).toMatchObject({ kind: 'file', size: 3 });
    expect(valueOfReply(await ask('stat', ['absent/x']))).toBe(null);
    expect(valueOfReply(await ask('remove', [path]))).toBe(true);
    expect(valueOfReply(await ask('remove', [path]))).toBe(false);
    expect(existsSync(path)).toBe(false);
  });

  it('are read in ranges, and as bytes', async () => {
    using yard = openYard();
    writeFileSync(join(yard.root, 'bytes'), Buffer.from([0xff, 0x00, 0x41, 0x42]));
    const { ask } = openFiles(yard, undefined, { descriptors });
    expect(valueOfReply(await ask('read', ['bytes', { encoding: 'base64' }]))).toEqual({
      content: '/wBBQg==',
      encoding: 'base64',
      size: 4,
      offset: 0,
      bytes: 4,
      eof: true,
    });
    expect(valueOfReply(await ask('read', ['bytes', { offset: 2, length: 1 }]))).toMatchObject({
      content: 'A',
      eof: false,
    });
    expect(valueOfReply(await ask('read', ['bytes', { offset: 9 }]))).toMatchObject({ bytes: 0 });
    expect(await outcomeOf(ask('read', ['bytes']))).toMatch(/^failed: The file is not UTF-8/);
  });

  it.each([
    ['file.txt', /there already/],
    ['fresh.txt', /^ok/],
  ])('are created only once if exclusive: %s', async (path, then) => {
    using yard = openYard();
    const { ask } = openFiles(yard, undefined, { descriptors });
    expect(await outcomeOf(ask('write', [path, 'x', { exclusive: true }]))).toMatch(then);
    expect(readdirSync(yard.root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(statSync(join(yard.root, path)).nlink).toBe(1);
  });
});

describe('files and their bounds (S-6)', () => {
  it.each([
    ['read', ['file.txt'], /^failed: 6 of 6 bytes are more than 5. Read a range/],
    ['read', ['file.txt', { length: 6 }], /^failed/],
    ['read', ['file.txt', { length: 5 }], /^ok/],
    ['write', ['new.txt', '123456'], /^failed: 6 bytes are more than 5/],
    ['write', ['new.txt', '12345'], /^ok/],
    ['write', ['inner', 'x'], /^failed: It is a directory/],
    ['read', ['inner'], /^failed: It is a directory/],
    ['read', ['absent'], /^failed: Nothing is there/],
    ['read', ['file.txt/x'], /^failed: A part of the path/],
    ['remove', ['inner'], /^failed: It is a directory/],
    ['list', ['file.txt'], /^failed: A part of the path/],
    ['mkdir', ['file.txt/x'], /^failed: A part of the path/],
    ['read', [], /^failed: The input/],
    ['read', [1], /^failed: The input/],
    ['read', ['file.txt', { offset: -1 }], /^failed: The input/],
    ['read', ['file.txt', { flags: 2 }], /^failed: The input/],
    ['chmod', ['file.txt'], /^failed: "chmod" is not an operation/],
    ['constructor', ['file.txt'], /^failed: "constructor" is not an operation/],
  ] as const)('%s %j → %s', async (operation, input, then) => {
    using yard = openYard();
    const root = [yard.root];
    const { ask } = openFiles(yard, { read: root, write: root, maxReadBytes: 5, maxWriteBytes: 5 });
    expect(await outcomeOf(ask(operation, input as JsonValue))).toMatch(then);
  });
});
