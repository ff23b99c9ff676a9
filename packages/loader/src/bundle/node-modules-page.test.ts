import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeModulesPage } from './node-modules-page.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/node-modules.md');

describe('the page of the modules of Node', () => {
  it('is what the tables say (S-2; else run `pnpm docs:modules`)', () => {
    expect(readFileSync(PAGE, 'utf8')).toBe(nodeModulesPage());
  });
});
