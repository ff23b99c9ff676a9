import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the registry tour ends as it tells', () => {
  const main = join(import.meta.dirname, 'main.ts');
  const { stdout, status } = spawnSync(process.execPath, [main], { encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('All of it went as told.');
  expect(status).toBe(0);
});
