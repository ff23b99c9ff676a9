import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

const CONTENT = [
  { type: 'image', data: 'aGk=', mimeType: 'image/png', annotations: { audience: ['user'] } },
  { type: 'text', text: 'between', annotations: { priority: 0.5 }, _meta: { 'acme/n': [1] } },
  { type: 'resource', resource: { uri: 'u', blob: 'aGk=', _meta: { a: 1 } } },
  { type: 'resource_link', uri: 'u', name: 'n', title: 'T', description: 'd', size: 3 },
  { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'u', mimeType: 'text/plain', text: 't' } },
  { type: 'text', text: 'last' },
];

describe('the parts of a result of a guest (E-4b)', () => {
  let fixture: SandboxFixture;
  beforeAll(async () => {
    fixture = openSandboxFixture();
    await fixture.loadTools('demo', {
      echo: 'return { content: params.content, isError: params.isError };',
      media: `const image = { type: 'image', data: 'A'.repeat(params.chars), mimeType: 'image/png' };
        return { content: [{ type: 'text', text: 'x'.repeat(params.text) }, image, image] };`,
      changing: `let reads = 0;
        const resource = { get uri() { reads += 1; return 'read ' + reads; }, blob: 'aGk=' };
        return { content: [{ type: 'resource', resource }] };`,
      throwing: `return { content: [{ type: 'image', get data() { throw 1; }, mimeType: 'a' }] };`,
    });
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it('arrive in their order, with annotations and _meta', async () => {
    const outcome = await fixture.call('demo', 'echo', { args: { content: CONTENT } });
    expect(outcome).toMatchObject({ status: 'ok', content: CONTENT });
  });

  it('arrive with an error, too', async () => {
    const args = { content: CONTENT, isError: true };
    expect(await fixture.call('demo', 'echo', { args })).toMatchObject({
      status: 'failed',
      code: 'execution_failed',
      message: 'between\nlast',
      content: CONTENT,
    });
  });

  it('lose what no part has', async () => {
    const content = [{ type: 'text', text: 't', extra: 1, annotations: { audience: 'all' } }];
    const outcome = await fixture.call('demo', 'echo', { args: { content } });
    expect(outcome).toHaveProperty('content', [{ type: 'text', text: 't', annotations: {} }]);
  });

  it.each([
    { what: 'media within their own limit', chars: 600_000, text: 1, then: 'ok' },
    { what: 'more media', chars: 700_000, text: 1, then: 'result_too_large' },
    { what: 'more text', chars: 4, text: 256_000, then: 'result_too_large' },
  ])('count by bytes: $what → $then', async ({ chars, text, then }) => {
    const outcome = await fixture.call('demo', 'media', { args: { chars, text } });
    expect(outcome.status === 'ok' ? 'ok' : outcome.code).toBe(then);
  });

  it('are read once, and what reading throws makes them invalid', async () => {
    expect(await fixture.call('demo', 'changing')).toHaveProperty('content', [
      { type: 'resource', resource: { uri: 'read 1', blob: 'aGk=' } },
    ]);
    expect(summarise(await fixture.call('demo', 'throwing'))).toBe('result_invalid');
  });

  it('that are no JSON say which value is not', async () => {
    const source = `export default (api) => api.registerTool({
      name: 'counted', description: 'd', parameters: { type: 'object' },
      execute: () => ({ content: [], structuredContent: { count: 1n } }) });`;
    await fixture.sandbox.load({ id: 'counting', source });
    expect(await fixture.call('counting', 'counted')).toMatchObject({
      code: 'result_invalid',
      message: expect.stringContaining('TypeError: Do not know how to serialize a BigInt'),
    });
  });

  it('keep their places when a reducer shortens the text', async () => {
    const source = `export default (api) => {
      const content = ${JSON.stringify(CONTENT)};
      api.registerTool({ name: 'reduced', description: 'd', parameters: { type: 'object' }, execute: () => ({ content }) });
      api.registerReducer({ toolName: 'reduced', reduce: () => ({ ok: true, value: 'short' }) });
    }`;
    await fixture.sandbox.load({ id: 'reducing', source });
    const [image, text, ...others] = CONTENT;
    expect(await fixture.call('reducing', 'reduced')).toMatchObject({
      content: [image, { ...text, text: 'short' }, ...others.slice(0, -1)],
      reduction: { state: 'applied', rawChars: 12 },
    });
  });
});
