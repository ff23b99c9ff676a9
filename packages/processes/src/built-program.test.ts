import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBuilt, keepBuilt } from './built-program.ts';

describe('a program that was built', () => {
  it.each([
    ['nothing was changed', undefined, true],
    ['one of its sources was edited', 'source.ts', false],
    ['it is damaged', 'built/program.js', false],
    ['its record is damaged', 'built/record.json', false],
  ])('is used if %s', (_when, damaged, then) => {
    const root = mkdtempSync(join(tmpdir(), 'mortise-built-'));
    const place = {
      root,
      program: join(root, 'built', 'program.js'),
      record: join(root, 'built', 'record.json'),
    };
    writeFileSync(join(root, 'source.ts'), 'one');
    keepBuilt(place, 'code', [join(root, 'source.ts')]);
    if (damaged !== undefined) writeFileSync(join(root, damaged), 'other');
    expect(isBuilt(place)).toBe(then);
    rmSync(root, { recursive: true });
  });
});
