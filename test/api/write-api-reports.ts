import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../release/workspace-packages.ts';
import { apiReports } from './api-reports.ts';

const folder = join(ROOT, 'docs', 'api');
mkdirSync(folder, { recursive: true });
for (const old of globSync('*.api.md', { cwd: folder })) rmSync(join(folder, old));
for (const [name, text] of (await apiReports()).pages) writeFileSync(join(folder, name), text);
