/**
 * What `pnpm test:full` runs besides `npm test`: what takes too long for every change. A thousand
 * killed runners, and every test again under the other line of Node.
 */
import { createRequire } from 'node:module';
import { runProgram, runSteps, runVitest, type StepCount } from './test-steps.ts';

runSteps([() => runProgram('hazards/run-kills.ts', '1000'), runOnOtherNode]);

/** `node-26` is an optional dependency: a prebuilt binary for Linux on x64, and nothing elsewhere. */
function runOnOtherNode(): StepCount {
  const node = findNode26();
  if (node !== undefined) return runVitest({ node, isFull: true });
  console.log('\nNode 26: not run, there is no binary of it for this platform');
  return { passed: 0, failed: 0 };
}

function findNode26(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('node-26/bin/node');
  } catch {
    return undefined;
  }
}
