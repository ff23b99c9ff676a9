import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aisvsPage } from './aisvs-page.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'aisvs.md'), aisvsPage());
