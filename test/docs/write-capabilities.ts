import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilitiesPage } from './capabilities-page.ts';

writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'capabilities.md'), capabilitiesPage());
