/**
 * What `pnpm test:full` runs besides `npm test`: what takes too long for every change. All packages
 * published to a registry on loopback and used from empty folders, a thousand
 * killed runners, 150 killed hosts, 60 more with calls on hold, 42 restarts of a server that npx started, 10,000 changes of an audit log,
 * a minute of each soak, and every test under the other line of Node,
 * with all that sweeps try.
 */
import { createRequire } from 'node:module';
import { runVitest } from './run-vitest.ts';
import { runScript, runSteps } from './test-steps.ts';

await runSteps([
  () => runVitest({ projects: ['registry'] }),
  () => runScript('hazards/run-kills.ts', '1000'),
  () => runScript('faults/kills/run-kills.ts', '150'),
  () => runScript('faults/approvals/run-approval-kills.ts', '60'),
  () => runScript('faults/servers/run-restarts.ts', '42'),
  () => runScript('faults/tampering/run-tampering.ts', '10000'),
  () => runScript('soak/run.ts', '1'),
  () => runScript('soak/run.ts', '1', '--serve'),
  runEverything,
]);

/** `node-26` is an optional dependency: a prebuilt binary for Linux on x64, and nothing elsewhere. */
function runEverything() {
  const node = findNode26();
  if (node !== undefined) return runVitest({ node, isFull: true });
  console.log('\nno binary of Node 26 for this platform: every test runs under this Node again');
  return runVitest({ isFull: true });
}

function findNode26(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('node-26/bin/node');
  } catch {
    return undefined;
  }
}
