import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('the way of an author', () => {
  it('leads from nothing to a packed extension', async () => {
    const script = join(import.meta.dirname, 'author-flow.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    expect(stdout).toMatch(/scaffold.*\ncall.*count_words → 5\nbuild and pack.*words-0\.1\.0\.tgz/);
  });
});
