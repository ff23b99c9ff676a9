/**
 * What it costs that the state is in Postgres and not in a file: the same request by two hosts of one process that take
 * turns. CPU of this process and of the database; a Postgres of the bench's own, which waits for its disk.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { OwnPostgres } from '../servers/own-postgres.ts';
import type { BenchResult } from './bench-result.ts';
import { median, percentiles, ratio } from './measure.ts';

interface Effort {
  readonly rounds: number;
  readonly calls: number;
}

const FULL: Effort = { rounds: 12, calls: 400 };
const QUICK: Effort = { rounds: 1, calls: 10 };
const IN_FLIGHT = 16;
const TICKS_PER_S = 100;

const ECHO: Tool = {
  ...{ name: 'echo', description: 'Echoes.', schema: { type: 'object' } },
  execute: () => ({ ok: true, value: 'here' }),
};

/** What is done to the state by one request of each kind. */
const KINDS = {
  /** A call of a session that began before: nothing of the state is asked. */
  call: async ({ session, id }: Asked) => {
    await session.execute([{ id, name: 'echo', args: {} }]);
  },
  /** A request begins, as each of MCP does: its token is verified, its session is read. */
  request: async ({ host, session, id, token }: Asked) => {
    if ((await host.tokens.verify(token)) === undefined) throw new Error('No such token.');
    await session.beginRequest();
    await session.execute([{ id, name: 'echo', args: {} }]);
  },
  /** A call that is written down before it runs and when it ended. */
  once: async ({ session, id }: Asked) => {
    const [result] = await session.execute([{ id, name: 'echo', args: {} }], { once: true });
    if (result?.ok !== true) throw new Error(`A call failed: ${result?.code}`);
  },
} as const;

interface Asked {
  readonly host: Host;
  readonly session: ReturnType<ReturnType<Host['agent']>['session']>;
  readonly token: string;
  readonly id: string;
}

interface Lane {
  readonly host: Host;
  readonly token: string;
  readonly session: Asked['session'];
}

/** Of one call: milliseconds, and microseconds of CPU time. */
interface Round {
  readonly p50: number;
  readonly cpu: number;
}

export async function run({ isQuick }: { readonly isQuick: boolean }): Promise<BenchResult> {
  const [load = 0] = loadavg();
  const effort = isQuick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-state-'));
  await using postgres = await OwnPostgres.start({ fsync: true });
  const lanes = {
    sqlite: await openLane({ stateDir: join(folder, 'state') }),
    postgres: await openLane({ state: postgres.url('bench') }),
  };
  const ratios: Record<string, number> = {};
  const rows = [`load average ${load.toFixed(1)} before the run`];
  try {
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
      const rounds: Record<keyof typeof lanes, Round[]> = { sqlite: [], postgres: [] };
      for (let round = -1; round < effort.rounds; round += 1)
        for (const name of ['sqlite', 'postgres'] as const) {
          const found = await measureRound(lanes[name], kind, { ...effort, postgres });
          if (round >= 0) rounds[name].push(found);
        }
      const of = (name: keyof typeof lanes, what: keyof Round) =>
        median(rounds[name].map((each) => each[what]));
      for (const name of ['sqlite', 'postgres'] as const)
        rows.push(
          `  ${kind.padEnd(9)}${name.padEnd(10)}p50 ${of(name, 'p50').toFixed(3)} ms   CPU ${of(name, 'cpu').toFixed(0)} µs per call`,
        );
      ratios[`${kind}Cpu`] = ratio(of('postgres', 'cpu'), of('sqlite', 'cpu'));
      ratios[`${kind}P50`] = ratio(of('postgres', 'p50'), of('sqlite', 'p50'));
    }
  } finally {
    for (const { host } of Object.values(lanes)) await host.close({ drainMs: 0 });
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows, ratios };
}

async function openLane(options: Parameters<typeof createHost>[0]): Promise<Lane> {
  const host = await createHost({ config: { agents: { main: {} } }, tools: [ECHO], ...options });
  const { token } = await host.tokens.create({ name: 'bench', agents: ['main'] });
  const session = host.agent('main').session('bench');
  await session.beginRequest();
  return { host, token, session };
}

let lastId = 0;

async function measureRound(
  { host, session, token }: Lane,
  kind: keyof typeof KINDS,
  { calls, postgres }: Effort & { readonly postgres: OwnPostgres },
): Promise<Round> {
  const times: number[] = [];
  const before = process.cpuUsage();
  const ticks = databaseTicks(postgres.pid);
  const one = async () => {
    lastId += 1;
    const startedAt = performance.now();
    await KINDS[kind]({ host, session, token, id: `call-${lastId}` });
    times.push(performance.now() - startedAt);
  };
  const worker = async () => {
    for (let at = 0; at < calls / IN_FLIGHT; at += 1) await one();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const { user, system } = process.cpuUsage(before);
  const ofDatabase = ((databaseTicks(postgres.pid) - ticks) / TICKS_PER_S) * 1e6;
  return { p50: percentiles(times).p50, cpu: (user + system + ofDatabase) / times.length };
}

/** CPU time of the server and of all its children, those that ended included. */
function databaseTicks(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [String(pid), ...children].reduce((sum, each) => sum + ticksOf(each), 0);
}

function ticksOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, and those of children that were waited for.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}
