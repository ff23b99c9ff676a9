import { linkSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linuxDescriptors } from './descriptor-paths.ts';
import { statOpened } from './stat-opened.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'mortise-opened-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

/** How many names a file is said to have that was opened by a name, after something was done. */
async function namesOf(name: string, then: (path: string) => void): Promise<number> {
  const path = join(ROOT, name);
  writeFileSync(join(ROOT, 'first'), '');
  if (name === 'second') linkSync(join(ROOT, 'first'), path);
  else writeFileSync(path, '');
  await using handle = await open(path);
  then(path);
  return (await statOpened(handle, path, linuxDescriptors)).stats.nlink;
}

describe.runIf(process.platform === 'linux')(
  'the names of a file that was opened (S-6, S-10)',
  () => {
    it.each([
      { what: 'it has one', name: 'only', then: () => undefined, names: 1 },
      {
        what: 'its second one was taken away meanwhile',
        name: 'second',
        then: unlinkSync,
        names: 2,
      },
      { what: 'its only one was taken away', name: 'gone', then: unlinkSync, names: 0 },
      {
        what: 'it is called like one that has gone',
        name: 'x (deleted)',
        then: () => undefined,
        names: 1,
      },
    ])('are $names where $what', async ({ name, then, names }) => {
      expect(await namesOf(name, then)).toBe(names);
    });
  },
);
