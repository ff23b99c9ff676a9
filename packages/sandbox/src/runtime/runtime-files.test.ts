import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureRuntime } from './runtime-files.ts';

const dist = mkdtempSync(join(tmpdir(), 'mortise-runtime-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

describe('the runtime of runners', () => {
  it('is built anew if a file of it was damaged, cut or lost', async () => {
    const files = await ensureRuntime(dist);
    const runner = readFileSync(files.runner);
    const damages = [
      () => writeFileSync(files.runner, 'process.exit(1)'),
      () => truncateSync(files.snapshot, 100),
      () => rmSync(join(files.directory, 'watch-thread.js')),
    ];
    for (const damage of damages) {
      damage();
      expect(await ensureRuntime(dist)).toEqual(files);
      expect(readFileSync(files.runner).equals(runner)).toBe(true);
    }
  }, 60_000);

  it('says who can build it where this account cannot write', async () => {
    const file = join(dist, 'a-file');
    writeFileSync(file, '');
    await expect(ensureRuntime(join(file, 'built'))).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      message: expect.stringMatching(/cannot write .*\/a-file\/built: run `pnpm build`/),
    });
  });
});
