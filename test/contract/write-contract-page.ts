import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractPage } from './contract-page.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'contract.md'), contractPage());
