import { writeFileSync } from 'node:fs';
import { GUARANTEES, guaranteesPage } from './guarantees-tables.ts';

writeFileSync(GUARANTEES, guaranteesPage());
