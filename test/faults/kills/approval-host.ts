import { appendFileSync } from 'node:fs';
import { createHost } from '@mortise/host';

// Embeds a host whose one tool a person must approve, calls it until it is killed, and says on standard
// output what it heard. Arguments: the state folder, the file that counts executions, the marks to call.
const [stateDir = '', ranFile = '', ...marks] = process.argv.slice(2);

const host = await createHost({
  stateDir,
  // Under this default no rule is needed.
  config: {
    agents: { main: {} },
    tools: { rulesDefault: 'ask' },
    approvals: { waiting: 500, timeout: '8h' },
  },
  tools: [
    {
      name: 'append',
      description: 'Appends a line.',
      schema: { type: 'object' },
      execute: async (args) => {
        const { mark } = args as { mark: string };
        appendFileSync(ranFile, `${mark}\n`, { flush: true });
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        return { ok: true, value: 'appended' };
      },
    },
  ],
});
/** Some are approved by this process, those of the parent come through the file. */
host.approvals.onWaiting(async () => {
  process.stdout.write('waiting\n');
  if (Math.random() < 0.5) return undefined;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
  return { verdict: Math.random() < 0.85 ? 'approved' : 'denied' };
});

const session = host.agent('main').session('s');
await Promise.all(
  marks.map(async (mark) => {
    const [result] = await session.execute([{ id: mark, name: 'append', args: { mark } }]);
    process.stdout.write(`${mark} ${result?.ok === true ? 'ok' : result?.code}\n`);
  }),
);
// Everything was answered before the kill came.
await new Promise((resolve) => setTimeout(resolve, 60_000));
