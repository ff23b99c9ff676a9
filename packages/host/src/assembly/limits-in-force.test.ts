import type { LimitSettings } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

/** A tool whose schema has about `schemaBytes`, and one that says how much it was given. */
const source = (schemaBytes: number) => `export default (api) => {
  const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
  const wide = Object.fromEntries(
    Array.from({ length: ${Math.ceil(schemaBytes / 40)} }, (_, at) => ['property_' + at, { type: 'string' }]),
  );
  api.registerTool({
    name: api.id + '_wide', description: 'd', parameters: { type: 'object', properties: wide },
    execute: () => text('ran'),
  });
  api.registerTool({
    name: api.id + '_measure', description: 'd',
    parameters: { type: 'object', properties: { text: { type: 'string' } } },
    execute: (id, params) => text(params.text.length),
  });
  api.registerTool({
    name: api.id + '_wait', description: 'd', parameters: { type: 'object' },
    execute: async (id, params, ctx) => { await ctx.sleep(700); return text('waited'); },
  });
  api.registerTool({
    name: api.id + '_fail', description: 'd', parameters: { type: 'object' },
    execute: () => { throw new Error('x'.repeat(20_000)); },
  });
};`;

const extension = (id: string, limits: LimitSettings, schemaBytes = 1_000) => ({
  id,
  limits,
  source: source(schemaBytes),
});

let host: Host;
beforeAll(async () => {
  host = await createHost({
    config: { agents: { a: {} }, limits: { callMs: 400, errorChars: 100 } },
    limits: { argumentBytes: 50_000, callMs: 60_000 },
    extensions: [
      extension('usual', {}, 100_000),
      extension('wide', { schemaBytes: 200_000 }, 100_000),
      extension('narrow', { schemaBytes: 500 }),
      extension('roomy', { argumentBytes: 4_000_000 }),
      extension('tight', { argumentBytes: 1_000, callMs: 5_000, errorChars: 6_000 }),
    ],
  });
});
afterAll(() => host[Symbol.asyncDispose]());

const call = async (name: string, args: object = {}) => {
  const [result] = await host
    .agent('a')
    .session('s')
    .execute([{ id: '1', name, args }]);
  return result?.ok === true ? result.text : `${result?.code}: ${result?.message}`;
};

describe('a limit that is set for one extension (E-14)', () => {
  it('lets a larger schema be listed and called', async () => {
    const definitions = await host.agent('a').session('s').definitions();
    const names = definitions.map(({ name }) => name).filter((name) => name.endsWith('_wide'));
    expect(names).toEqual(['wide_wide', 'roomy_wide', 'tight_wide']);
    expect(await call('wide_wide')).toBe('ran');
  });

  it.each([
    { tool: 'usual_measure', chars: 40_000, then: '40000' },
    { tool: 'usual_measure', chars: 60_000, then: 'input_invalid: /: larger than 50000 bytes' },
    { tool: 'roomy_measure', chars: 3_900_000, then: '3900000' },
    {
      tool: 'roomy_measure',
      chars: 4_100_000,
      then: 'input_invalid: /: larger than 4000000 bytes',
    },
    { tool: 'tight_measure', chars: 900, then: '900' },
    { tool: 'tight_measure', chars: 1_100, then: 'input_invalid: /: larger than 1000 bytes' },
  ])('$tool takes $chars characters → $then', async ({ tool, chars, then }) => {
    expect(await call(tool, { text: 'x'.repeat(chars) })).toBe(then);
  });

  it('holds while policies look at the arguments, too', async () => {
    await using watched = await createHost({
      config: { agents: { a: {} } },
      extensions: [
        extension('roomy', { argumentBytes: 4_000_000 }),
        extension('tight', { argumentBytes: 1_000 }),
      ],
    });
    watched.hooks.admitCall.tapPromise('test-watch', async () => undefined);
    const session = watched.agent('a').session('s');
    const [large, refused] = await session.execute([
      { id: '1', name: 'roomy_measure', args: { text: 'x'.repeat(2_000_000) } },
      { id: '2', name: 'tight_measure', args: { text: 'x'.repeat(2_000) } },
    ]);
    expect(large).toMatchObject({ ok: true, text: '2000000' });
    expect(refused).toMatchObject({ code: 'input_invalid' });
  });

  it.each([
    { tool: 'usual_wait', then: 'timeout' },
    { tool: 'tight_wait', then: 'waited' },
  ])('times a call out by its own limit: $tool → $then', async ({ tool, then }) => {
    expect(await call(tool)).toMatch(new RegExp(`^${then}`));
  });

  it.each([
    { tool: 'usual_fail', chars: 100 },
    { tool: 'tight_fail', chars: 6_000 },
  ])('cuts errors at its own limit: $tool', async ({ tool, chars }) => {
    const [result] = await host
      .agent('a')
      .session('s')
      .execute([{ id: '1', name: tool, args: {} }]);
    expect(result).toMatchObject({ ok: false });
    const length = result?.ok === false ? result.message.length : 0;
    expect(length).toBeGreaterThan(chars - 50);
    expect(length).toBeLessThanOrEqual(chars);
  });
});

describe('limits of the configuration', () => {
  it("hold for the embedder's own tools and follow a reload", async () => {
    const echo = {
      name: 'echo',
      description: 'd',
      schema: { type: 'object' },
      execute: (args: unknown) =>
        ({ ok: true, value: String(JSON.stringify(args).length) }) as const,
    };
    const config = { agents: { a: {} }, limits: { argumentBytes: 2_000_000 } };
    await using own = await createHost({ config, tools: [echo] });
    const run = async () => {
      const args = { text: 'x'.repeat(1_500_000) };
      const [result] = await own
        .agent('a')
        .session('s')
        .execute([{ id: '1', name: 'echo', args }]);
      return result?.status;
    };
    expect(await run()).toBe('ok');
    await own.reload({ ...config, limits: { argumentBytes: 1_000 } });
    expect(await run()).toBe('refused');
  });

  it('give the batch its budget', async () => {
    const loud = {
      name: 'loud',
      description: 'd',
      schema: { type: 'object' },
      execute: () => ({ ok: true, value: 'x'.repeat(5_000) }) as const,
    };
    await using own = await createHost({
      config: { agents: { a: {} }, limits: { resultBudgetChars: 1_000 } },
      tools: [loud],
    });
    const [result] = await own
      .agent('a')
      .session('s')
      .execute([{ id: '1', name: 'loud', args: {} }]);
    expect(result).toMatchObject({ ok: true });
    expect(result?.ok === true ? result.text.length : 0).toBe(1_000);
  });
});
