import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import {
  asking,
  openBench,
  outcomeOf,
  subjectWith,
  valueOfReply,
} from '../testing/broker-bench.ts';
import { linuxDescriptors, portableDescriptors } from './descriptor-paths.ts';
import { createFileBroker, type FileBrokerParts } from './file-broker.ts';

const OUTSIDE = 'OUTSIDE-CONTENT';

interface Yard extends Disposable {
  readonly root: string;
  readonly outside: string;
}

/** `base/root` is granted, `base/outside` and `base/root2` are not. */
function openYard(): Yard {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-files-')));
  const [root, outside] = [join(base, 'root'), join(base, 'outside')];
  for (const path of [root, outside, join(base, 'root2'), join(root, 'inner')]) mkdirSync(path);
  for (const path of [outside, join(base, 'root2')])
    writeFileSync(join(path, 'secret.txt'), OUTSIDE);
  writeFileSync(join(root, 'file.txt'), 'inside');
  writeFileSync(join(root, 'inner', 'deep.txt'), 'deep');
  return { root, outside, [Symbol.dispose]: () => rmSync(base, { recursive: true }) };
}

function openFiles({ root }: Yard, grant?: JsonValue, parts: Partial<FileBrokerParts> = {}) {
  const bench = openBench();
  const broker = createFileBroker({ ...bench.parts, ...parts });
  const subject = subjectWith(grant ?? { read: [root], write: [root] });
  return { ask: asking(broker, subject), entries: bench.entries };
}

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

/** Each prepares a yard and names a path that must not be reached. */
const ESCAPES: readonly (readonly [name: string, prepare: (yard: Yard) => string])[] = [
  ['parent', () => '../outside/secret.txt'],
  ['parent in the middle', () => 'inner/../../outside/secret.txt'],
  ['parent that returns', ({ root }) => `${root}/inner/../file.txt`],
  ['parent with backslashes', () => '..\\outside\\secret.txt'],
  ['absolute', ({ outside }) => join(outside, 'secret.txt')],
  ['a root that is a prefix', ({ root }) => `${root}2/secret.txt`],
  ['upper case', ({ root }) => join(root.toUpperCase(), 'file.txt')],
  ['the file system root', () => '/'],
  ['/etc/passwd', () => '/etc/passwd'],
  ['/proc', () => '/proc/self/environ'],
  ['own descriptors', () => '/proc/self/fd/0'],
  ['/dev/stdin', () => '/dev/stdin'],
  ['NUL', ({ root }) => `${root}/file.txt\0.png`],
  ['NUL after a parent', () => 'inner\0/../../outside/secret.txt'],
  ['a very long name', ({ root }) => `${root}/${'x'.repeat(300)}`],
  ['a very long path', ({ root }) => `${root}/${'x/'.repeat(3_000)}`],
  ['a URL', ({ outside }) => `file://${outside}/secret.txt`],
  ['a home', () => '~/secret.txt'],
  ['percent-encoded', () => '%2e%2e/outside/secret.txt'],
  [
    'a link to a file outside',
    ({ root, outside }) => {
      symlinkSync(join(outside, 'secret.txt'), join(root, 'link'));
      return 'link';
    },
  ],
  [
    'a relative link outside',
    ({ root }) => {
      symlinkSync('../outside/secret.txt', join(root, 'link'));
      return 'link';
    },
  ],
  [
    'a linked directory outside',
    ({ root, outside }) => {
      symlinkSync(outside, join(root, 'link'));
      return 'link/secret.txt';
    },
  ],
  [
    'a chain of links',
    ({ root, outside }) => {
      symlinkSync(join(outside, 'secret.txt'), join(root, 'one'));
      symlinkSync('one', join(root, 'two'));
      return 'two';
    },
  ],
  [
    'a circle of links',
    ({ root }) => {
      symlinkSync('two', join(root, 'one'));
      symlinkSync('one', join(root, 'two'));
      return 'one';
    },
  ],
  [
    'a link to /proc',
    ({ root }) => {
      symlinkSync('/proc/self/environ', join(root, 'link'));
      return 'link';
    },
  ],
  [
    'a link through /proc/self/root',
    ({ root, outside }) => {
      symlinkSync(`/proc/self/root${outside}/secret.txt`, join(root, 'link'));
      return 'link';
    },
  ],
  [
    'a hard link',
    ({ root, outside }) => {
      linkSync(join(outside, 'secret.txt'), join(root, 'hard.txt'));
      return 'hard.txt';
    },
  ],
  [
    'a FIFO',
    ({ root }) => {
      execFileSync('mkfifo', [join(root, 'fifo')]);
      return 'fifo';
    },
  ],
  [
    'a link to a device',
    ({ root }) => {
      symlinkSync('/dev/zero', join(root, 'zero'));
      return 'zero';
    },
  ],
];

