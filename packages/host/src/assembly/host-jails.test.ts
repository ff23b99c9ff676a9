import { ProgramJail } from '@mortise/processes';
import { createSandbox } from '@mortise/sandbox';
import { describe, expect, it } from 'vitest';
import { HostJails } from './host-jails.ts';

const PATIENCE_MS = 200;
const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

describe.skipIf(process.platform === 'win32')('what holds the processes of a host (S-8)', () => {
  it('is told without that of a process that does not get ready: who asks for health has an answer', async ({
    skip,
  }) => {
    skip((await jailHere()) !== 'on', 'nothing is started to try a jail that is not here');
    await using sandbox = createSandbox({ logger, now: Date.now });
    const programs = new ProgramJail({ tier: 'off' });
    const jails = new HostJails({ sandbox, programs, servers: programs }, PATIENCE_MS);
    const asked = jails.inForce();
    await expect
      .poll(
        () => {
          const { runners } = sandbox.status();
          for (const { pid } of runners) process.kill(pid, 'SIGSTOP');
          return runners.map(({ state }) => state);
        },
        { interval: 2, timeout: 10_000 },
      )
      .toEqual(['starting']);
    expect(await asked).toMatchObject({ jail: { state: 'unknown' }, programs: { state: 'off' } });
  });
});

async function jailHere(): Promise<string> {
  await using sandbox = createSandbox({ logger, now: Date.now });
  const programs = new ProgramJail({ tier: 'off' });
  return (await new HostJails({ sandbox, programs, servers: programs }).inForce()).jail.state;
}
