import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outcomeOf, valueOfReply } from '../testing/broker-bench.ts';
import { OUTSIDE, openFiles, openYard, type Yard } from '../testing/file-yard.ts';

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

  it('is refused for a device inside a root', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root may make a device');
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

  it.each(['mortise.lock', 'mortise.config.yaml', 'MORTISE.CONFIG.JSONC', '.mortise/token'])(
    'is refused for %s, with which a guest could grant itself more (S-10)',
    async (name) => {
      using yard = openYard();
      mkdirSync(join(yard.root, '.mortise'));
      writeFileSync(join(yard.root, name), OUTSIDE);
      symlinkSync(join(yard.root, name), join(yard.root, 'link'));
      symlinkSync(yard.root, join(yard.root, 'inner', 'up'));
      const { ask } = openFiles(yard);
      for (const path of [name, join(yard.root, name), 'link', `inner/up/${name}`]) {
        expect(await outcomeOf(ask('read', [path]))).toMatch(/^denied/);
        expect(await outcomeOf(ask('write', [path, 'mine']))).toMatch(/^denied/);
      }
      expect(await outcomeOf(ask('remove', [name]))).toMatch(/^denied/);
      expect(await outcomeOf(ask('mkdir', ['inner/.mortise/bundles']))).toMatch(/^denied/);
      expect(readFileSync(join(yard.root, name), 'utf8')).toBe(OUTSIDE);
      const folder = join(yard.root, '.mortise');
      const inside = openFiles(yard, { read: [folder], write: [folder] });
      expect(await outcomeOf(inside.ask('write', ['note.txt', 'x']))).toBe('ok');
    },
  );

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
