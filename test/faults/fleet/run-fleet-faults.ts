/**
 * `pnpm faults:fleet [minutes]`: three hosts on one Postgres, four runner nodes over one broker, clients that call and
 * operators who approve, while processes are killed and frozen, servers restarted, links cut and slowed down. The last
 * line is the verdict.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findNatsServer } from '../../fleet/find-nats-server.ts';
import { FleetClient, pause, pick, type Reading } from './fleet-client.ts';
import { FAULTS } from './fleet-faults.ts';
import { type Findings, FleetTally } from './fleet-tally.ts';
import { FleetWorld, HOSTS, RUNNERS } from './fleet-world.ts';
import { LinkYard, ownNetwork } from './link-yard.ts';

const WORKERS = 12;
const RECOVERY_MS = 45_000;
const MOST_ASKED = 10;
const minutes = Number(process.argv.find((each) => /^\d+(?:\.\d+)?$/.test(each)) ?? 20);

const again = ownNetwork();
if (again === undefined) await runFaults();
else {
  // Here, since nothing can be fetched from within a network of its own.
  const server = await findNatsServer();
  if ('missing' in server) throw new Error(`no nats-server: ${server.missing}`);
  const [program, args] = again;
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}

async function runFaults(): Promise<void> {
  const yard = new LinkYard();
  console.log(
    yard.hasLinks
      ? 'each process in a network namespace of its own'
      : 'no network namespaces here (they take root and iproute2): no link is cut or slowed down',
  );
  const startedAt = performance.now();
  await using world = await FleetWorld.open(yard);
  await world.start();
  const tally = new FleetTally();
  const client = new FleetClient(world, tally);
  await recover(world, client, { tally, after: 'the start' });
  const calling = client.run(WORKERS);
  const end = performance.now() + minutes * 60_000;
  let toldAt = performance.now();
  while (performance.now() < end) {
    await oneFault(world, client, tally);
    if (performance.now() - toldAt < 60_000) continue;
    toldAt = performance.now();
    console.log(progress(tally, startedAt));
  }
  client.stop();
  await calling;
  await readAll(world, client, tally);
  for (const host of world.hosts) tally.blamed.push(...(await client.blamed(host)));
  const executions = world.executions();
  console.log(`executions seen from outside: ${executions.size}`);
  report(tally, tally.findings(executions), startedAt);
}

async function oneFault(world: FleetWorld, client: FleetClient, tally: FleetTally): Promise<void> {
  const name = pick(Object.keys(FAULTS));
  const happening = FAULTS[name]?.(world);
  if (happening === undefined) return;
  await happening;
  tally.faults[name] = (tally.faults[name] ?? 0) + 1;
  await recover(world, client, { tally, after: name });
  await pause(Math.random() * 1_500);
}

/** Until every host answers a call that ran on a node; nobody does anything for it. */
async function recover(
  { hosts }: FleetWorld,
  client: FleetClient,
  { tally, after }: { readonly tally: FleetTally; readonly after: string },
): Promise<void> {
  const startedAt = performance.now();
  await Promise.all(
    hosts.map(async (host) => {
      while (!(await client.ping(host))) {
        if (performance.now() - startedAt > RECOVERY_MS) {
          tally.unrecovered.push(`${host.name} after ${after}: ${host.said.slice(-300)}`);
          return;
        }
        await pause(50);
      }
    }),
  );
  if (after !== 'the start') tally.recoveries.push(performance.now() - startedAt);
}

/** Everything that was acknowledged is there, whichever host is asked. */
async function readAll(world: FleetWorld, client: FleetClient, tally: FleetTally): Promise<void> {
  // One iterator for all readers: each takes the next one.
  const marks = tally.kept.values();
  const readOn = async () => {
    for (const mark of marks) {
      const reading = await insist(tally, () => client.read(pick(world.hosts), mark));
      const said = 'value' in reading ? reading.value : `unread: ${reading.unread}`;
      if (said !== mark) tally.lost.push(`${mark} is ${said} at the end`);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, readOn));
  for (const [id, { token, isRevoked }] of tally.tokens)
    for (const host of world.hosts) {
      const reading = await insist(tally, () => client.accepts(host, token));
      if ('unread' in reading || reading.value === isRevoked)
        tally.lost.push(
          `the token ${id} (revoked: ${isRevoked}) on ${host.name}: ${JSON.stringify(reading)}`,
        );
    }
}

/**
 * A machine that is busy fails a call now and then; that says nothing of what is kept, so it is asked again. The first
 * answer counts, right or wrong, and the report says how often there was none.
 */
async function insist<Value>(
  tally: FleetTally,
  ask: () => Promise<Reading<Value>>,
): Promise<Reading<Value>> {
  for (let attempt = 1; ; attempt += 1) {
    const reading = await ask();
    if ('value' in reading || attempt === MOST_ASKED) return reading;
    tally.askedAgain[reading.unread] = (tally.askedAgain[reading.unread] ?? 0) + 1;
    await pause(500);
  }
}

function progress({ calls, recoveries, outcomes }: FleetTally, startedAt: number): string {
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return `${seconds} s: ${calls} calls, ${recoveries.length} faults, ${JSON.stringify(outcomes)}`;
}

function report(tally: FleetTally, findings: Findings, startedAt: number): void {
  for (const [name, list] of Object.entries(findings) as [string, readonly string[]][])
    for (const each of list.slice(0, 8)) console.log(`${name}: ${each}`);
  console.log(`faults: ${JSON.stringify(tally.faults)}`);
  console.log(`outcomes: ${JSON.stringify(tally.outcomes)}`);
  console.log(`read back at the end, asked again after: ${JSON.stringify(tally.askedAgain)}`);
  const sorted = tally.recoveries.toSorted((a, b) => a - b);
  const at = (share: number) =>
    ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1_000).toFixed(1);
  const count = (name: keyof Findings) => findings[name].length;
  const isFlawless = Object.values(findings).every((list) => list.length === 0) && tally.calls > 0;
  console.log(
    `${HOSTS} hosts, ${RUNNERS} runners, ${Math.round((performance.now() - startedAt) / 1_000)} s, ` +
      `${sorted.length} faults, ${tally.calls} calls; acknowledged: ${tally.kept.size} values, ` +
      `${tally.tokens.size} tokens, ${tally.approvals.size} approvals; ` +
      `run twice ${count('duplicates')}, untrue outcomes ${count('untrue')}, lost ${count('lost')}, ` +
      `approvals used twice ${count('approvalsUsedTwice')}, unanswered ${count('hung')}, ` +
      `not recovered ${count('unrecovered')}, honest nodes blamed ${count('blamed')}; recovery p50 ${at(0.5)} s, most ${at(1)} s: ` +
      `${isFlawless ? 'flawless' : 'FLAWED'}`,
  );
  process.exitCode = isFlawless ? 0 : 1;
}
