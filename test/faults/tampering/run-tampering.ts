/** `pnpm faults:audit [count]`: changes an audit log so often, and counts what `audit verify` does not find. */
import { describeTampering, isFlawless } from './describe-tampering.ts';
import { tamperLog } from './tamper-log.ts';

const found = await tamperLog(Number(process.argv[2] ?? 10_000));
for (const key of ['missed', 'misplaced'] as const) {
  for (const each of found[key].slice(0, 10)) console.log(`${key}: ${each}`);
}
console.log(describeTampering(found));
process.exitCode = isFlawless(found) ? 0 : 1;
