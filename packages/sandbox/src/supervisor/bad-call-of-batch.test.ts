import type { ToolOutcome } from '@mortise/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

/** Which limit strikes first. */
const LIMITS = {
  'the wall limit': { limits: { callMs: 500, cpuMs: 5_000 }, code: 'timeout' },
  'a tight wall limit': { limits: { callMs: 60, cpuMs: 5_000 }, code: 'timeout' },
  'the CPU limit': { limits: { callMs: 8_000, cpuMs: 300 }, code: 'cpu_limit' },
} as const;
type Limit = keyof typeof LIMITS;

const BAD = {
  loops: 'for (;;);',
  'is stuck in native code': 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);',
  'loops in a sort': 'new Array(9).fill(0).sort(() => { for (;;); });',
  'uses up memory': 'const all = []; for (;;) all.push({});',
} as const;

const WARM_ROUNDS = 12;
const BAD_INDEX = 2;

interface BatchParts {
  readonly bad: string;
  readonly limit: Limit;
  readonly count: number;
  /** Its calls share entries: the tool has been quick for a while. */
  readonly isWarm?: boolean;
  readonly isAsync?: boolean;
  readonly placement?: 'shared';
}

interface BatchReport {
  readonly before: readonly string[];
  readonly bad: string;
  readonly after: readonly string[];
  /** Of a call that ran more than once. */
  readonly runsTwice: number;
}

async function runBatch(parts: BatchParts): Promise<BatchReport> {
  const { limits } = LIMITS[parts.limit];
  fixture = openSandboxFixture({
    limits: { heapBytes: 32_000_000, ...limits },
    quarantine: { crashes: 1_000 },
    ...(parts.placement === undefined ? {} : { placement: parts.placement }),
  });
  await fixture.sandbox.load({ id: 'demo', source: sourceOf(parts) });
  await fixture.loadTools('good', { ping: `return text('pong');` });
  await Promise.all([fixture.call('good', 'ping'), callTogether(4, -1)]);
  if (parts.isWarm === true)
    for (let round = 0; round < WARM_ROUNDS; round += 1) await callTogether(16, -1);
  const runs = new Map<number, number>();
  const outcomes = await callTogether(parts.count, BAD_INDEX, (index) =>
    runs.set(index, (runs.get(index) ?? 0) + 1),
  );
  expect(summarise(await fixture.call('demo', 't'))).toBe('ok');
  return {
    before: outcomes.slice(0, BAD_INDEX).map(describeOutcome),
    bad: describeOutcome(outcomes[BAD_INDEX]),
    after: outcomes.slice(BAD_INDEX + 1).map(describeOutcome),
    runsTwice: [...runs.values()].filter((count) => count > 1).length,
  };
}

function sourceOf({ bad, isAsync }: BatchParts): string {
  return `const text = (value) => ({ content: [{ type: 'text', text: value }] });
    export default (api) => api.registerTool({ name: 't', description: 'A tool.', parameters: { type: 'object' },
      ${isAsync === true ? 'async ' : ''}execute(id, params, ctx) {
        if (params.isCounted) ctx.progress('ran');
        if (params.isBad) { ${bad} }
        return text('ok');
      } });`;
}

function callTogether(
  count: number,
  badIndex: number,
  onRun?: (index: number) => void,
): Promise<readonly ToolOutcome[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      fixture.call('demo', 't', {
        args: { isBad: index === badIndex, isCounted: onRun !== undefined },
        onProgress: () => onRun?.(index),
        timeoutMs: 60_000,
      }),
    ),
  );
}

/** Calls that never began may be refused in place of being run elsewhere. */
function describeOutcome(outcome: ToolOutcome | undefined): string {
  if (outcome === undefined) return 'none';
  return outcome.status === 'refused' ? 'refused' : summarise(outcome);
}

const ways = Object.keys(BAD) as (keyof typeof BAD)[];
const all = (Object.keys(LIMITS) as Limit[]).flatMap((limit) =>
  ways.flatMap((how) => [
    { how, limit, count: 3, isWarm: false, isAsync: false },
    { how, limit, count: 20, isWarm: false, isAsync: true },
    { how, limit, count: 20, isWarm: true, isAsync: false },
    { how, limit, count: 12, isWarm: true, isAsync: true },
  ]),
);
/**
 * All of them take most of a minute: `pnpm test:full` tries them. Every run tries those that were
 * wrong once: calls that the wall limit ends, and calls that share an entry, which the CPU limit ends.
 */
const cases = all.filter(
  ({ limit, isWarm }) =>
    process.env['MORTISE_FULL'] === '1' ||
    limit === 'the wall limit' ||
    (limit === 'the CPU limit' && isWarm),
);

describe('of calls that come together, only the one at fault is blamed (S-4)', () => {
  it.each(cases)(
    'of $count, one that $how, under $limit (quick: $isWarm, async: $isAsync)',
    async ({ how, limit, ...parts }) => {
      const report = await runBatch({ bad: BAD[how], limit, ...parts });
      // It takes a while to use up memory: a limit of time may come first.
      const codes = [LIMITS[limit].code, ...(how === 'uses up memory' ? ['memory_limit'] : [])];
      expect(codes).toContain(report.bad);
      expect(report.before.filter((what) => what !== 'ok')).toEqual([]);
      expect(report.after.filter((what) => what !== 'ok' && what !== 'refused')).toEqual([]);
      expect(report.runsTwice).toBe(0);
    },
  );
});
