import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { retentionPage } from './retention-page.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'retention.md'), retentionPage());
