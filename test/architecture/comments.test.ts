import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = ['{packages,extensions}/*/src/**/*.ts'];
const RIDDLE = /(?:\/\/|\*).*\b(?:nobody|somebody|whoever|everybody|anybody|everyone)\b/i;

describe('a comment of a source', () => {
  it('names the part it speaks of, and never nobody, somebody or whoever', () => {
    const files = globSync(SOURCES, { cwd: ROOT, exclude: (name) => name === 'node_modules' });
    const riddles = files.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          RIDDLE.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    );
    expect(riddles).toEqual([]);
  });
});
