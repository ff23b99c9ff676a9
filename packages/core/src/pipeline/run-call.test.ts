import {
  type CallReport,
  failWith,
  type RunPorts,
  type RunRequest,
  type ToolCall,
  type ToolOutcome,
  type ToolRunner,
} from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { DefaultToolResultReducerRegistry } from '../reducers/default-tool-result-reducer-registry.ts';
import { SILENT_LOGGER } from '../registry/silent-logger.ts';
import {
  DefaultToolRegistry,
  type RegistryOptions,
} from '../seed-registry/default-tool-registry.ts';
import { makeContext } from '../testing/core-fixtures.ts';

const DESCRIPTION = { name: 'forecast', description: 'Weather', schema: { type: 'object' } };

function setUp(
  answer: (request: RunRequest, ports: RunPorts) => Promise<ToolOutcome>,
  options: RegistryOptions = {},
  reducers?: DefaultToolResultReducerRegistry,
) {
  const requests: RunRequest[] = [];
  const runner: ToolRunner = {
    run: (request, ports) => {
      requests.push(request);
      return answer(request, ports);
    },
  };
  const registry = new DefaultToolRegistry({}, reducers, options);
  const origin = { kind: 'extension', id: 'weather' } as const;
  registry.catalog.claim({ tool: DESCRIPTION, origin }, { kind: 'runner', runner });
  const run = async (context = makeContext({ agentId: 'main', currentTurn: 4 })) => {
    const calls = [{ toolCallId: 'c1', name: 'forecast', args: { city: 'Oslo' } }];
    const [done] = await registry.executeParallel(calls, context);
    return done?.result;
  };
  return { registry, requests, run };
}

