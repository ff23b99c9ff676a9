import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFolder } from './watch-folder.ts';

let folder: string;
let noticed = Promise.withResolvers<void>();
let changes = 0;
let watching: Disposable;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-watch-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/a'), { recursive: true });
  writeFileSync(join(folder, 'mortise.json'), '1');
  writeFileSync(join(folder, 'src/deep/a.ts'), '1');
  watching = watchFolder(folder, () => {
    changes += 1;
    noticed.resolve();
  });
});

afterEach(() => {
  watching[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves when a change was noticed that was made after all that were noticed before. */
async function isNoticed(change: () => void): Promise<void> {
  await settled();
  noticed = Promise.withResolvers<void>();
  change();
  await noticed.promise;
}

/** No more changes come: a save may be several of them. */
async function settled(): Promise<void> {
  let before: number;
  do {
    before = changes;
    await new Promise((done) => setTimeout(done, 20));
  } while (changes !== before);
}

const inPlace = (path: string) => () => writeFileSync(join(folder, path), String(changes));
const byRename = (path: string) => () => {
  // From elsewhere, so that nothing beside it changes.
  const written = `${folder}.tmp`;
  writeFileSync(written, String(changes));
  renameSync(written, join(folder, path));
};

describe('a folder that is watched', () => {
  it.each(['mortise.json', 'src/deep/a.ts'])(
    'notices every save of %s, however it is saved',
    async (path) => {
      for (const save of [byRename, inPlace, byRename, byRename, inPlace, inPlace])
        await isNoticed(save(path));
    },
  );

  it('notices what is saved in a folder that is new, or another one of the same name', async () => {
    await isNoticed(() => mkdirSync(join(folder, 'src/new')));
    await isNoticed(inPlace('src/new/b.ts'));
    await isNoticed(() => rmSync(join(folder, 'src/new'), { recursive: true }));
    await isNoticed(() => mkdirSync(join(folder, 'src/new/inner'), { recursive: true }));
    await isNoticed(inPlace('src/new/b.ts'));
    await isNoticed(inPlace('src/new/inner/c.ts'));
  });

  it('notices nothing of installed packages, and nothing when it is watched no more', async () => {
    await settled();
    const before = changes;
    writeFileSync(join(folder, 'node_modules/a/index.js'), '1');
    await settled();
    expect(changes).toBe(before);
    watching[Symbol.dispose]();
    inPlace('mortise.json')();
    await settled();
    expect(changes).toBe(before);
  });

  it('is one that is there', () => {
    expect(() => watchFolder(join(folder, 'gone'), () => undefined)).not.toThrow();
  });
});
