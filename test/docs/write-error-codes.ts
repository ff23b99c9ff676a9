import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodesPage } from './error-codes-page.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'error-codes.md'), errorCodesPage());