const sunny: ToolOutcome = { status: 'ok', content: [{ type: 'text', text: 'sunny' }] };

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
        args: { city: 'Oslo' },
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

  it.each<{ reply: ToolOutcome; then: object }>([
    {
      reply: { status: 'refused', code: 'input_invalid', message: '/city: must be string' },
      then: { ok: false, code: 'input_invalid', error: '/city: must be string' },
    },
    {
      reply: { status: 'failed', code: 'sandbox_crashed', message: 'gone', effects: 'unknown' },
      then: { ok: false, code: 'sandbox_crashed', error: 'gone' },
    },
    {
      reply: failWith([{ type: 'text', text: 'no such city' }], { errorChars: 2_000 }),
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

  it('has its arguments checked first when a policy must approve them', async () => {
    const { registry, requests, run } = setUp(async () => sunny);
    registry.hooks.admitCall.tapPromise('acme-approvals', async () => undefined);
    await run();
    expect(requests.map(({ mode }) => mode)).toEqual(['validate', 'run']);
    expect(requests[1]?.args).toBe(requests[0]?.args);
  });

  it('gets its arguments uncopied where no hook sees them', async () => {
    const { registry, requests } = setUp(async () => sunny);
    const args = { city: 'Oslo' };
    const calls = [{ toolCallId: 'c1', name: 'forecast', args }];
    await registry.executeParallel(calls, makeContext());
    expect(requests[0]?.args).toBe(args);
  });

  it('shows observers of its start a frozen copy of its arguments, and runs exactly that', async () => {
    const { registry, requests } = setUp(async () => sunny);
    const seen: ToolCall[] = [];
    registry.hooks.callStarted.tap('acme-feed', (call) => seen.push(call));
    const args = { city: { name: 'Oslo' } };
    const calls = [{ toolCallId: 'c1', name: 'forecast', args }];
    const ended = registry.executeParallel(calls, makeContext());
    args.city.name = 'changed later';
    await ended;
    expect(requests.map(({ mode }) => mode)).toEqual(['run']);
    expect(seen).toHaveLength(1);
    const [call] = seen;
    expect(call?.args).toEqual({ city: { name: 'Oslo' } });
    expect(requests[0]?.args).toBe(call?.args);
    expect(Object.values({ ...call })).not.toContain(args);
    expect(() => Object.assign(call ?? {}, { args: {} })).toThrow(TypeError);
    const { city } = (call?.args ?? {}) as Partial<typeof args>;
    expect(() => Object.assign(city ?? {}, { name: 'x' })).toThrow(TypeError);
  });

  it('shows a policy nothing that it could change', async () => {
    const { registry, requests } = setUp(async () => sunny);
    const args = { city: 'Oslo' };
    registry.hooks.admitCall.tapPromise('acme-approvals', async (call) => {
      expect(Object.values(call)).not.toContain(args);
      expect(() => Object.assign(call, { args: {} })).toThrow(TypeError);
      expect(() => Object.assign(call.args as object, { city: 'x' })).toThrow(TypeError);
      return undefined;
    });
    const calls = [{ toolCallId: 'c1', name: 'forecast', args }];
    const [done] = await registry.executeParallel(calls, makeContext());
    expect(done?.result).toEqual({ ok: true, value: 'sunny' });
    expect(requests.at(-1)).toMatchObject({ mode: 'run', args: { city: 'Oslo' } });
  });

  it.each([
    { state: 'applied', faults: [] },
    { state: 'failed', faults: [['forecast', 1]] },
    { state: 'rejected', faults: [['forecast', 1]] },
  ] as const)('reports, counts and logs what its own reducer did: $state (E-11)', async (given) => {
    const { state, faults } = given;
    const warnings: object[] = [];
    const logger = { ...SILENT_LOGGER, warn: (details: object) => warnings.push(details) };
    const reply: ToolOutcome = { ...sunny, reduction: { state, rawChars: 900 } };
    const { registry, run } = setUp(async () => reply, { logger });
    const reports: CallReport[] = [];
    registry.hooks.callFinished.tap('acme-feed', (report) => reports.push(report));
    await run();
    expect(reports).toMatchObject([{ reducer: state, size: { raw: 900, reduced: 5 } }]);
    expect([...registry.tally().reducerFaults]).toEqual(faults);
    expect(warnings).toHaveLength(faults.length);
    if (faults.length > 0)
      expect(warnings).toMatchObject([{ code: 'reducer_failed', tool: 'forecast' }]);
  });

  it('reports a fault of its own reducer though one of the host worked (E-11)', async () => {
    const reply: ToolOutcome = { ...sunny, reduction: { state: 'failed', rawChars: 5 } };
    const reducers = new DefaultToolResultReducerRegistry();
    reducers.register({ toolName: 'forecast', reduce: () => ({ ok: true, value: 'sun' }) });
    const { registry, run } = setUp(async () => reply, {}, reducers);
    const reports: CallReport[] = [];
    registry.hooks.callFinished.tap('acme-feed', (report) => reports.push(report));
    expect(await run()).toEqual({ ok: true, value: 'sun' });
    expect(reports).toMatchObject([{ reducer: 'failed', size: { raw: 5, reduced: 3 } }]);
  });

  it('is validated but not run in a dry run (E-9)', async () => {
    const { requests, run } = setUp(async () => sunny);
    expect(await run(makeContext({ dryRun: true }))).toMatchObject({
      value: expect.stringContaining('[dry run]'),
    });
    expect(requests.map(({ mode }) => mode)).toEqual(['validate']);
  });

  it('has no reducer have a say in a dry run (E-9)', async () => {
    const reducers = new DefaultToolResultReducerRegistry();
    reducers.register({ toolName: 'forecast', reduce: () => ({ ok: true, value: 'sun' }) });
    const { run } = setUp(async () => sunny, {}, reducers);
    expect(await run(makeContext({ dryRun: true }))).toMatchObject({
      value: expect.stringContaining('[dry run]'),
    });
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
    const never = new Promise<ToolOutcome>(() => undefined);
    const registry = new DefaultToolRegistry({}, undefined, {
      limits: { hostConcurrentCalls: 4, concurrentCalls: 4 },
    });
    const add = (id: string, name: string, answer: Promise<ToolOutcome>) =>
      registry.catalog.claim(
        { tool: { ...DESCRIPTION, name }, origin: { kind: 'extension', id } },
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
