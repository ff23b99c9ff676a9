import { pause, pick } from './fleet-client.ts';
import type { FleetProcess } from './fleet-process.ts';
import type { FleetWorld } from './fleet-world.ts';

/** Something that goes wrong; it settles when it is over. Undefined if it cannot be done here. */
type Fault = (world: FleetWorld) => Promise<void> | undefined;

const HOLD_MS = 4_000;
const SLOW_MS = 300;

const hold = (most = HOLD_MS) => pause(Math.random() * most);
const any = ({ hosts, runners }: FleetWorld) => pick([...hosts, ...runners]);

/** Every fault of the run, by the name in its report. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 of a host': ({ hosts }) => restart(pick(hosts)),
  'kill -9 of a runner': ({ runners }) => restart(pick(runners)),
  'kill -9 of all runners': async ({ runners }) => {
    await Promise.all(runners.map(restart));
  },
  'SIGSTOP of a host': ({ hosts }) => freeze(pick(hosts)),
  'SIGSTOP of a runner': ({ runners }) => freeze(pick(runners)),
  'SIGSTOP of the broker': async ({ broker }) => {
    process.kill(broker.pid, 'SIGSTOP');
    await hold();
    process.kill(broker.pid, 'SIGCONT');
  },
  'restart of the broker': async ({ broker }) => {
    await broker.kill();
    await hold();
    await broker.start();
  },
  'restart of the database': async ({ postgres }) => {
    await postgres.stop(pick(['SIGINT', 'SIGKILL']));
    await hold();
    await startDatabase(postgres);
  },
  'cut of a link': (world) =>
    throughLink(any(world), (link) => {
      link.cut();
      return true;
    }),
  'slow link': (world) => throughLink(any(world), (link) => link.slow(SLOW_MS)),
};

async function restart(process: FleetProcess): Promise<void> {
  await process.kill();
  await hold(1_500);
  await process.start();
  // One that cannot start is started again, as an orchestrator does.
  await process.firstLine.catch(() => process.start());
}

async function freeze(process: FleetProcess): Promise<void> {
  process.signal('SIGSTOP');
  // Longer than nodes and hosts wait for each other, sometimes.
  await hold(6_000);
  process.signal('SIGCONT');
}

function throughLink(
  process: FleetProcess,
  spoil: (link: NonNullable<FleetProcess['link']>) => boolean,
): Promise<void> | undefined {
  const { link } = process;
  if (link === undefined) return undefined;
  process.noteFault();
  if (!spoil(link)) return undefined;
  return hold(6_000).then(() => {
    process.noteFault();
    link.mend();
  });
}

/** After a kill it recovers, and says no meanwhile; processes of the killed one may hold its memory for a moment. */
async function startDatabase(postgres: FleetWorld['postgres']): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      return await postgres.start();
    } catch {
      await pause(500);
    }
  }
  throw new Error('the database does not start again');
}
