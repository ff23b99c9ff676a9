import type { Tool, ToolContext, ToolResult } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DefaultToolRegistry,
  type RegistryOptions,
} from '../seed-registry/default-tool-registry.ts';
import { makeContext, makeTool, talkativeTool } from '../testing/core-fixtures.ts';

const call = (name: string, args: unknown = {}, toolCallId = name) => ({ toolCallId, name, args });

function registryOf(tools: readonly Tool[], options: RegistryOptions = {}): DefaultToolRegistry {
  const registry = new DefaultToolRegistry({}, undefined, options);
  registry.registerAll(tools);
  return registry;
}

async function runOne(tool: Tool, args: unknown = {}, context: ToolContext = makeContext()) {
  const [done] = await registryOf([tool]).executeParallel([call(tool.name, args)], context);
  return done?.result;
}

const never = new Promise<ToolResult>(() => undefined);

describe('a batch of calls (E-2)', () => {
  it('runs side by side: calls that wait for each other both finish', async () => {
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    const meet = async (): Promise<ToolResult> => {
      arrived += 1;
      if (arrived === 2) both.resolve();
      await both.promise;
      return { ok: true, value: 'met' };
    };
    const registry = registryOf([
      makeTool('a', { execute: meet }),
      makeTool('b', { execute: meet }),
    ]);
    const results = await registry.executeParallel([call('a'), call('b')], makeContext());
    expect(results.map(({ result }) => result.ok)).toEqual([true, true]);
  });

  it('answers in the order of the calls for any mix of outcomes, and never rejects', async () => {
    const registry = registryOf([
      makeTool('ok'),
      makeTool('throws', {
        execute: () => {
          throw new Error('no');
        },
      }),
      makeTool('rejects', {
        execute: async () => {
          throw null;
        },
      }),
      makeTool('fails', {
        execute: async () => ({ ok: false, error: 'no', code: 'execution_failed' }),
      }),
      makeTool('wrong', { execute: async () => 7 as unknown as ToolResult }),
      makeTool('slow', {
        execute: () => new Promise((done) => setImmediate(() => done({ ok: true, value: 'slow' }))),
      }),
    ]);
    const name = fc.constantFrom(
      'ok',
      'throws',
      'rejects',
      'fails',
      'wrong',
      'slow',
      'missing',
      '__proto__',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 12 }), async (names) => {
        const calls = names.map((each, index) => call(each, {}, `call-${index}`));
        const results = await registry.executeParallel(calls, makeContext());
        expect(results.map(({ toolCallId, name: answered }) => [toolCallId, answered])).toEqual(
          calls.map(({ toolCallId, name: asked }) => [toolCallId, asked]),
        );
        for (const { name: ran, result } of results)
          expect(result.ok).toBe(ran === 'ok' || ran === 'slow');
      }),
      { numRuns: 50 },
    );
  });

  it.each([null, undefined, 7, {}, { name: null }])(
    'answers %j in place of a call as an unknown tool',
    async (junk) => {
      const [done] = await registryOf([]).executeParallel([junk as never], makeContext());
      expect(done?.result).toMatchObject({ ok: false, code: 'not_available' });
    },
  );

  it('suggests only what the caller may see (L-2, P-16)', async () => {
    const registry = registryOf([makeTool('read_file'), makeTool('read_mail')]);
    const [seen] = await registry.executeParallel([call('read_fil')], makeContext());
    expect(seen?.result).toMatchObject({
      error: 'Unknown tool: read_fil. Did you mean "read_file"?',
    });
    const [hidden] = await registry.executeParallel([call('read_fil')], makeContext(), ['other']);
    expect(hidden?.result).toMatchObject({ error: 'Unknown tool: read_fil' });
  });

  it('reports the duration of each call (E-14)', async () => {
    let clock = 0;
    const registry = registryOf(
      [
        makeTool('a', {
          execute: async () => {
            clock += 25;
            return { ok: true, value: '' };
          },
        }),
      ],
      { now: () => clock },
    );
    const [done] = await registry.executeParallel([call('a')], makeContext());
    expect(done?.durationMs).toBe(25);
  });
});

