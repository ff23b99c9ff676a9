import type { CallReport, Refusal, ToolCall } from '@mortise/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DefaultToolRegistry } from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';

function setUp(admissionTimeoutMs = 1_000) {
  let runs = 0;
  const registry = new DefaultToolRegistry({}, undefined, { admissionTimeoutMs });
  registry.register(
    makeTool('deploy', {
      execute: async () => {
        runs += 1;
        return { ok: true, value: 'deployed' };
      },
    }),
  );
  const run = async (args: unknown = { to: 'prod' }) => {
    const [done] = await registry.executeParallel(
      [{ toolCallId: '1', name: 'deploy', args }],
      makeContext(),
    );
    return done?.result;
  };
  return { registry, run, runs: () => runs };
}

afterEach(() => {
  vi.useRealTimers();
});

const refusal: Refusal = {
  status: 'refused',
  code: 'admission_refused',
  message: 'Not on a Friday.',
};

describe('admitCall fails closed', () => {
  it('runs the call when no tap objects', async () => {
    const { registry, run } = setUp();
    registry.hooks.admitCall.tapPromise('acme-approvals', async () => undefined);
    expect(await run()).toEqual({ ok: true, value: 'deployed' });
  });

  it.each([
    { when: 'refuses', tap: async () => refusal, then: 'Not on a Friday.' },
    {
      when: 'rejects',
      tap: async () => {
        throw new Error('db down');
      },
      then: 'A policy failed: Error: db down; the call is refused to be safe.',
    },
    {
      when: 'throws at once',
      tap: () => {
        throw new Error('bug');
      },
      then: 'A policy failed: Error: bug; the call is refused to be safe.',
    },
    {
      when: 'hangs',
      tap: () => new Promise<undefined>(() => undefined),
      then: 'A policy took too long to answer; the call is refused to be safe.',
    },
    {
      when: 'answers null',
      tap: async () => null as never,
      then: /neither a refusal nor undefined/,
    },
    {
      when: 'answers true',
      tap: async () => true as never,
      then: /neither a refusal nor undefined/,
    },
  ])('refuses when a tap $when', async ({ tap, then }) => {
    const { registry, run, runs } = setUp(20);
    registry.hooks.admitCall.tapPromise('acme-approvals', tap);
    expect(await run()).toMatchObject({
      ok: false,
      code: 'admission_refused',
      error: expect.stringMatching(then),
    });
    expect(runs()).toBe(0);
  });

  it('shows the approver exactly what will run, frozen', async () => {
    const { registry, run } = setUp();
    const seen: ToolCall[] = [];
    registry.hooks.admitCall.tapPromise('acme-approvals', async (call) => {
      seen.push(call);
      expect(() => Object.assign(call.args as object, { to: 'elsewhere' })).toThrow(TypeError);
      return undefined;
    });
    await run({ to: 'prod' });
    expect(seen[0]).toMatchObject({
      toolName: 'deploy',
      args: { to: 'prod' },
      entry: { name: 'deploy' },
    });
  });
});

describe('how long a policy may take', () => {
  it.each([
    { when: 'there is no limit', admissionTimeoutMs: Number.POSITIVE_INFINITY },
    { when: 'it is more than a timer can count', admissionTimeoutMs: 2 ** 40 },
  ])('is not cut when $when', async ({ admissionTimeoutMs }) => {
    vi.useFakeTimers();
    const { registry, run } = setUp(admissionTimeoutMs);
    const approval = Promise.withResolvers<undefined>();
    registry.hooks.admitCall.tapPromise('acme-approvals', () => approval.promise);
    const ended = run();
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1_000);
    approval.resolve(undefined);
    expect(await ended).toEqual({ ok: true, value: 'deployed' });
  });

  it('ends when the caller gives up right after it asked (E-14)', async () => {
    const { registry, runs } = setUp(Number.POSITIVE_INFINITY);
    registry.hooks.admitCall.tapPromise('acme-approvals', () => new Promise(() => undefined));
    const caller = new AbortController();
    const ended = registry.executeParallel(
      [{ toolCallId: '1', name: 'deploy', args: {} }],
      makeContext({ abortSignal: caller.signal }),
    );
    caller.abort();
    expect(await ended).toMatchObject([{ result: { ok: false } }]);
    expect(runs()).toBe(0);
  });
});

describe('observers', () => {
  it('are told how each call ended, and cannot change or break it', async () => {
    const { registry, run } = setUp();
    const reports: CallReport[] = [];
    registry.hooks.callStarted.tap('acme-broken', () => {
      throw new Error('observer');
    });
    registry.hooks.callFinished.tap('acme-broken', () => {
      throw new Error('observer');
    });
    registry.hooks.callFinished.tap('acme-feed', (report) => {
      reports.push(report);
    });
    expect(await run()).toEqual({ ok: true, value: 'deployed' });
    expect(reports).toMatchObject([
      {
        callId: '1',
        toolName: 'deploy',
        outcome: { status: 'ok', content: [{ type: 'text', text: 'deployed' }] },
        dryRun: false,
        size: { raw: 8, reduced: 8 },
      },
    ]);
    expect(Object.isFrozen(reports[0])).toBe(true);
  });

  it('are told of refused calls too, and counts are kept', async () => {
    const { registry } = setUp();
    await registry.executeParallel([{ toolCallId: '1', name: 'nope', args: {} }], makeContext());
    expect(registry.tally()).toEqual({
      calls: 1,
      outcomes: new Map([['not_available', 1]]),
      reducerFaults: new Map(),
    });
  });

  it('are told what the budget cut', async () => {
    const { registry } = setUp();
    const notices: object[] = [];
    registry.hooks.resultTrimmed.tap('acme-feed', (notice) => {
      notices.push(notice);
    });
    await registry.executeParallel(
      [{ toolCallId: '1', name: 'deploy', args: {} }],
      makeContext({ resultBudgetChars: 5 }),
    );
    expect(notices).toEqual([{ callId: '1', toolName: 'deploy', fromChars: 8, toChars: 5 }]);
  });
});
