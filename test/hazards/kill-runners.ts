import { createHost, type Host } from '@mortise/host';
import { KillLoad, type LoadCounts } from './kill-load.ts';
import { isRunning, watchChildren } from './process-table.ts';

const EXTENSIONS = ['alpha', 'beta', 'gamma', 'delta'] as const;
const SAFE = 'neighbour';

export interface KillSummary extends LoadCounts {
  readonly kills: number;
  /** From a kill to the first good answer of an extension that lost its runner, in ms. */
  readonly recoveryMs: { readonly median: number; readonly p95: number; readonly max: number };
  readonly recoveries: number;
  readonly zombies: number;
  readonly leftAfterClose: number;
  readonly seconds: number;
}

/** Kills random runners of a host under load, except the neighbour's, and counts what came of it. */
export async function killRunners(kills: number, pauseMs: number): Promise<KillSummary> {
  const start = performance.now();
  const newChildren = watchChildren();
  const host = await createHost({
    config: { agents: { main: {} } },
    extensions: [...EXTENSIONS, SAFE].map((id) => ({ id, source: workerSource(id) })),
    sandbox: { spareRunners: 2, maxRunners: 10 },
    limits: { callMs: 10_000 },
  });
  const load = new KillLoad(host, { extensions: EXTENSIONS, safe: SAFE });
  const victims = await killAll(host, load, { kills, pauseMs });
  const counts = await load.stop();
  const zombies = newChildren().filter(({ state }) => state === 'Z').length;
  await host.close();
  const times = load.recoveryTimes();
  return {
    ...counts,
    kills: victims.length,
    recoveryMs: { median: share(times, 0.5), p95: share(times, 0.95), max: share(times, 1) },
    recoveries: times.length,
    zombies,
    leftAfterClose: victims.filter(isRunning).length + newChildren().length,
    seconds: (performance.now() - start) / 1_000,
  };
}

interface KillPlan {
  readonly kills: number;
  readonly pauseMs: number;
}

async function killAll(host: Host, load: KillLoad, plan: KillPlan): Promise<readonly number[]> {
  const killed: number[] = [];
  await load.warmUp();
  while (killed.length < plan.kills) {
    const victim = pickVictim(host, killed);
    if (victim !== undefined) {
      process.kill(victim.pid, 'SIGKILL');
      killed.push(victim.pid);
      load.noteKill(victim.extensions);
    }
    await new Promise((next) => setTimeout(next, Math.random() * 2 * plan.pauseMs));
  }
  return killed;
}

/** Any runner but the neighbour's; one that starts only now and then, or none would ever serve. */
function pickVictim(host: Host, killed: readonly number[]): RunnerStatus | undefined {
  const victims = host
    .sandboxStatus()
    .runners.filter(({ pid, state }) => state !== 'retiring' && !killed.includes(pid))
    .filter(({ extensions }) => !extensions.includes(SAFE));
  const ready = victims.filter(({ state }) => state !== 'starting');
  const choice = ready.length > 1 ? (Math.random() < 0.15 ? victims : ready) : [];
  return choice[Math.floor(Math.random() * choice.length)];
}

type RunnerStatus = ReturnType<Host['sandboxStatus']>['runners'][number];

/** Says that it runs, waits a moment in most calls, and answers with the id of its call. */
function workerSource(id: string): string {
  return `export default (api) => api.registerTool({
    name: 'work_${id}', description: 'Works', parameters: { type: 'object' },
    async execute(callId, params, ctx) {
      ctx.progress('ran');
      if (params.ms > 0) await ctx.sleep(params.ms);
      return { content: [{ type: 'text', text: callId }] };
    },
  });`;
}

function share(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}
