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
