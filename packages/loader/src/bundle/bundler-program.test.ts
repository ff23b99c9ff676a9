import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEMORY_ROOT } from '../files/package-view.ts';
import { packagesFor } from './bundle-packages.ts';
import type { BundleRequest } from './bundle-request.ts';
import { locateBundler } from './bundler-program.ts';
import { runBundler } from './run-bundler.ts';

const SOURCES = join(import.meta.dirname, 'bundler-main.ts');

describe('the program of the bundler', () => {
  it('makes of a package what its sources make of it, polyfills and places of faults included', async () => {
    const good = "import { join } from 'node:path';\nexport default () => join('a', 'b');\n";
    const statuses: string[] = [];
    for (const text of [good, 'export default () => {\n  const = 1;\n};\n']) {
      const request: BundleRequest = {
        ...{ id: 'demo', root: MEMORY_ROOT, entries: ['index.ts'], shape: 'mortise' },
        files: new Map([['index.ts', Buffer.from(text)]]),
        packages: packagesFor({ root: MEMORY_ROOT }, new Map()).packages,
        foreign: [],
        provided: new Map(),
        maxBytes: 1_000_000,
      };
      const [built, plain] = await Promise.all([
        runBundler(request, { program: locateBundler() }),
        runBundler(request, { program: SOURCES }),
      ]);
      expect(built).toEqual(plain);
      statuses.push(built.status);
    }
    expect(statuses).toEqual(['ok', 'failed']);
  });
});
