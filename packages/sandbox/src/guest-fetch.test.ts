import type { CapabilityBroker, OperationInput } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

const asked: OperationInput<'network', 'fetch'>[] = [];

/** Answers by the path of the URL; `/never` has no answer. */
const network: Pick<CapabilityBroker<'network'>, 'fetch'> = {
  fetch: async (input) => {
    asked.push(input);
    const { url } = input;
    if (url.endsWith('/never')) return new Promise(() => undefined);
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['X-Two', 'a'],
      ['x-two', 'b'],
    ];
    const body = url.endsWith('/bytes')
      ? { body: Buffer.from([0, 255, 254]).toString('base64'), bodyEncoding: 'base64' as const }
      : { body: '{"a":"é"}', bodyEncoding: 'utf8' as const };
    const status = url.endsWith('/missing') ? 404 : 200;
    return { status, statusText: 'Fine', url, redirected: true, headers, ...body };
  },
};

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = openSandboxFixture({ brokers: { network } });
  const run = `const result = await new (Object.getPrototypeOf(async () => {}).constructor)('ctx', params.code)(ctx); return text(typeof result === 'string' ? result : JSON.stringify(result));`;
  const source = `export default (api) => api.registerTool({ name: 'run', description: 'A tool.', parameters: { type: 'object' }, capabilities: { network: { allowedHosts: ['*'] } }, async execute(id, params, ctx) { const text = (value) => ({ content: [{ type: 'text', text: String(value) }] }); ${run} } });`;
  await fixture.sandbox.load({ id: 'guest', source, grants: { network: { allowedHosts: ['*'] } } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const evaluate = async (code: string): Promise<string> =>
  summarise(await fixture.call('guest', 'run', { args: { code } }));

describe('what fetch answers in a guest (S-2)', () => {
  it.each([
    {
      code: `const r = await fetch('https://a.example/x'); return [r.status, r.ok, r.statusText, r.url, r.redirected, r.bodyUsed]`,
      then: '[200,true,"Fine","https://a.example/x",true,false]',
    },
    { code: `return (await ctx.fetch('https://a.example/missing')).ok`, then: 'false' },
    {
      code: `return (await fetch(new URL('https://a.example/x'))).url`,
      then: 'https://a.example/x',
    },
    { code: `return await (await fetch('https://a.example/x')).text()`, then: '{"a":"é"}' },
    { code: `return (await (await fetch('https://a.example/x')).json()).a`, then: 'é' },
    {
      code: `return [...(await (await fetch('https://a.example/bytes')).bytes())]`,
      then: '[0,255,254]',
    },
    {
      code: `return (await (await fetch('https://a.example/bytes')).arrayBuffer()).byteLength`,
      then: '3',
    },
    {
      code: `const { headers } = await fetch('https://a.example/x'); const seen = []; headers.forEach((value, name) => seen.push(name + '=' + value)); return [headers.get('content-type'), headers.has('X-TWO'), headers.get('none'), [...headers].length, seen]`,
      then: '["application/json",true,null,2,["content-type=application/json","x-two=a, b"]]',
    },
    {
      code: `const r = await fetch('https://a.example/x'); const c = r.clone(); await r.text(); return [r.bodyUsed, c.bodyUsed, await r.text().catch((error) => error.name), (await c.json()).a]`,
      then: '[true,false,"TypeError","é"]',
    },
    {
      code: `return await fetch('https://a.example/x', { signal: AbortSignal.abort() }).catch((error) => error.name)`,
      then: 'AbortError',
    },
    {
      code: `const c = new AbortController(); setTimeout(() => c.abort(), 5); return await fetch('https://a.example/never', { signal: c.signal }).catch((error) => error.name)`,
      then: 'AbortError',
    },
  ])('$code', async ({ code, then }) => {
    expect(await evaluate(code)).toBe(then);
  });
});

describe('what fetch asks of the host (S-2)', () => {
  it.each([
    { what: 'nothing but the address', init: 'undefined', then: undefined },
    {
      what: 'headers of an object, and a text',
      init: `{ method: 'POST', headers: { 'X-A': '1' }, body: 'é', cache: 'no-store', signal: null }`,
      then: {
        method: 'POST',
        headers: [
          ['content-type', 'text/plain;charset=UTF-8'],
          ['x-a', '1'],
        ],
        body: 'é',
      },
    },
    {
      what: 'headers of pairs, and bytes',
      init: `{ method: 'PUT', headers: [['X-A', '1'], ['x-a', '2']], body: new Uint8Array([0, 255]) }`,
      then: {
        method: 'PUT',
        headers: [['x-a', '1, 2']],
        body: 'AP8=',
        bodyEncoding: 'base64',
      },
    },
    {
      what: 'headers of Headers, and a buffer',
      init: `{ method: 'PUT', headers: new Headers({ A: 'b', Host: 'other', 'Content-Length': '9' }), body: new Uint8Array([1, 2]).buffer, redirect: 'error' }`,
      then: {
        method: 'PUT',
        redirect: 'error',
        headers: [['a', 'b']],
        body: 'AQI=',
        bodyEncoding: 'base64',
      },
    },
    {
      what: 'a form',
      init: `{ method: 'POST', body: new URLSearchParams({ a: 'b c' }) }`,
      then: {
        method: 'POST',
        headers: [['content-type', 'application/x-www-form-urlencoded;charset=UTF-8']],
        body: 'a=b+c',
      },
    },
  ])('$what', async ({ init, then }) => {
    await evaluate(`await fetch('https://a.example/x', ${init}); return ''`);
    const asInit = { ...then, stream: expect.any(Number) };
    expect(asked.at(-1)).toEqual({ url: 'https://a.example/x', init: asInit });
  });
});
