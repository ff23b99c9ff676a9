import type { RunPorts, RunReply, RunRequest, ToolRunner } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DefaultToolRegistry } from '../registry/default-tool-registry.ts';
import { makeContext } from '../testing/core-fixtures.ts';

const DESCRIPTION = { name: 'forecast', description: 'Weather', schema: { type: 'object' } };

function setUp(answer: (request: RunRequest, ports: RunPorts) => Promise<RunReply>) {
  const requests: RunRequest[] = [];
  const runner: ToolRunner = {
    run: (request, ports) => {
      requests.push(request);
      return answer(request, ports);
    },
  };
  const registry = new DefaultToolRegistry();
  const origin = { kind: 'extension', id: 'weather', order: 0 } as const;
  registry.catalog.claim({ tool: DESCRIPTION, origin }, { kind: 'runner', runner });
  const run = async (context = makeContext({ agentId: 'main', currentTurn: 4 })) => {
    const calls = [{ toolCallId: 'c1', name: 'forecast', args: { city: 'Oslo' } }];
    const [done] = await registry.executeParallel(calls, context);
    return done?.result;
  };
  return { registry, requests, run };
}

const sunny: RunReply = { kind: 'returned', value: { content: [{ type: 'text', text: 'sunny' }] } };

describe('a tool of an extension', () => {
  it('reaches its runner as plain data, and only its outcome comes back', async () => {
    const { requests, run } = setUp(async () => sunny);
    expect(await run()).toEqual({ ok: true, value: 'sunny' });
    expect(JSON.parse(JSON.stringify(requests))).toEqual(requests);
    expect(requests).toEqual([
      {
        callId: 'c1',
        extensionId: 'weather',
        toolName: 'forecast',
        rawArguments: { city: 'Oslo' },
        mode: 'run',
        timeoutMs: 30_000,
        caller: {
          agentId: 'main',
          sessionKey: 'test:default',
          workerScope: 'agent',
          turnCount: 4,
        },
      },
    ]);
  });

  it.each<{ reply: RunReply; then: object }>([
    {
      reply: { kind: 'refused', code: 'input_invalid', message: '/city: must be string' },
      then: { ok: false, code: 'input_invalid', error: '/city: must be string' },
    },
    {
      reply: { kind: 'failed', code: 'sandbox_crashed', message: 'gone', effects: 'unknown' },
      then: { ok: false, code: 'sandbox_crashed', error: 'gone' },
    },
    {
      reply: {
        kind: 'returned',
        value: { content: [{ type: 'text', text: 'no such city' }], isError: true },
      },
      then: { ok: false, code: 'execution_failed', error: 'no such city' },
    },
  ])('passes on how its run ended: $then.code', async ({ reply, then }) => {
    expect(await setUp(async () => reply).run()).toEqual(then);
  });

  it('fails the call, not the batch, when a runner breaks its promise and rejects', async () => {
    const { run } = setUp(async () => {
      throw new Error('bug in the runner');
    });
    expect(await run()).toMatchObject({ ok: false, code: 'sandbox_crashed' });
  });

  it('has its arguments checked first when somebody must approve them', async () => {
    const { registry, requests, run } = setUp(async () => sunny);
    registry.hooks.admitCall.tapPromise('acme-approvals', async () => undefined);
    await run();
    expect(requests.map(({ mode }) => mode)).toEqual(['validate', 'run']);
    expect(requests[1]?.rawArguments).toBe(requests[0]?.rawArguments);
  });

  it('is validated but not run in a dry run (E-9)', async () => {
    const { requests, run } = setUp(async () => sunny);
    expect(await run(makeContext({ dryRun: true }))).toMatchObject({
      value: expect.stringContaining('[dry run]'),
    });
    expect(requests.map(({ mode }) => mode)).toEqual(['validate']);
  });

  it('sends its progress to the caller', async () => {
    const events: object[] = [];
    const { run } = setUp(async (_request, ports) => {
      ports.onProgress({ message: 'half', percent: 50 });
      return sunny;
    });
    await run(makeContext({ emit: (event) => events.push(event) }));
    expect(events).toEqual([
      { type: 'progress', toolName: 'forecast', message: 'half', percent: 50 },
    ]);
  });

  it('that never answers fills its own places and leaves the others theirs', async () => {
    const never = new Promise<RunReply>(() => undefined);
    const registry = new DefaultToolRegistry({}, undefined, { concurrency: 4, concurrencyEach: 4 });
    const add = (id: string, name: string, answer: Promise<RunReply>) =>
      registry.catalog.claim(
        { tool: { ...DESCRIPTION, name }, origin: { kind: 'extension', id, order: 0 } },
        { kind: 'runner', runner: { run: () => answer } },
      );
    add('greedy', 'hang', never);
    add('modest', 'ping', Promise.resolve(sunny));
    const hangs = Array.from({ length: 20 }, (_, index) => ({
      toolCallId: `${index}`,
      name: 'hang',
      args: {},
    }));
    void registry.executeParallel(hangs, makeContext());
    const [done] = await registry.executeParallel(
      [{ toolCallId: 'p', name: 'ping', args: {} }],
      makeContext(),
    );
    expect(done?.result).toEqual({ ok: true, value: 'sunny' });
  });
});
