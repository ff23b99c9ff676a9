/** Makes the attempts that its argument names, and prints what came of them. */
import { hostPaths, programAttempts, readerAttempts } from './confined-attempts.ts';
import { OperatorMachine, runConfined } from './run-confined.ts';

const { kind, without } = JSON.parse(process.argv[2] ?? '');
await using machine = await OperatorMachine.open();
const rows = kind === 'program' ? programAttempts(machine) : readerAttempts(machine);
const attempts = rows.map(([, attempt]) => attempt);
const before = machine.describe().join('\n');
const trial = { without };
const hidden = hostPaths(machine);
const said = await runConfined({ machine, kind, attempts, hidden, trial, tier: 'required' });
const isUnchanged = machine.describe().join('\n') === before;
process.stdout.write(JSON.stringify({ said, isUnchanged }));
