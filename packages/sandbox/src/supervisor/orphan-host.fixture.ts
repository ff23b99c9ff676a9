import { openSandboxFixture } from '../sandbox-fixture.ts';

/** A host for the orphan tests: gets a guest stuck the way its argument says, prints the runners, waits to be killed. */
const BODIES = {
  idle: `return text('idle')`,
  loop: `for (;;);`,
  native: `return text([].indexOf.call({ length: 2 ** 53 - 1 }, 1))`,
} as const;

const way = process.argv[2] === 'native' || process.argv[2] === 'loop' ? process.argv[2] : 'idle';
const fixture = openSandboxFixture({ limits: { cpuMs: 60_000, callMs: 60_000 } });
await fixture.loadTools('stuck', { go: BODIES[way] });
await fixture.loadTools('other', { go: BODIES.idle });
const call = fixture.call('stuck', 'go', { timeoutMs: 60_000 });
if (way === 'idle') await call;
setTimeout(() => {
  process.stdout.write(
    `${JSON.stringify(fixture.sandbox.status().runners.map((runner) => runner.pid))}\n`,
  );
}, 300);
setInterval(() => undefined, 1_000);
