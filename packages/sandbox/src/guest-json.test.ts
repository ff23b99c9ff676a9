import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

describe('numbers that no double can hold (S-5)', () => {
  it('make a result invalid', async () => {
    fixture = openSandboxFixture();
    await fixture.loadTools('demo', {
      t: `return { ...text('ok'), structured: { deep: [JSON.rawJSON(params.number)] } };`,
    });
    const call = (number: string) => fixture.call('demo', 't', { args: { number } });
    expect(summarise(await call('1e999'))).toBe('result_invalid');
    expect(summarise(await call('-1e999'))).toBe('result_invalid');
    expect(summarise(await call('1e99'))).toBe('ok');
  });

  it('are not asked of the host', async () => {
    fixture = openSandboxFixture();
    await fixture.loadTools('demo', { t: `await ctx.sleep(JSON.rawJSON('1e999'));` });
    expect(summarise(await fixture.call('demo', 't'))).toBe('capability_failed');
  });

  it('make a schema invalid, and its neighbours live', async () => {
    fixture = openSandboxFixture();
    const tool = (name: string, number: string) =>
      `api.registerTool({ name: '${name}', description: 'A tool.', execute: () => 0,
        parameters: { type: 'object', properties: { a: { default: JSON.rawJSON('${number}') } } } });`;
    const source = `export default (api) => { ${tool('bad', '1e999')} ${tool('good', '1e99')} };`;
    const loaded = await fixture.sandbox.load({ id: 'demo', source });
    expect(loaded).toMatchObject({
      status: 'loaded',
      extension: {
        tools: [{ name: 'good' }],
        diagnostics: [{ code: 'schema_invalid', subject: 'bad' }],
      },
    });
  });
});

describe('parameters that have the names of what every object inherits (E-14)', () => {
  // `format` keeps the second from being decided without the schema checker.
  it.each([
    { checker: 'plain', text: { type: 'string' } },
    { checker: 'schema', text: { type: 'string', format: 'uri' } },
  ])(
    'are absent from {} for the $checker checker, and required where that is said',
    async (row) => {
      fixture = openSandboxFixture();
      const properties = { toString: row.text, valueOf: row.text, hasOwnProperty: row.text };
      const tool = (name: string, required: readonly string[]) =>
        `api.registerTool({ name: '${name}', description: 'A tool.',
        parameters: ${JSON.stringify({ type: 'object', properties, required })},
        execute: (id, params) => ({ content: [{ type: 'text', text: Object.keys(params).join() }] }) });`;
      const source = `export default (api) => { ${tool('free', [])} ${tool('strict', ['toString'])} };`;
      await fixture.sandbox.load({ id: 'demo', source });
      const call = async (name: string, args: object) =>
        summarise(await fixture.call('demo', name, { args }));
      // The fifth is decided by what was compiled after three.
      for (let turn = 0; turn < 5; turn += 1) expect(await call('free', {})).toBe('');
      expect(await call('free', { toString: 'x:y' })).toBe('toString');
      expect(await call('free', { valueOf: 1 })).toBe('input_invalid');
      for (let turn = 0; turn < 5; turn += 1)
        expect(await call('strict', {})).toBe('input_invalid');
      expect(await call('strict', { toString: 'x:y' })).toBe('toString');
    },
  );
});