describe('a path that leads out (S-6)', () => {
  it.each(ESCAPES)(
    '%s: nothing outside is read, written, made or removed',
    async (_name, prepare) => {
      using yard = openYard();
      const path = prepare(yard);
      const { ask, entries } = openFiles(yard);
      const before = readdirSync(yard.outside);
      const read = await ask('read', [path]);
      expect(read.ok).toBe(false);
      const base64 = await ask('read', [path, { encoding: 'base64', length: 10 }]);
      expect(base64.ok).toBe(false);
      const others = [
        await ask('write', [path, 'overwritten']),
        await ask('list', [path]),
        await ask('mkdir', [`${path}/made`]),
        await ask('remove', [`${path}/secret.txt`]),
      ];
      expect(JSON.stringify([read, base64, others])).not.toMatch(/OUTSIDE|T1VUU0lERQ|root:/);
      expect(readFileSync(join(yard.outside, 'secret.txt'), 'utf8')).toBe(OUTSIDE);
      expect(readdirSync(yard.outside)).toEqual(before);
      expect(entries.length).toBe(6);
      expect(entries[0]?.decision).not.toBe('allowed');
    },
  );

  it('is refused the same way whether something is there or not', async () => {
    using yard = openYard();
    const { ask } = openFiles(yard);
    const there = await outcomeOf(ask('stat', [join(yard.outside, 'secret.txt')]));
    const absent = await outcomeOf(ask('stat', [join(yard.outside, 'absent.txt')]));
    expect(there).toBe(absent);
    expect(there).toMatch(/^denied/);
  });

  it('is refused for a socket', async () => {
    using yard = openYard();
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(yard.root, 'socket'), done));
    const { ask } = openFiles(yard);
    expect(await outcomeOf(ask('read', ['socket']))).toMatch(/^denied: It is not a regular file/);
    await new Promise((done) => server.close(done));
  });

  it.runIf(process.getuid?.() === 0)('is refused for a device inside a root', async () => {
    using yard = openYard();
    execFileSync('mknod', [join(yard.root, 'zero'), 'c', '1', '5']);
    const { ask } = openFiles(yard);
    expect(await outcomeOf(ask('read', ['zero', { length: 1 }]))).toMatch(/^denied: It is not/);
    expect(await outcomeOf(ask('write', ['zero', 'x']))).toMatch(/^denied: It is not/);
  });

  it('is refused for the kernel even if the file system root is granted', async () => {
    using yard = openYard();
    const { ask } = openFiles(yard, { read: ['/'], write: ['/'] });
    for (const path of ['/proc/self/environ', '/proc/self/mem', '/sys/kernel/notes', '/dev/zero']) {
      expect(await outcomeOf(ask('read', [path, { length: 1 }]))).toMatch(/^denied/);
    }
    expect(await outcomeOf(ask('read', [join(yard.root, 'file.txt')]))).toBe('ok');
  });

  it('removes a link and not what it leads to', async () => {
    using yard = openYard();
    symlinkSync(join(yard.outside, 'secret.txt'), join(yard.root, 'link'));
    const { ask } = openFiles(yard);
    expect(valueOfReply(await ask('remove', ['link']))).toBe(true);
    expect(existsSync(join(yard.root, 'link'))).toBe(false);
    expect(existsSync(join(yard.outside, 'secret.txt'))).toBe(true);
  });

  it.each([
    { when: 'nothing is granted', grant: {}, then: /^denied: No root/ },
    { when: 'only writing is granted', grant: { write: ['ROOT'] }, then: /^denied: No root/ },
    { when: 'a root is relative', grant: { read: ['root'] }, then: /^denied: The root/ },
    { when: 'a root has a parent in it', grant: { read: ['ROOT/inner/..'] }, then: /^denied/ },
    { when: 'a root is a link', grant: { read: ['ROOT/link'] }, then: /^denied: .*is a link/ },
    { when: 'a root is absent', grant: { read: ['ROOT/absent'] }, then: /^failed: The root/ },
    {
      when: 'a stranger asks for a link inside a granted root',
      grant: { granted: { read: ['ROOT'] }, declared: { read: ['ROOT/link'] } },
      then: /^denied: .*is a link/,
    },
    {
      when: 'a stranger asks for less than the path',
      grant: { granted: { read: ['ROOT'] }, declared: { read: ['ROOT/inner'] } },
      then: /^denied: The path is outside/,
    },
    {
      when: 'a stranger asks for everything',
      grant: { granted: { read: ['ROOT'] }, declared: { read: ['*'] } },
      then: /^ok/,
    },
  ])('is judged by the grant: when $when', async ({ grant, then }) => {
    using yard = openYard();
    symlinkSync(yard.outside, join(yard.root, 'link'));
    const text = JSON.stringify(grant).replaceAll('ROOT', yard.root);
    const { ask } = openFiles(yard, JSON.parse(text));
    expect(await outcomeOf(ask('read', [join(yard.root, 'file.txt')]))).toMatch(then);
  });

  it('opens hard links only if the grant says so', async () => {
    using yard = openYard();
    linkSync(join(yard.root, 'file.txt'), join(yard.root, 'second.txt'));
    const root = [yard.root];
    const strict = openFiles(yard, { read: root, write: root });
    expect(await outcomeOf(strict.ask('read', ['second.txt']))).toMatch(/^denied: .*hard link/);
    expect(await outcomeOf(strict.ask('write', ['second.txt', 'x']))).toMatch(/^denied: .*hard/);
    const lax = openFiles(yard, { read: root, write: root, allowHardLinks: true });
    expect(await outcomeOf(lax.ask('read', ['second.txt']))).toBe('ok');
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
    ['remove', ['inner'], /^failed: Only files/],
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

describe.runIf(process.platform === 'linux')('links swapped while files are used (S-6)', () => {
  it('never give content from outside, and nothing is written there', async () => {
    using yard = openYard();
    const [folder, beyond] = [join(yard.root, 'folder', 'in'), join(yard.outside, 'in')];
    for (const path of [folder, beyond]) mkdirSync(path, { recursive: true });
    writeFileSync(join(folder, 'deep.txt'), 'inside');
    for (const name of ['deep.txt', 'deep-copy.txt']) writeFileSync(join(beyond, name), OUTSIDE);
    symlinkSync(yard.outside, join(yard.root, 'folder.link'));
    symlinkSync(join(yard.outside, 'secret.txt'), join(yard.root, 'file.txt.link'));
    const racer = fork(join(import.meta.dirname, '..', 'testing', 'swap-links.ts'), [yard.root]);
    using _racer = { [Symbol.dispose]: () => racer.kill('SIGKILL') };
    const exited = once(racer, 'exit');
    await once(racer, 'message');
    const { ask } = openFiles(yard);
    const seen = { ok: 0, refused: 0 };
    for (let round = 0; round < 200; round += 1) {
      const replies = [
        await ask('read', ['folder/in/deep.txt']),
        await ask('read', ['folder/secret.txt']),
        await ask('read', ['file.txt']),
        await ask('write', ['folder/in/written.txt', 'mine']),
        await ask('remove', ['folder/in/deep-copy.txt']),
        await ask('list', ['folder/in']),
      ];
      for (const reply of replies) {
        seen[reply.ok ? 'ok' : 'refused'] += 1;
        expect(JSON.stringify(reply)).not.toMatch(/OUTSIDE|deep-copy/);
      }
    }
    expect(racer.exitCode).toBe(null);
    racer.kill('SIGKILL');
    await exited;
    expect(seen.ok).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
    expect(readdirSync(yard.outside)).toEqual(['in', 'secret.txt']);
    expect(readdirSync(beyond)).toEqual(['deep-copy.txt', 'deep.txt']);
    expect(readFileSync(join(yard.outside, 'secret.txt'), 'utf8')).toBe(OUTSIDE);
  });
});
