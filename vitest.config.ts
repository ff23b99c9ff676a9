import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isFullRun } from './test/full-run.ts';

/** What starts no process and waits for no clock: a failure here is never the machine's. */
const PURE = [
  'packages/{contracts,core}/**/*.test.ts',
  'packages/host/src/config/**/*.test.ts',
  'release/**/*.test.ts',
  'packages/sandbox/src/wire/**/*.test.ts',
  'test/{architecture,conformance,contract,deploy,docs,fuzz,soak,types}/**/*.test.ts',
];

/**
 * Real processes under real limits of time: a machine that is busy elsewhere can make one late. What
 * fails three times in a row fails; `test/exception-report.ts` names the others.
 */
const RETRIES = 2;

/** What measures CPU time of guests, or what one call runs through: beside another test it would measure that one, too. */
const ALONE = [
  'packages/sandbox/src/{sandbox-limits,supervisor/*}.test.ts',
  'test/call-path/*.test.ts',
  'test/hazards/{crashes,floods,loops,memory,natives,shared}.test.ts',
];

/** Projects of their own, with Node's own runner: `templates.test.ts` of `create-mortise` runs it. */
const TEMPLATES = 'packages/create-mortise/templates/**';

/** What uses published packages: `pnpm test:registry`, and a step of `pnpm test:full`. */
const REGISTRY = 'test/registry/**/*.test.ts';

/** What takes long and breaks seldom: `pnpm test:full` runs it. */
const FULL_ONLY = isFullRun()
  ? []
  : [
      'packages/cli/src/{build/build-command,run-cli-abuse}.test.ts',
      'packages/create-mortise/src/templates.test.ts',
      'packages/host/src/brokers/process/git-tricks.test.ts',
      'packages/host/src/extensions/{hostile-updates,storage-of-removed}.test.ts',
      'packages/loader/src/guest/openclaw/openclaw.test.ts',
      'test/{bench,clients,console}/**',
      'test/faults/{approval-kills,audit-kills,serve-kills,served-approval-kills,token-faults}.test.ts',
      'test/fleet/{broker-tls,configured-runners,lost-nodes,operator-path,relayed-answers,returning-node,runner-command}.test.ts',
      'test/hazards/runner-kills.test.ts',
      'test/replicas/served-replicas.test.ts',
      'test/interop/{connect,inspector,killed-while-asking,mounted-asking,real-servers,reloading}.test.ts',
    ];

// isolated-vm needs `--no-node-snapshot`, which worker threads refuse; forks take it.
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: ['--no-node-snapshot'],
    // Not what a test should take: what it may on a machine that has other things to do.
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // Loading our packages takes 0.6 s of CPU time; the tests of many files share a process that has.
    isolate: false,
    // Most tests of processes wait; vitest's default leaves one core to itself, which on a machine
    // with two halves the speed of the whole suite.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: PURE, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['{packages,extensions,examples,test}/**/*.test.ts'],
          exclude: ['**/node_modules/**', TEMPLATES, REGISTRY, ...PURE, ...ALONE, ...FULL_ONLY],
          sequence: { groupOrder: 0 },
          retry: RETRIES,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          retry: RETRIES,
        },
      },
      {
        extends: true,
        test: {
          name: 'registry',
          include: [REGISTRY],
          globalSetup: ['test/registry/global-setup.ts'],
          sequence: { groupOrder: 2 },
          // Package managers download 120 MB for each empty folder.
          testTimeout: 300_000,
        },
      },
    ],
  },
});
