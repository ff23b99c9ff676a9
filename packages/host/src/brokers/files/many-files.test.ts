import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf, valueOfReply } from '../testing/broker-bench.ts';
import { OUTSIDE, openFiles, openYard, type Yard } from '../testing/file-yard.ts';
import { HostFiles } from './host-files.ts';

type Found = {
  readonly entries: { path: string }[];
  readonly files: { path: string; total: number; lines: { line: number; text: string }[] }[];
  readonly searched: number;
  readonly unreadable: number;
  readonly skipped: number;
  readonly stopped?: string;
  readonly last?: string;
};

function openMany(yard: Yard, hostFiles = new HostFiles()) {
  const { ask } = openFiles(yard, undefined, { hostFiles });
  return async (operation: string, ...args: JsonValue[]) =>
    valueOfReply(await ask(operation, args)) as unknown as Found;
}

function plant(root: string, names: readonly string[], text = 'x'): void {
  for (const name of names) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

describe('a walk through folders (S-6, S-10)', () => {
  it('names everything in order and goes round what it may not enter', async () => {
    using yard = openYard();
    plant(yard.root, ['.mortise/token', 'ext/index.js', 'b/c.txt', 'closed/x', 'z.txt']);
    symlinkSync(yard.outside, join(yard.root, 'link'));
    execFileSync('mkfifo', [join(yard.root, 'pipe')]);
    chmodSync(join(yard.root, 'closed'), 0);
    const hostFiles = new HostFiles();
    hostFiles.add(() => ({ folders: [join(yard.root, 'ext')] }));
    const walk = await openMany(yard, hostFiles)('walk', '.');
    const paths = walk.entries.map(({ path }) => path).filter((path) => path !== 'closed/x');
    expect(paths).toEqual([
      'b',
      'b/c.txt',
      'closed',
      'file.txt',
      'inner',
      'inner/deep.txt',
      'link',
      'pipe',
      'z.txt',
    ]);
    expect(walk.stopped).toBeUndefined();
    // Root may enter everything.
    if (process.getuid?.() !== 0) expect(walk.skipped).toBe(1);
    chmodSync(join(yard.root, 'closed'), 0o700);
  });

  it('reads nothing through links, second names and devices', async () => {
    using yard = openYard();
    symlinkSync(join(yard.outside, 'secret.txt'), join(yard.root, 'link.txt'));
    linkSync(join(yard.outside, 'secret.txt'), join(yard.root, 'hard.txt'));
    execFileSync('mkfifo', [join(yard.root, 'pipe')]);
    const ask = openMany(yard);
    const search = await ask('search', '.', OUTSIDE);
    expect(search).toMatchObject({ files: [], searched: 2, unreadable: 1 });
    expect(JSON.stringify(await ask('readMany', '.'))).not.toContain(OUTSIDE);
    const { ask: raw } = openFiles(yard);
    for (const path of ['link.txt', '../outside', '/etc', 'hard.txt/x']) {
      expect(await outcomeOf(raw('search', [path, 'x']))).toMatch(/^(?:denied|failed)/);
    }
  });

  it('leaves out what lines of a .gitignore name, those on the way too if asked', async () => {
    using yard = openYard();
    plant(yard.root, ['a/keep.log', 'a/x.log', 'a/deep/y.log', 'dist/z', 'a/dist', 'src/dist/q']);
    writeFileSync(join(yard.root, '.gitignore'), '*.log\n/dist/\n');
    writeFileSync(join(yard.root, 'a', '.gitignore'), '!keep.log\n');
    const ask = openMany(yard);
    const files = async (options: JsonValue) =>
      (await ask('readMany', '.', options)).files.map(({ path }) => path);
    expect(await files({ gitignore: true, ignore: ['.gitignore', 'inner/'] })).toEqual([
      'a/dist',
      'a/keep.log',
      'file.txt',
      'src/dist/q',
    ]);
    expect(await files({ only: ['*.log', '!x.log'] })).toEqual(['a/deep/y.log', 'a/keep.log']);
    expect(await files({ only: ['src/**/q'] })).toEqual(['src/dist/q']);
    expect(await files({ only: ['/dist/**'] })).toEqual(['dist/z']);
  });

  it('finds lines, counts all of them and searches one file, too', async () => {
    using yard = openYard();
    writeFileSync(join(yard.root, 'a.txt'), `${'no\n'.repeat(9)}GRÖSSE x\r\n${'x\n'.repeat(50)}`);
    writeFileSync(join(yard.root, 'long.txt'), `${'-'.repeat(9_000)}x${'😀'.repeat(900)}`);
    writeFileSync(join(yard.root, 'bin'), Buffer.from([0, 120]));
    writeFileSync(join(yard.root, 'latin'), Buffer.from([0xe4, 120, 10]));
    const ask = openMany(yard);
    const all = await ask('search', '.', 'x');
    expect(all).toMatchObject({ searched: 4, unreadable: 2 });
    expect(all.files[0]).toMatchObject({ path: 'a.txt', total: 51 });
    expect(all.files[0]?.lines).toHaveLength(20);
    expect(all.files[0]?.lines[0]).toEqual({ line: 10, text: 'GRÖSSE x' });
    expect(all.files[1]?.lines[0]?.text).toMatch(/^…-+x(?:😀)+…$/u);
    const one = await ask('search', 'a.txt', 'größe', { ignoreCase: true });
    expect(one.files).toEqual([]);
    expect((await ask('search', 'a.txt', 'grösse', { ignoreCase: true })).files[0]?.total).toBe(1);
  });

  it('sees every file exactly once when it is gone on with, wherever it stopped', async () => {
    using yard = openYard();
    const ask = openMany(yard);
    const anyPath = fc
      .array(fc.constantFrom('a', 'b', 'aa', 'a.b', 'a-', 'Z'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'));
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyPath, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('walk', 'search', 'readMany'),
        fc.integer({ min: 1, max: 5 }),
        async (paths, operation, limit) => {
          const plain = paths.filter((path) => !paths.some((each) => each.startsWith(`${path}/`)));
          round += 1;
          const base = `round-${round}`;
          plant(join(yard.root, base), plain);
          const seen: string[] = [];
          let after: string | undefined;
          for (let calls = 0; calls < 200; calls += 1) {
            const options = { limit, ...(after === undefined ? {} : { after }) };
            const args = operation === 'search' ? [base, 'x', options] : [base, options];
            const found = await ask(operation, ...args);
            seen.push(...(found.entries ?? found.files).map(({ path }) => path));
            if (found.stopped === undefined) break;
            after = found.last;
          }
          expect(seen.filter((path) => plain.includes(path)).toSorted()).toEqual(plain.toSorted());
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes no longer for patterns that are made to take long', async () => {
    using yard = openYard();
    const name = 'a'.repeat(200);
    plant(yard.root, [`${name}/${name}/${name}`]);
    const evil = [
      `${'*a'.repeat(90)}b`,
      '**/'.repeat(60),
      `${'**/a*'.repeat(30)}/b`,
      '[[[[*'.repeat(30),
    ];
    const found = await openMany(yard)('readMany', '.', { only: [...evil, 'a*'], ignore: evil });
    expect(found.files.map(({ path }) => path)).toEqual([`${name}/${name}/${name}`]);
  });

  it('searches 20,000 files in one use of the capability', { timeout: 120_000 }, async () => {
    using yard = openYard();
    for (let folder = 0; folder < 200; folder += 1) {
      const names = Array.from({ length: 100 }, (_, index) => `tree/d${folder}/f${index}.txt`);
      plant(yard.root, names, `line one\nnumber ${folder}\n`);
    }
    const ask = openMany(yard);
    let after: string | undefined;
    const total = { searched: 0, matches: 0, calls: 0 };
    for (;;) {
      const found = await ask('search', 'tree', 'number 199', {
        ...{ limit: 2_000 },
        ...(after === undefined ? {} : { after }),
      });
      total.calls += 1;
      total.searched += found.searched;
      total.matches += found.files.length;
      if (found.stopped === undefined) break;
      // On a busy machine its time may end first.
      expect(found.stopped).toBe('time');
      after = found.last;
    }
    expect(total).toMatchObject({ searched: 20_000, matches: 100 });
    expect(total.calls).toBeLessThan(20);
  });
});