describe('the order of the gates (E-3)', () => {
  const capable = (parts: Partial<Tool>) =>
    makeTool('capable', { capabilities: { network: { allowedHosts: ['a.example'] } }, ...parts });

  it.each([
    {
      gate: 'unknown before not permitted',
      tool: makeTool('other'),
      allowed: ['x'],
      then: /^Unknown tool/,
    },
    {
      gate: 'not permitted before not available',
      tool: capable({ isAvailable: () => false }),
      allowed: ['x'],
      then: /not permitted/,
    },
    {
      gate: 'not available before capabilities',
      tool: capable({ isAvailable: () => false }),
      allowed: [],
      then: /not currently available/,
    },
    {
      gate: 'capabilities before arguments',
      tool: capable({ schema: { type: 'object', required: ['a'] } }),
      allowed: [],
      then: /needs the capability "network"/,
    },
  ])('$gate', async ({ tool, allowed, then }) => {
    const [done] = await registryOf([tool]).executeParallel(
      [call('capable')],
      makeContext(),
      allowed,
    );
    expect(done?.result).toMatchObject({
      ok: false,
      code: 'not_available',
      error: expect.stringMatching(then),
    });
  });

  it('never runs a call that any gate refuses', async () => {
    let runs = 0;
    const gate = fc.record({
      allowed: fc.boolean(),
      available: fc.boolean(),
      backed: fc.boolean(),
      valid: fc.boolean(),
      live: fc.boolean(),
      dryRun: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(gate, async ({ allowed, available, backed, valid, live, dryRun }) => {
        runs = 0;
        const registry = new DefaultToolRegistry(backed ? { storage: () => ({}) } : {});
        registry.register(
          makeTool('t', {
            schema: { type: 'object', required: ['a'] },
            capabilities: { storage: {} },
            isAvailable: () => available,
            execute: async () => {
              runs += 1;
              return { ok: true, value: '' };
            },
          }),
        );
        const abortSignal = live ? new AbortController().signal : AbortSignal.abort();
        const context = makeContext({ abortSignal, dryRun });
        const calls = [call('t', valid ? { a: 1 } : {})];
        const [done] = await registry.executeParallel(calls, context, allowed ? ['t'] : ['other']);
        const passes = allowed && available && backed && valid && live;
        expect(done?.result.ok).toBe(passes);
        expect(runs).toBe(passes && !dryRun ? 1 : 0);
      }),
    );
  });
});

describe('budgets (E-4, E-5)', () => {
  it('splits the budget evenly and marks what it cut', async () => {
    const registry = registryOf([talkativeTool('a', 1_000), talkativeTool('b', 1_000)]);
    const results = await registry.executeParallel(
      [call('a'), call('b')],
      makeContext({ resultBudgetChars: 200 }),
    );
    for (const { result } of results) {
      expect(result).toMatchObject({
        ok: true,
        value: expect.stringMatching(/^x+\n\[truncated — 1000 chars total\]$/),
      });
      expect(result.ok && result.value.length).toBe(100);
    }
  });

  it('gives the share of refused calls to the others', async () => {
    const registry = registryOf([talkativeTool('a', 1_000)]);
    const calls = [call('a'), call('nope'), call('nope'), call('nope')];
    const [first] = await registry.executeParallel(calls, makeContext({ resultBudgetChars: 400 }));
    expect(first?.result.ok && first.result.value.length).toBe(400);
  });

  it('tells a tool its share, and caps it by maxResultChars', async () => {
    const seen: number[] = [];
    const execute: Tool['execute'] = async (_args, context) => {
      seen.push(context.resultBudgetChars);
      return { ok: true, value: 'y'.repeat(1_000) };
    };
    const registry = registryOf([
      makeTool('a', { execute }),
      makeTool('b', { execute, maxResultChars: 60 }),
    ]);
    const results = await registry.executeParallel(
      [call('a'), call('b')],
      makeContext({ resultBudgetChars: 500 }),
    );
    expect(seen).toEqual([250, 60]);
    expect(results.map(({ result }) => result.ok && result.value.length)).toEqual([440, 60]);
  });

  it('uses 80,000 characters when none are given', async () => {
    const registry = registryOf([talkativeTool('a', 200_000)]);
    const context = makeContext({ resultBudgetChars: undefined as never });
    const [done] = await registry.executeParallel([call('a')], context);
    expect(done?.result.ok && done.result.value.length).toBe(80_000);
  });

  it('trims error texts too, and keeps structured and cost', async () => {
    const structured = { rows: [1, 2, 3] };
    const registry = registryOf([
      makeTool('bad', {
        execute: async () => ({ ok: false, error: 'e'.repeat(500), code: 'execution_failed' }),
      }),
      makeTool('good', {
        execute: async () => ({ ok: true, value: 'v'.repeat(500), structured, cost_usd: 0.5 }),
      }),
    ]);
    const results = await registry.executeParallel(
      [call('bad'), call('good')],
      makeContext({ resultBudgetChars: 200 }),
    );
    expect(results[0]?.result).toMatchObject({
      error: expect.stringMatching(/truncated — 500 chars total/),
    });
    expect(results[1]?.result).toMatchObject({ structured, cost_usd: 0.5 });
  });

  it('never exceeds the budget or a cap, and never splits a pair', async () => {
    const size = fc.record({
      length: fc.nat(3_000),
      cap: fc.option(fc.nat(500), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(2_000), fc.array(size, { maxLength: 6 }), async (budget, sizes) => {
        const tools = sizes.map(({ length, cap }, index) =>
          makeTool(`t${index}`, {
            ...(cap === undefined ? {} : { maxResultChars: cap }),
            execute: async () => ({ ok: true, value: '😀'.repeat(length) }),
          }),
        );
        const calls = tools.map(({ name }) => call(name));
        const results = await registryOf(tools).executeParallel(
          calls,
          makeContext({ resultBudgetChars: budget }),
        );
        const values = results.map(({ result }) => (result.ok ? result.value : result.error));
        expect(values.join('').length).toBeLessThanOrEqual(budget);
        values.forEach((value, index) => {
          expect(value.length).toBeLessThanOrEqual(sizes[index]?.cap ?? budget);
          expect(value.isWellFormed()).toBe(true);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('arguments (E-14)', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'array', items: { type: 'integer' } } },
    required: ['city'],
    additionalProperties: false,
  };
  const cyclic: Record<string, unknown> = { city: 'Oslo' };
  cyclic['self'] = cyclic;

  it.each([
    { what: 'a missing property', args: {}, then: /must have required properties city/ },
    { what: 'a wrong type', args: { city: 1 }, then: /\/city: must be string/ },
    {
      what: 'a wrong item',
      args: { city: 'Oslo', days: [1, 'x'] },
      then: /\/days\/1: must be integer/,
    },
    {
      what: 'an extra property',
      args: { city: 'Oslo', extra: 1 },
      then: /\/extra: is not a property of this tool/,
    },
    { what: 'a string in place of an object', args: 'Oslo', then: /must be object/ },
    { what: 'a cycle', args: cyclic, then: /not plain data/ },
    { what: 'a BigInt', args: { city: 1n }, then: /not plain data/ },
    { what: 'too much', args: { city: 'x'.repeat(1_000_001) }, then: /larger than 1000000 bytes/ },
  ])('refuses $what with its place, and runs nothing', async ({ args, then }) => {
    let runs = 0;
    const tool = makeTool('weather', {
      schema,
      execute: async () => {
        runs += 1;
        return { ok: true, value: '' };
      },
    });
    expect(await runOne(tool, args)).toMatchObject({
      ok: false,
      code: 'input_invalid',
      error: expect.stringMatching(then),
    });
    expect(runs).toBe(0);
  });

  it('takes what every object inherits for a parameter only if it was given', async () => {
    const properties = { toString: { type: 'string' }, valueOf: { type: 'number' } };
    const free = makeTool('free', { schema: { type: 'object', properties } });
    expect(await runOne(free, {})).toMatchObject({ ok: true });
    expect(await runOne(free, { valueOf: 'x' })).toMatchObject({ code: 'input_invalid' });
    const schema = { type: 'object', properties, required: ['toString'] };
    expect(await runOne(makeTool('strict', { schema }), {})).toMatchObject({
      error: expect.stringMatching(/must have required properties toString/),
    });
  });

  it('takes missing arguments for an empty object', async () => {
    expect(await runOne(makeTool('now'), undefined)).toMatchObject({ ok: true });
  });

  it('gives the tool a copy that it may change with no effect elsewhere', async () => {
    const args = { list: [1] };
    const execute: Tool<{ list: number[] }>['execute'] = async (own) => {
      own.list.push(2);
      return { ok: true, value: JSON.stringify(own) };
    };
    expect(
      await runOne(makeTool('push', { execute: execute as Tool['execute'] }), args),
    ).toMatchObject({ value: '{"list":[1,2]}' });
    expect(args).toEqual({ list: [1] });
  });

  it('does not let __proto__ in arguments reach a prototype', async () => {
    const execute: Tool['execute'] = async (args) => ({
      ok: true,
      value: String((args as { admin?: boolean }).admin),
    });
    const args: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    expect(await runOne(makeTool('check', { execute }), args)).toEqual({
      ok: true,
      value: 'undefined',
    });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('results are hostile data (E-14)', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const thenable = {
    then: (done: (value: unknown) => void) => done({ ok: true, value: 'adopted' }),
  };

  it.each([
    { what: 'undefined', value: undefined, code: 'result_invalid' },
    { what: 'null', value: null, code: 'result_invalid' },
    { what: 'a string', value: 'text', code: 'result_invalid' },
    { what: 'an empty object', value: {}, code: 'result_invalid' },
    { what: 'ok without a value', value: { ok: true }, code: 'result_invalid' },
    { what: 'a value that is a number', value: { ok: true, value: 7 }, code: 'result_invalid' },
    {
      what: 'a value that is a promise',
      value: { ok: true, value: Promise.resolve('x') },
      code: 'result_invalid',
    },
    {
      what: 'structured with a cycle',
      value: { ok: true, value: '', structured: cyclic },
      code: 'result_invalid',
    },
    {
      what: 'structured with a function',
      value: { ok: true, value: '', structured: () => 1 },
      code: 'result_invalid',
    },
    { what: 'content with a hole', value: { content: [null] }, code: 'result_invalid' },
    {
      what: 'content of another type',
      value: { content: [{ type: 'html', text: 'x' }] },
      code: 'result_invalid',
    },
    {
      what: 'a getter that throws',
      value: {
        get ok(): boolean {
          throw new Error('gotcha');
        },
      },
      code: 'result_invalid',
    },
    {
      what: 'a proxy that throws',
      value: new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('gotcha');
          },
        },
      ),
      code: 'result_invalid',
    },
    {
      what: 'a failure with a made-up code',
      value: { ok: false, error: 'no', code: '__proto__' },
      code: 'execution_failed',
    },
    {
      what: 'a failure with a diagnostic code',
      value: { ok: false, error: 'no', code: 'reducer_clash' },
      code: 'execution_failed',
    },
    { what: 'a failure without words', value: { ok: false, code: 'timeout' }, code: 'timeout' },
  ])('$what → $code', async ({ value, code }) => {
    const tool = makeTool('odd', { execute: async () => value as ToolResult });
    expect(await runOne(tool)).toMatchObject({ ok: false, code, error: expect.any(String) });
  });

  it('waits for a thenable as for a promise', async () => {
    expect(await runOne(makeTool('odd', { execute: () => thenable as never }))).toEqual({
      ok: true,
      value: 'adopted',
    });
  });

  it('understands content parts, media beside the text (F-1, E-4b)', async () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const content = [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }];
    const tool = makeTool('parts', { execute: async () => ({ content, isError: false }) as never });
    expect(await runOne(tool)).toEqual({ ok: true, value: 'a\nb', media: [image] });
  });

  it('refuses more media than any limit allows (E-4b)', async () => {
    const media = [{ type: 'image', data: 'A'.repeat(8_000_004), mimeType: 'image/png' }] as const;
    const tool = makeTool('big', { execute: async () => ({ ok: true, value: '', media }) });
    expect(await runOne(tool)).toMatchObject({ ok: false, code: 'result_too_large' });
  });

  it.each([
    { structured: { n: 1 }, then: { ok: true } },
    {
      structured: { n: 'x' },
      then: {
        ok: false,
        code: 'output_invalid',
        error: expect.stringContaining('/n: must be number'),
      },
    },
    { structured: undefined, then: { ok: false, code: 'output_invalid' } },
  ])('holds $structured to the output schema', async ({ structured, then }) => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } } };
    const result = { ok: true, value: '', ...(structured && { structured }) } as ToolResult;
    expect(
      await runOne(makeTool('typed', { outputSchema, execute: async () => result })),
    ).toMatchObject(then);
  });

  it.each([
    { thrown: new TypeError('bad'), then: 'TypeError: bad' },
    { thrown: 'text', then: 'text' },
    {
      thrown: {
        toString() {
          throw new Error('twice');
        },
      },
      then: 'something that cannot be printed',
    },
    { thrown: new Error('x'.repeat(5_000)), then: expect.stringMatching(/^Error: x{1992}…$/) },
  ])('bounds what a tool throws', async ({ thrown, then }) => {
    const tool = makeTool('throws', {
      execute: async () => {
        throw thrown;
      },
    });
    expect(await runOne(tool)).toEqual({ ok: false, code: 'execution_failed', error: then });
  });
});

describe('time-outs, abort and concurrency (E-14)', () => {
  it('ends a call that takes too long and tells the tool', async () => {
    let signal: AbortSignal | undefined;
    const hang: Tool['execute'] = (_args, context) => {
      signal = context.abortSignal;
      return never;
    };
    const result = await runOne(makeTool('hang', { timeoutMs: 10, execute: hang }));
    expect(result).toMatchObject({ ok: false, code: 'timeout' });
    expect(signal?.aborted).toBe(true);
  });

  it('does not let a tool give itself more time than the host gives', async () => {
    const registry = registryOf([makeTool('hang', { timeoutMs: 1e9, execute: () => never })], {
      limits: { callMs: 10 },
    });
    const [done] = await registry.executeParallel([call('hang')], makeContext());
    expect(done?.result).toMatchObject({ code: 'timeout' });
  });

  it('refuses before the start, fails after it', async () => {
    const controller = new AbortController();
    const started = Promise.withResolvers<void>();
    const execute: Tool['execute'] = () => {
      started.resolve();
      return never;
    };
    const registry = registryOf([makeTool('hang', { execute })]);
    const context = makeContext({ abortSignal: controller.signal });
    const running = registry.executeParallel([call('hang')], context);
    await started.promise;
    controller.abort();
    expect((await running)[0]?.result).toMatchObject({ code: 'aborted' });
    const [late] = await registry.executeParallel([call('hang')], context);
    expect(late?.result).toMatchObject({ code: 'aborted_before_start' });
  });

  it('drops what a tool answers or emits after its end', async () => {
    const events: string[] = [];
    const late = Promise.withResolvers<void>();
    const execute: Tool['execute'] = async (_args, { emit }) => {
      emit({ type: 'progress', toolName: 'slow', message: 'in time' });
      await late.promise;
      emit({ type: 'progress', toolName: 'slow', message: 'too late' });
      return { ok: true, value: 'too late' };
    };
    const context = makeContext({ emit: ({ message }) => events.push(message) });
    const result = await runOne(makeTool('slow', { timeoutMs: 10, execute }), {}, context);
    late.resolve();
    await new Promise((turn) => setImmediate(turn));
    expect(result).toMatchObject({ code: 'timeout' });
    expect(events).toEqual(['in time']);
  });

  it('runs no more calls at once than the limit', async () => {
    let running = 0;
    let most = 0;
    const execute: Tool['execute'] = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((turn) => setImmediate(turn));
      running -= 1;
      return { ok: true, value: '' };
    };
    const registry = registryOf([makeTool('busy', { execute })], {
      limits: { hostConcurrentCalls: 3 },
    });
    const calls = Array.from({ length: 20 }, (_, index) => call('busy', {}, String(index)));
    await registry.executeParallel(calls, makeContext());
    expect(most).toBe(3);
  });

  it('never starts a call that was cancelled while it waited for a place', async () => {
    let runs = 0;
    const controller = new AbortController();
    const execute: Tool['execute'] = () => {
      runs += 1;
      return never;
    };
    const registry = registryOf([makeTool('hang', { execute, timeoutMs: 50 })], {
      limits: { hostConcurrentCalls: 1 },
    });
    const first = registry.executeParallel([call('hang')], makeContext());
    const second = registry.executeParallel(
      [call('hang')],
      makeContext({ abortSignal: controller.signal }),
    );
    await new Promise((turn) => setImmediate(turn));
    controller.abort();
    expect((await second)[0]?.result).toMatchObject({ code: 'aborted_before_start' });
    await first;
    expect(runs).toBe(1);
  });

  it('lets a tool call other tools when every place is taken', async () => {
    const registry = registryOf([makeTool('inner')], { limits: { hostConcurrentCalls: 1 } });
    registry.register(
      makeTool('outer', {
        execute: async (_args, context) => {
          const [inner] = await registry.executeParallel([call('inner')], context);
          return inner?.result ?? { ok: false, error: 'nothing', code: 'execution_failed' };
        },
      }),
    );
    const [done] = await registry.executeParallel([call('outer')], makeContext());
    expect(done?.result).toEqual({ ok: true, value: 'inner done' });
  });

  it('never shows one session the context of another', async () => {
    const execute: Tool['execute'] = async (_args, context) => {
      const before = context.sessionKey;
      await new Promise((turn) => setImmediate(turn));
      return {
        ok: true,
        value: `${before}|${context.sessionKey}|${context.agentId}|${context.currentTurn}`,
      };
    };
    const registry = registryOf([makeTool('who', { execute })], {
      limits: { hostConcurrentCalls: 4 },
    });
    const session = fc.record({
      sessionKey: fc.string(),
      agentId: fc.string(),
      currentTurn: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(session, { maxLength: 10 }), async (sessions) => {
        const batches = sessions.map((each) =>
          registry.executeParallel([call('who')], makeContext(each)),
        );
        const answers = await Promise.all(batches);
        expect(answers.map(([done]) => done?.result.ok && done.result.value)).toEqual(
          sessions.map(
            ({ sessionKey, agentId, currentTurn }) =>
              `${sessionKey}|${sessionKey}|${agentId}|${currentTurn}`,
          ),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('gives a tool a context it cannot change', async () => {
    const execute: Tool['execute'] = async (_args, context) => {
      Object.assign(context, { sessionKey: 'stolen' });
      return { ok: true, value: '' };
    };
    expect(await runOne(makeTool('thief', { execute }))).toMatchObject({
      ok: false,
      error: expect.stringContaining('TypeError'),
    });
  });
});

describe('a dry run (E-9)', () => {
  it('shows what would run without secrets, and runs nothing', async () => {
    const schema = {
      type: 'object',
      properties: {
        pin: { type: 'string', format: 'password' },
        note: { type: 'string', writeOnly: true },
      },
    };
    const execute = () => {
      throw new Error('ran');
    };
    const args = {
      path: '/a',
      apiKey: 'k-123',
      nested: [{ Authorization: 'b-123' }],
      pin: 'p-123',
      note: 'n-123',
    };
    const result = await runOne(
      makeTool('send', { schema, execute }),
      args,
      makeContext({ dryRun: true }),
    );
    expect(result).toEqual({
      ok: true,
      value:
        '[dry run] send would run with {"path":"/a","apiKey":"[redacted]","nested":[{"Authorization":"[redacted]"}],"pin":"[redacted]","note":"[redacted]"}',
    });
  });
});
