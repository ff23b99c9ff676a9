import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestPage } from './manifest-page.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'manifest.md'), manifestPage());
