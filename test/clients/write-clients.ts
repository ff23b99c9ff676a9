/** `pnpm docs:clients`: runs the matrix and writes its page; exits with 1 if something failed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientsPage } from './clients-page.ts';
import { failuresOf, runMatrix } from './run-matrix.ts';

const rows = await runMatrix();
for (const failure of failuresOf(rows)) {
  console.error(failure);
  process.exitCode = 1;
}
const page = join(import.meta.dirname, '..', '..', 'docs', 'clients.md');
if (process.exitCode !== 1) writeFileSync(page, clientsPage(rows));
