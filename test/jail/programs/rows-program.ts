/** Runs rows as it is told in its argument, and prints what came of them. */
import { PROGRAM_ROWS } from './program-rows.ts';
import { runRows } from './run-rows.ts';

const { without, rows } = JSON.parse(process.argv[2] ?? '');
const chosen = PROGRAM_ROWS.filter((_row, index) => rows.includes(index));
process.stdout.write(JSON.stringify(await runRows({ without }, chosen)));
