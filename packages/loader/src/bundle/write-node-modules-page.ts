import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModulesPage } from './node-modules-page.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
writeFileSync(join(root, 'docs', 'node-modules.md'), nodeModulesPage());
