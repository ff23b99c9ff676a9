import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginnersPage, MISTAKES, makeMistake, type SeenMistake } from './beginner-errors.ts';

const seen: SeenMistake[] = [];
for (const mistake of MISTAKES) seen.push(await makeMistake(mistake));
writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'beginners.md'), beginnersPage(seen));
