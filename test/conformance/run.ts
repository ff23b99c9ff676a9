import { runCases } from './run-cases.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: pnpm conformance <folder of case files>');
  process.exitCode = 2;
} else {
  const { passed, failed, failures } = await runCases(folder);
  for (const failure of failures) console.log(failure);
  if (passed + failed === 0) console.log(`There is no case in ${folder}.`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
