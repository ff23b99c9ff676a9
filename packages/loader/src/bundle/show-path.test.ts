import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { guestFile } from './guest-files.ts';
import { showPath } from './show-path.ts';

it('files of ours have one name, also where an extension has installed this package itself', () => {
  const file = guestFile('missing.ts');
  expect(showPath(file, '/home/ana/weather')).toBe('mortise/missing.ts');
  expect(showPath(file, dirname(dirname(file)))).toBe('mortise/missing.ts');
});
