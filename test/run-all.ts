/** What `npm test` runs: types, lint and format through turbo, then every test through vitest. */
import { runSteps, runTask, runVitest } from './test-steps.ts';

runSteps([
  () => runTask('build'),
  () => runTask('typecheck'),
  () => runTask('lint'),
  () => runVitest(),
]);
