import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = openSandboxFixture();
  await fixture.loadTools('guest', {
    run: `const result = await new (Object.getPrototypeOf(async () => {}).constructor)('ctx', params.code)(ctx); return text(typeof result === 'string' ? result : JSON.stringify(result));`,
  });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const evaluate = async (code: string): Promise<string> =>
  summarise(await fixture.call('guest', 'run', { args: { code } }));

describe('the globals of a guest (S-1, S-2)', () => {
  it('are these, beside the language', async () => {
    const language =
      'Object.getOwnPropertyNames(globalThis).filter((name) => !/^(?:[A-Z]?.*(?:Error|Array)|Object|Function|Array|Number|parse.*|Infinity|NaN|undefined|Boolean|String|Symbol|Date|Promise|RegExp|globalThis|JSON|Math|Intl|DataView|Map|BigInt|Set|Iterator|Temporal|WeakMap|WeakSet|Proxy|Reflect|(?:de|en)codeURI.*|(?:un)?escape|eval|is.*|.*DisposableStack)$/.test(name)).sort().join(" ")';
    expect(await evaluate(`return ${language}`)).toBe(
      [
        'AbortController AbortSignal ArrayBuffer Blob BroadcastChannel ByteLengthQueuingStrategy CloseEvent CompressionStream',
        'CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DecompressionStream ErrorEvent Event EventSource',
        'EventTarget File FormData Headers MessageChannel MessageEvent MessagePort Performance ProgressEvent',
        'ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest',
        'ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder',
        'TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern',
        'URLSearchParams WebSocket WritableStream WritableStreamDefaultController WritableStreamDefaultWriter atob btoa',
        'clearInterval clearTimeout console crypto fetch navigator performance queueMicrotask setInterval setTimeout',
        'structuredClone',
      ].join(' '),
    );
  });

  it.each([
    'process',
    'require',
    'module',
    'global',
    'Buffer',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
    'FinalizationRegistry',
    '__mortise',
    '_ivm',
  ])('have no %s', async (name) => {
    expect(await evaluate(`return typeof ${name} + (Function('return typeof ${name}')())`)).toBe(
      'undefinedundefined',
    );
  });

  it.each([
    {
      code: `return new URL('../c?x=1#h', 'https://a.example/b/d').href`,
      then: 'https://a.example/c?x=1#h',
    },
    { code: `return new URLSearchParams('a=1&b=2').get('b')`, then: '2' },
    { code: `return [...new TextEncoder().encode('é')]`, then: '[195,169]' },
    { code: `return new TextDecoder().decode(new Uint8Array([226, 130, 172]))`, then: '€' },
    { code: `return btoa('hi') + atob('aGk=')`, then: 'aGk=hi' },
    {
      code: `const a = { m: new Map([[1, { d: new Date(5) }]]) }; const b = structuredClone(a); return [b.m.get(1).d.getTime(), b.m === a.m]`,
      then: '[5,false]',
    },
    {
      code: `return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()) && crypto.randomUUID() !== crypto.randomUUID()`,
      then: 'true',
    },
    {
      code: `return crypto.getRandomValues(new Uint8Array(64)).some((byte) => byte > 0)`,
      then: 'true',
    },
    {
      code: `const c = new AbortController(); let n = 0; c.signal.addEventListener('abort', () => n++); c.abort('why'); c.abort(); return [n, c.signal.aborted, c.signal.reason]`,
      then: '[1,true,"why"]',
    },
    {
      code: `const s = AbortSignal.timeout(5); await new Promise((done) => s.addEventListener('abort', done)); return s.reason.name`,
      then: 'TimeoutError',
    },
    { code: `return AbortSignal.any([AbortSignal.abort('x')]).reason`, then: 'x' },
    {
      code: `const seen = []; setTimeout((a) => seen.push(a), 5, 'b'); const i = setInterval(() => seen.push('i'), 2); await new Promise((done) => setTimeout(done, 30)); clearInterval(i); return [seen.includes('b'), seen.filter((x) => x === 'i').length > 1]`,
      then: '[true,true]',
    },
    {
      code: `const t = setTimeout(() => ctx.log.info('never'), 1); clearTimeout(t); await ctx.sleep(10); return 'cleared'`,
      then: 'cleared',
    },
    {
      code: `return [typeof ArrayBuffer.prototype.resize, new ArrayBuffer(8, { maxByteLength: 16 }).byteLength, new Uint8Array(4).buffer.constructor === ArrayBuffer, new ArrayBuffer(8).slice(2).byteLength]`,
      then: '["undefined",8,true,6]',
    },
    {
      code: `Error.prepareStackTrace = () => 'taken'; return typeof new Error('x').stack + new Error('x').stack.includes('taken')`,
      then: 'stringfalse',
    },
    { code: `return Math.random() !== Math.random()`, then: 'true' },
  ])('do $code', async ({ code, then }) => {
    expect(await evaluate(code)).toBe(then);
  });

  it('refuse dynamic imports', async () => {
    expect(await evaluate(`return await import('node:fs')`)).toBe('execution_failed');
  });

  it('reach nothing of the runner through constructors, errors or stack traces', async () => {
    const code = `
      const reached = [];
      const look = (value) => { try { const g = value.constructor.constructor('return this')(); reached.push(g === globalThis, typeof g.process); } catch (error) { reached.push(error.name); } };
      try { null.x; } catch (error) { look(error); }
      try { await ctx.fs.read('x'); } catch (error) { look(error); look(error.stack); }
      look(ctx); look(ctx.sleep); look(ctx.storage); look(setTimeout); look(console.log); look(new URL('http://x'));
      return [...new Set(reached)]`;
    expect(await evaluate(code)).toBe('[true,"undefined"]');
  });
});

describe('an extension that sabotages its own realm (S-1)', () => {
  it('still gives a defined outcome', async () => {
    await fixture.loadTools('saboteur', {
      go: `Object.prototype.content = [{ type: 'text', text: 'pwn' }]; Array.prototype.push = () => { throw 1; }; JSON.stringify = () => '{'; JSON.parse = () => ({}); String.prototype.slice = () => 'x'; Reflect.apply = () => 1; Promise.prototype.then = () => { throw 1; }; Map.prototype.get = () => 1; Object.defineProperty(Array.prototype, '0', { set() { throw 1; } }); return text('sabotaged')`,
      again: `return text('again')`,
    });
    expect(summarise(await fixture.call('saboteur', 'go'))).toBe('sabotaged');
    expect(summarise(await fixture.call('saboteur', 'again'))).toBe('again');
  });
});

describe('the prelude', () => {
  it('compiles without any type of Node or the web', () => {
    const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    const project = fileURLToPath(new URL('./guest/tsconfig.json', import.meta.url));
    expect(execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })).toBe('');
  });
});
