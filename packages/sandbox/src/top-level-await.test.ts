import { afterEach, describe, expect, it } from 'vitest';
import type { LoadResult } from './api/sandbox-api.ts';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

const LOAD_MS = 800;
const SLEEP = 'const sleep = (ms) => new Promise((done) => setTimeout(done, ms));';
/** Hoisted: it is there before the rest of the module has run. */
const REGISTER = `export default function (api) {
  api.registerTool({ name: 't', description: 'A tool.', parameters: { type: 'object' },
    execute: () => ({ content: [{ type: 'text', text: String(ready) }] }) });
}`;

function load(top: string): Promise<LoadResult> {
  fixture = openSandboxFixture({ limits: { loadMs: LOAD_MS } });
  return fixture.sandbox.load({ id: 'demo', source: `${SLEEP}\n${top}\n${REGISTER}` });
}

describe('top-level await in an extension (F-8)', () => {
  it.each([
    { what: 'a microtask', top: 'const ready = await Promise.resolve(1);' },
    { what: 'a timer', top: 'await sleep(20); const ready = 1;' },
    {
      what: 'timers in turn',
      top: 'let ready = 0; while (ready < 1) { await sleep(5); ready += 0.125; }',
    },
    {
      what: 'an interval',
      top: 'const ready = await new Promise((done) => { const id = setInterval(() => { clearInterval(id); done(1); }, 10); });',
    },
    { what: 'a thenable', top: 'const ready = await { then(done) { setTimeout(done, 10, 1); } };' },
  ])('is awaited: $what', async ({ top }) => {
    const loaded = await load(top);
    expect(loaded).toMatchObject({ status: 'loaded', extension: { tools: [{ name: 't' }] } });
    expect(summarise(await fixture.call('demo', 't'))).toBe('1');
  });

  it('is no part of the time of a call that waits for it', async () => {
    await load('await sleep(400); const ready = 1;');
    const replies = await Promise.all(
      [1, 2].map(() => fixture.call('demo', 't', { timeoutMs: 200 })),
    );
    expect(replies.map(summarise)).toEqual(['1', '1']);
  });

  it.each([
    { what: 'throws after it', top: `await sleep(20); throw new Error('too late');` },
    {
      what: 'awaits what rejects',
      top: `await sleep(20).then(() => Promise.reject(new Error('too late')));`,
    },
    { what: 'throws at once', top: `throw new Error('too late');` },
  ])('fails the load with its error if it $what', async ({ top }) => {
    expect(await load(`let ready; ${top}`)).toMatchObject({
      status: 'failed',
      code: 'registration_failed',
      message: expect.stringContaining('too late'),
    });
  });

  it.each([
    { what: 'never ends', top: 'await new Promise(() => {});' },
    {
      what: 'never ends though timers run',
      top: 'setInterval(() => {}, 10); await new Promise(() => {});',
    },
    { what: 'loops after a timer', top: 'await sleep(10); for (;;);' },
    { what: 'takes too long', top: 'await sleep(5_000);' },
  ])('fails the load in its time if it $what', async ({ top }) => {
    const startedAt = performance.now();
    expect(await load(`let ready; ${top}`)).toMatchObject({
      status: 'failed',
      code: 'load_timeout',
    });
    expect(performance.now() - startedAt).toBeLessThan(LOAD_MS + 3_000);
  });

  it('says why there is nothing to fetch', async () => {
    expect(await load(`const ready = await fetch('https://example.com');`)).toMatchObject({
      status: 'failed',
      code: 'registration_failed',
    });
  });
});
