import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openSandboxFixture,
  type SandboxFixture,
  summarise,
  toolSource,
} from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
beforeAll(() => {
  fixture = openSandboxFixture({ limits: { loadMs: 300 } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('a bundle that cannot be loaded (F-8)', () => {
  it.each([
    { what: 'throws at top level', source: `throw new Error('no');`, code: 'registration_failed' },
    {
      what: 'throws in register',
      source: `export default () => { throw new Error('no'); }`,
      code: 'registration_failed',
    },
    {
      what: 'rejects in register',
      source: `export default async () => { throw new Error('no'); }`,
      code: 'registration_failed',
    },
    { what: 'loops at top level', source: `for (;;);`, code: 'load_timeout' },
    {
      what: 'loops in register',
      source: `export default () => { for (;;); }`,
      code: 'load_timeout',
    },
    {
      what: 'never finishes register',
      source: `export default () => new Promise(() => {})`,
      code: 'load_timeout',
    },
    {
      what: 'is stuck in native code',
      source: `[].indexOf.call({ length: 2 ** 53 - 1 }, 1); export default () => {}`,
      code: 'load_timeout',
    },
    { what: 'has no default export', source: `export const a = 1;`, code: 'registration_failed' },
    { what: 'is not JavaScript', source: `export default (`, code: 'source_invalid' },
    {
      what: 'imports',
      source: `import fs from 'node:fs'; export default () => {}`,
      code: 'source_invalid',
    },
    { what: 'is too large', source: `/*${'x'.repeat(16_000_001)}*/`, code: 'source_invalid' },
    {
      what: 'floods the heap',
      source: `const all = []; for (;;) all.push([all.length]);`,
      code: 'memory_limit',
    },
  ])('$what → $code', async ({ source, code }) => {
    const result = await fixture.sandbox.load({
      id: 'bad',
      source,
      limits: { heapBytes: 16_000_000, loadMs: code === 'memory_limit' ? 5_000 : 300 },
    });
    expect(result).toMatchObject({ status: 'failed', code, hint: expect.any(String) });
    expect(fixture.sandbox.status().extensions).toEqual([]);
  });
});

describe('a registration (F-1, S-5)', () => {
  it('gives api.id, frozen api.config and a closed window', async () => {
    const source = `
      const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
      let kept;
      export default {
        register(api) {
          kept = api;
          api.registerTool({ name: 'late', description: 'd', parameters: { type: 'object' }, execute() {
            try { kept.registerTool({ name: 'more', description: 'd', parameters: { type: 'object' }, execute() {} }); return text('open'); }
            catch (error) { return text([api.id, api.config.a.b, Object.isFrozen(api.config.a), error.name].join()); }
          } }, { optional: 1 });
        },
      };`;
    const result = await fixture.sandbox.load({ id: 'window', source, config: { a: { b: 1 } } });
    expect(result).toMatchObject({
      status: 'loaded',
      extension: { tools: [{ name: 'late', isOptional: false }] },
    });
    expect(summarise(await fixture.call('window', 'late'))).toBe('window,1,true,TypeError');
  });

  it('takes factories that make one tool, several or none', async () => {
    const source = `
      const tool = (name) => ({ name, description: 'd', parameters: { type: 'object' }, execute() {} });
      export default (api) => {
        api.registerTool((ctx) => tool(ctx.config.name), { optional: true });
        api.registerTool(() => [tool('second'), tool('third')]);
        api.registerTool(() => null);
      };`;
    const result = await fixture.sandbox.load({ id: 'made', source, config: { name: 'first' } });
    expect(result).toMatchObject({
      status: 'loaded',
      extension: {
        diagnostics: [],
        tools: [
          { name: 'first', isOptional: true },
          { name: 'second', isOptional: false },
          { name: 'third', isOptional: false },
        ],
      },
    });
  });

  it('leaves bad tools out, says why, and keeps the others', async () => {
    const tool = (name: string, schema: string): string =>
      `api.registerTool({ name: ${JSON.stringify(name)}, description: 'd', parameters: ${schema}, execute() {} });`;
    const source = `export default (api) => {
      const cyclic = { type: 'object' }; cyclic.self = cyclic;
      let deep = {}; for (let i = 0; i < 100; i++) deep = { deep };
      ${tool('good', `{ type: 'object' }`)} ${tool('GOOD', `{ type: 'object' }`)} ${tool('bad name', `{ type: 'object' }`)}
      ${tool('mcp__x', `{ type: 'object' }`)} ${tool('__proto__', `{ type: 'object' }`)} ${tool('cyclic', 'cyclic')}
      ${tool('deep', `{ type: 'object', properties: deep }`)} ${tool('remote', `{ type: 'object', properties: { a: { $ref: 'https://example.com/s' } } }`)}
      ${tool('huge', `{ type: 'object', description: 'x'.repeat(70000) }`)} ${tool('array', `{ type: 'array' }`)}
      api.registerTool({ name: 'none' }); api.registerTool(5);
      api.registerTool({ name: 'wordy', description: 'x'.repeat(3000), parameters: { type: 'object' }, execute() {} });
    }`;
    const result = await fixture.sandbox.load({ id: 'mixed', source });
    if (result.status !== 'loaded') throw new Error(result.message);
    expect(result.extension.tools.map((one) => one.name)).toEqual(['good']);
    expect(result.extension.diagnostics.map((one) => `${one.subject} ${one.code}`)).toEqual([
      'GOOD tool_invalid',
      'bad name tool_name_invalid',
      'mcp__x tool_name_invalid',
      '__proto__ tool_name_invalid',
      'cyclic tool_invalid',
      'deep schema_invalid',
      'remote schema_invalid',
      'huge schema_invalid',
      'array schema_invalid',
      'none tool_invalid',
      ' tool_invalid',
      'wordy tool_invalid',
    ]);
  });

  it('is recorded: a second load of the same bundle starts no isolate', async () => {
    const bundle = { id: 'again', source: toolSource({ go: `return text('x')` }) };
    await fixture.sandbox.load(bundle);
    await fixture.sandbox.unload('again');
    const started = performance.now();
    expect(await fixture.sandbox.load(bundle)).toMatchObject({ status: 'loaded' });
    expect(performance.now() - started).toBeLessThan(20);
    expect(fixture.sandbox.status().runners.flatMap((runner) => runner.extensions)).not.toContain(
      'again',
    );
  });
});

describe('an isolate whose registration does not end when it is started for a call (F-8)', () => {
  // Registers at once while `Date.now()` is before its birthday, and never afterwards.
  const source = (birthday: number): string => `export default async (api) => {
    api.registerTool({ name: 'go', description: 'A tool.', parameters: { type: 'object' }, execute: () => ({ content: [] }) });
    if (Date.now() >= ${birthday}) await new Promise(() => {});
  };`;
  const limits = { loadMs: 500, callMs: 5_000 };

  /** Answers after the birthday. On a busy machine the first load may come after it: then there is another, later one. */
  async function loadBeforeBirthday(id: string, ownLimits: typeof limits): Promise<void> {
    for (const waitMs of [1_500, 6_000, 20_000]) {
      const birthday = Date.now() + waitMs;
      const { status } = await fixture.sandbox.load({
        id,
        source: source(birthday),
        limits: ownLimits,
      });
      await setTimeout(birthday + 1 - Date.now());
      if (status === 'loaded') return;
      await fixture.sandbox.unload(id);
    }
    throw new Error(`${id} could not be loaded in time.`);
  }

  it('is given up after loadMs, and its runner stays', async () => {
    await loadBeforeBirthday('late', limits);
    const reply = await fixture.call('late', 'go');
    expect(reply).toMatchObject({ status: 'refused', code: 'extension_unavailable' });
    expect(fixture.sandbox.status()).toMatchObject({ callsInFlight: 0 });
    const bad = fixture.events.filter(
      (event) => event.type === 'runner_ended' && event.cause !== 'idle',
    );
    expect(
      bad.filter((event) => event.type === 'runner_ended' && event.extensions.includes('late')),
    ).toEqual([]);
  });

  it('lets a call go that is cancelled meanwhile', async () => {
    await loadBeforeBirthday('later', { loadMs: 10_000, callMs: 20_000 });
    const reply = fixture.call('later', 'go', { signal: AbortSignal.timeout(300) });
    expect(await reply).toMatchObject({ status: 'refused', code: 'aborted_before_start' });
    expect(fixture.sandbox.status()).toMatchObject({ callsInFlight: 0 });
  });
});

describe('reload and unload (F-8)', () => {
  it('lets running calls finish on the old code and gives new ones the new code', async () => {
    const source = (version: string): string =>
      toolSource({ go: `await ctx.sleep(params.ms); return text('${version}')` });
    await fixture.sandbox.load({ id: 'moving', source: source('old') });
    const running = fixture.call('moving', 'go', { args: { ms: 150 } });
    await fixture.call('moving', 'go', { args: { ms: 0 } });
    expect(await fixture.sandbox.reload({ id: 'moving', source: source('new') })).toMatchObject({
      status: 'loaded',
    });
    expect(summarise(await fixture.call('moving', 'go', { args: { ms: 0 } }))).toBe('new');
    expect(summarise(await running)).toBe('old');
  });

  it('keeps the old generation when the new one fails to load', async () => {
    await fixture.loadTools('steady', { go: `return text('old')` });
    expect(await fixture.sandbox.reload({ id: 'steady', source: 'throw 1' })).toMatchObject({
      status: 'failed',
    });
    expect(summarise(await fixture.call('steady', 'go'))).toBe('old');
  });

  it('revokes everything with unload, and running calls end as aborted', async () => {
    await fixture.loadTools('leaving', { go: `await ctx.sleep(5000); return text('x')` });
    const started = Promise.withResolvers<void>();
    const running = fixture.call('leaving', 'go', { onStarted: started.resolve });
    await started.promise;
    await fixture.sandbox.unload('leaving');
    await fixture.sandbox.unload('leaving');
    expect(summarise(await running)).toBe('aborted');
    expect(summarise(await fixture.call('leaving', 'go'))).toBe('extension_unavailable');
  });

  it('refuses to load an id twice', async () => {
    await fixture.loadTools('twice', { go: `return text('x')` });
    expect(await fixture.loadTools('twice', { go: `return text('y')` })).toMatchObject({
      status: 'failed',
    });
  });
});

describe('worker scopes (M-9)', () => {
  it.each([
    { scope: 'shared' as const, then: '1 2 3' },
    { scope: 'agent' as const, then: '1 2 1' },
    { scope: 'user' as const, then: '1 1 2' },
    { scope: 'user_agent' as const, then: '1 1 1' },
  ])('$scope counts $then over two users and two agents', async ({ scope, then }) => {
    const source = `let count = 0; ${toolSource({ go: `count += 1; return text(count)` })}`;
    const id = `scope-${scope}`;
    await fixture.sandbox.load({ id, source });
    const callers = [
      { userId: 'a', agentId: 'one' },
      { userId: 'b', agentId: 'one' },
      { userId: 'b', agentId: 'two' },
    ];
    const counts: string[] = [];
    for (const caller of callers)
      counts.push(
        summarise(await fixture.call(id, 'go', { caller: { ...caller, workerScope: scope } })),
      );
    expect(counts.join(' ')).toBe(then);
  });
});
