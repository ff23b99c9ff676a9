import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

const CASES = [
  {
    name: 'shorter',
    reduce: `(result) => ({ ok: true, value: result.value.slice(0, 3) })`,
    text: 'lon',
    state: 'applied',
  },
  {
    name: 'longer',
    reduce: `(result) => ({ ok: true, value: result.value + '!' })`,
    text: 'long text',
    state: 'rejected',
  },
  {
    name: 'throwing',
    reduce: `() => { throw new Error('no'); }`,
    text: 'long text',
    state: 'failed',
  },
  {
    name: 'promising',
    reduce: `async () => ({ ok: true, value: '' })`,
    text: 'long text',
    state: 'rejected',
  },
  { name: 'nothing', reduce: `() => undefined`, text: 'long text', state: 'rejected' },
  {
    name: 'hostile',
    reduce: `() => ({ ok: true, get value() { throw 1; } })`,
    text: 'long text',
    state: 'failed',
  },
  {
    name: 'failing',
    reduce: `() => ({ ok: false, error: '', code: 'x' })`,
    text: 'long text',
    state: 'rejected',
  },
  {
    name: 'knowing',
    reduce: `(result, context) => ({ ok: true, value: String(context.args.a + context.turnCount) })`,
    text: '8',
    state: 'applied',
  },
] as const;

describe('reducers of an extension for its own tools (E-11, S-1)', () => {
  let fixture: SandboxFixture;
  beforeAll(async () => {
    fixture = openSandboxFixture();
    const register = CASES.map(
      ({ name, reduce }) => `
        api.registerTool({ name: '${name}', description: 'd', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'long' }, { type: 'image', data: 'x', mimeType: 'image/png' }, { type: 'text', text: 'text' }], structured: { kept: 1 }, costUsd: 2 }) });
        api.registerReducer({ toolName: '${name}', reduce: ${reduce} });`,
    );
    const source = `export default (api) => { ${register.join('')}
      api.registerTool({ name: 'failed', description: 'd', parameters: { type: 'object' }, execute: () => ({ content: [{ type: 'text', text: 'bad' }], isError: true }) });
      api.registerReducer({ toolName: 'failed', reduce: () => ({ ok: true, value: '' }) });
      api.registerReducer({ toolName: 'stranger', reduce: () => ({ ok: true, value: '' }) });
    }`;
    const result = await fixture.sandbox.load({ id: 'demo', source });
    expect(result).toMatchObject({
      status: 'loaded',
      extension: { reducers: [...CASES.map(({ name }) => name), 'failed'] },
    });
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each(CASES)('a $name one → $state', async ({ name, text, state }) => {
    const reply = await fixture.call('demo', name, { args: { a: 7 } });
    if (reply.status !== 'ok') throw new Error(reply.message);
    const texts = reply.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    expect(texts.join(' ')).toBe(text);
    expect(reply).toMatchObject({ structured: { kept: 1 }, costUsd: 2 });
    expect(reply.content.filter((part) => part.type === 'image')).toHaveLength(1);
    expect(reply.reduction).toEqual({ state, rawChars: 9 });
  });

  it('never make a failure a success', async () => {
    const reply = await fixture.call('demo', 'failed');
    expect(reply).toMatchObject({
      status: 'failed',
      message: 'bad',
      reduction: { state: 'rejected' },
    });
    expect(summarise(reply)).toBe('bad');
  });

  it('are refused twice for one tool', async () => {
    const source = `export default (api) => { const r = { toolName: 'a', reduce() {} }; api.registerReducer(r); api.registerReducer(r); }`;
    expect(await fixture.sandbox.load({ id: 'clash', source })).toMatchObject({
      status: 'failed',
      code: 'registration_failed',
    });
  });
});
