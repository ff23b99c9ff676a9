import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

const SOURCE = `
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
export default function (api) {
  api.registerTool({
    name: 'greet',
    description: 'Greets.',
    parameters: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
    execute: (id, params) => text('hello ' + params.who),
  });
  api.registerTool({
    name: 'count',
    description: 'Counts.',
    parameters: { type: 'object' },
    outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    async execute(id, params) {
      return { ...text('counted'), structured: { n: params.n } };
    },
  }, { optional: true });
  api.registerTool((ctx) => [{ name: 'made', description: ctx.id, parameters: {}, execute: () => text('made') }]);
}`;

describe('a sandbox with one extension (S-1, F-1, E-14)', () => {
  let fixture: SandboxFixture;
  beforeAll(async () => {
    fixture = openSandboxFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it('registers tools and says which are optional and which were left out', async () => {
    const result = await fixture.sandbox.load({ id: 'demo', source: SOURCE });
    expect(result.status).toBe('loaded');
    if (result.status !== 'loaded') return;
    expect(result.extension.tools.map((tool) => [tool.name, tool.isOptional])).toEqual([
      ['greet', false],
      ['count', true],
    ]);
    expect(result.extension.diagnostics.map((one) => [one.code, one.subject])).toEqual([
      ['schema_invalid', 'made'],
    ]);
  });

  it('keeps no isolate after a load', () => {
    expect(fixture.sandbox.status().runners.flatMap((runner) => runner.extensions)).toEqual([]);
  });

  it.each([
    { tool: 'greet', args: { who: 'you' }, mode: 'run' as const, then: 'hello you' },
    { tool: 'greet', args: { who: 5 }, mode: 'run' as const, then: 'input_invalid' },
    { tool: 'greet', args: {}, mode: 'validate' as const, then: 'input_invalid' },
    { tool: 'count', args: { n: 3 }, mode: 'run' as const, then: 'counted' },
    { tool: 'count', args: { n: 'three' }, mode: 'run' as const, then: 'output_invalid' },
    { tool: 'nothing', args: {}, mode: 'run' as const, then: 'not_available' },
  ])('$mode $tool $args → $then', async ({ tool, args, mode, then }) => {
    expect(summarise(await fixture.call('demo', tool, { args, mode }))).toBe(then);
  });

  it('names the path of a bad argument and says that no tool code ran', async () => {
    const reply = await fixture.call('demo', 'greet', { args: { who: 5 } });
    expect(reply).toMatchObject({ status: 'refused', message: '/who: must be string' });
  });

  it('answers a validation without running anything', async () => {
    const reply = await fixture.call('demo', 'greet', { args: { who: 'me' }, mode: 'validate' });
    expect(reply).toMatchObject({ status: 'ok' });
    expect(summarise(reply)).toBe('');
  });

  it('reports what a call cost', async () => {
    const reply = await fixture.call('demo', 'greet', { args: { who: 'you' } });
    expect(reply.usage).toMatchObject({ hostCalls: 0, bytesOut: expect.any(Number) });
    expect(reply.usage?.heapBytes).toBeGreaterThan(100_000);
    expect(reply.usage?.wallMs).toBeGreaterThan(0);
  });
});
