import { afterEach, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

let fixture: SandboxFixture;
afterEach(() => fixture[Symbol.asyncDispose]());

const BUSY = 'const end = Date.now() + 60; while (Date.now() < end);';

async function open(late: string): Promise<void> {
  fixture = openSandboxFixture();
  await fixture.loadTools('demo', {
    late,
    nap: `await ctx.sleep(700); return text('rested');`,
  });
  await fixture.call('demo', 'nap');
}

describe('a call whose time is up (S-3)', () => {
  it.each([
    {
      while: 'it waits, and its listener takes a while to hear of it',
      late: `ctx.signal.addEventListener('abort', () => { ${BUSY} }); await new Promise(() => {});`,
    },
    { while: 'it begins', late: `${BUSY} await new Promise(() => {});`, timeoutMs: 10 },
    {
      while: 'it goes on after an answer of the host',
      late: `await ctx.sleep(255); ${BUSY} await new Promise(() => {});`,
    },
    {
      while: 'its timer runs',
      late: `await new Promise((done) => setTimeout(done, 255)); ${BUSY} await new Promise(() => {});`,
    },
  ])('while $while ends alone: others of its isolate go on', async ({ late, timeoutMs = 300 }) => {
    await open(late);
    const nap = fixture.call('demo', 'nap');
    expect(summarise(await fixture.call('demo', 'late', { timeoutMs }))).toBe('timeout');
    expect(summarise(await nap)).toBe('rested');
    expect(fixture.events.map(({ type }) => type)).not.toContain('isolate_replaced');
  });

  it('ends alone among many that wait with it', async () => {
    await open('await new Promise(() => {});');
    const nap = fixture.call('demo', 'nap');
    const late = Array.from({ length: 30 }, () => fixture.call('demo', 'late', { timeoutMs: 300 }));
    expect(new Set((await Promise.all(late)).map(summarise))).toEqual(new Set(['timeout']));
    expect(summarise(await nap)).toBe('rested');
  });
});
