import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matchesFolder } from './match-folder.ts';

const FOLDERS = ['a', 'packages/a', 'packages/a/b', 'packages/ab', 'x/packages/a', 'packages/.a'];
const PATTERNS = [
  '*',
  '**',
  'packages/*',
  'packages/**',
  '**/a',
  'packages/a*',
  '*/a',
  'packages/.*',
];

describe('a folder and a pattern of a workspace', () => {
  it.each(PATTERNS)('fit as they do for package managers: %s', (pattern) => {
    for (const folder of FOLDERS) {
      expect(matchesFolder(folder, pattern), folder).toBe(posix.matchesGlob(folder, pattern));
    }
  });

  it.each([
    { what: 'many wildcards in a name', pattern: `${'*a'.repeat(60)}b`, folder: 'a'.repeat(200) },
    { what: 'many folders', pattern: `${'**/a/'.repeat(40)}b`, folder: 'a/'.repeat(200) },
    { what: 'groups that repeat', pattern: '+(+(+(a)))b', folder: 'a'.repeat(200) },
    { what: 'more letters than a pattern has', pattern: '*'.repeat(501), folder: 'a' },
  ])('that is made to take long fits nothing: $what', ({ pattern, folder }) => {
    expect(matchesFolder(folder, pattern)).toBe(false);
  });
});
