import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Paths of files that are not there yet, in a folder that goes with the tests of this file. */
export function temporaryFiles(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-ports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return () => {
    count += 1;
    return join(folder, `file-${count}`);
  };
}
