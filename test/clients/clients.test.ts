import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientsPage } from './clients-page.ts';
import { failuresOf, runMatrix } from './run-matrix.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'clients.md');

describe('real MCP clients in front of a real host', () => {
  it('get what the page says (else run `pnpm docs:clients`)', {
    timeout: 180_000,
    retry: 1,
  }, async () => {
    const rows = await runMatrix();
    expect(failuresOf(rows)).toEqual([]);
    expect(clientsPage(rows)).toBe(readFileSync(PAGE, 'utf8'));
  });
});
