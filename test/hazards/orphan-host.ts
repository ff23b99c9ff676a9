/** A host in a process of its own, for tests that kill it. Says `ready` and then does as it is told. */
import { createHost } from '@mortise/host';
import { attackSource } from './attack-source.ts';

const mode = process.argv[2];
const BODIES = {
  answer: `return say('x');`,
  wait: 'await new Promise(() => 0);',
  wedge: 'return say(Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1));',
} as const;
const extensions = Object.entries(BODIES).map(([id, body]) => ({
  id,
  source: attackSource(body).replace(`name: 'attack'`, `name: 'tool_${id}'`),
}));
const host = await createHost({
  config: { agents: { main: {} } },
  extensions,
  limits: { callMs: 60_000, cpuMs: 60_000 },
  sandbox: { spareRunners: 2 },
});
const session = host.agent('main').session('s');
const call = (name: string) => session.execute([{ id: name, name, args: {} }]);
await call('tool_answer');

if (mode === 'load') for (let count = 0; count < 20; count += 1) void keepCalling();
if (mode === 'load' || mode === 'wait') void call('tool_wait');
if (mode === 'wedge') void call('tool_wedge');
if (mode !== 'starting') await new Promise((next) => setTimeout(next, 400));
process.stdout.write('ready\n');
if (mode === 'exit') process.exit(0);
if (mode !== 'drain') setInterval(() => undefined, 1_000);

async function keepCalling(): Promise<void> {
  for (;;) await call('tool_answer');
}
