import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileMark } from './file-mark.ts';

it('says that a file holds something else than it did, and not that it was touched', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-mark-'));
  const path = join(folder, 'file');
  writeFileSync(path, 'one');
  const mark = new FileMark(path);
  expect(mark.isChanged).toBe(false);
  utimesSync(path, 1, 1);
  expect(mark.isChanged).toBe(false);
  writeFileSync(path, 'two');
  expect(mark.isChanged).toBe(true);
  writeFileSync(path, 'one');
  expect(mark.isChanged).toBe(false);
  rmSync(folder, { recursive: true });
  expect(mark.isChanged).toBe(true);
});
