/** What `npm test` runs: every test through vitest, with types, lint and format checked beside them. */
import { runVitest } from './run-vitest.ts';
import { addCounts, runSteps, runTasks } from './test-steps.ts';

await runSteps([
  () => runTasks('build'),
  async () => {
    const counts = await Promise.all([runTasks('typecheck', 'lint'), runVitest()]);
    return counts.reduce(addCounts);
  },
]);
