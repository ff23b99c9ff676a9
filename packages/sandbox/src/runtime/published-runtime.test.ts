import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runtimeFolders } from './published-runtime.ts';

describe('where installed sandboxes have their runtime', () => {
  it('is told of the folders that are there, a home that is not to be had left out', () => {
    const base = mkdtempSync(join(tmpdir(), 'mortise-bases-'));
    try {
      const [used, unused] = [join(base, 'used'), join(base, 'unused')];
      mkdirSync(join(used, '.cache', '.mortise', 'runtime'), { recursive: true });
      const noHome = () => {
        throw new Error('no home');
      };
      expect(runtimeFolders([() => used, () => unused, noHome])).toEqual([
        join(used, '.cache', '.mortise', 'runtime'),
      ]);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
});
