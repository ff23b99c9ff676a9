import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEntry, CapabilityBroker, CapabilitySubject } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../brokers/memory-storage.ts';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

const asked: { operation: string; subject: CapabilitySubject }[] = [];
const note = (operation: string, subject: CapabilitySubject) => {
  asked.push({ operation, subject });
  return 'placeholder';
};
const secrets: CapabilityBroker<'secrets'> = {
  get: (_input, _grant, subject) => note('get', subject),
  reveal: (_input, _grant, subject) => note('reveal', subject),
};
const entries: AuditEntry[] = [];

const SOURCE = `
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const tool = (name, capabilities, execute) => ({ name, description: 'd', parameters: { type: 'object' }, capabilities, execute });
export default (api) => {
  api.registerTool(tool('store', { storage: {} }, async (id, params, ctx) => {
    await ctx.storage.set('a', { n: 1 }); await ctx.storage.set('b', 2); await ctx.storage.delete('b');
    return text(JSON.stringify([await ctx.storage.get('a'), await ctx.storage.list(), await ctx.storage.get('none')]));
  }));
  api.registerTool(tool('overfill', { storage: {} }, async (id, params, ctx) => { await ctx.storage.set('big', 'x'.repeat(5000)); }));
  api.registerTool(tool('undeclared', undefined, async (id, params, ctx) => { await ctx.storage.get('a'); }));
  api.registerTool(tool('fetches', { network: { allowedHosts: ['example.com'] } }, async () => { await fetch('https://example.com'); }));
  api.registerTool(tool('catches', undefined, async (id, params, ctx) => {
    try { await ctx.fs.read('/etc/passwd'); } catch (error) { return text(error.code + ': ' + error.message); }
  }));
  api.registerTool(tool('pretends', undefined, async () => { throw Object.assign(new Error('no'), { code: 'capability_denied' }); }));
  api.registerTool(tool('secret', { secrets: ['KEY'] }, async (id, params, ctx) => text(await ctx.secrets.get('KEY'))));
  api.registerTool(tool('late', { storage: {} }, async (id, params, ctx) => {
    setTimeout(() => { ctx.storage.set('late', 1); ctx.log.info('too late'); }, 20);
    ctx.sleep(20).then(() => ctx.log.info('too late'));
    return text('early');
  }));
  api.registerTool(tool('tells', undefined, async (id, params, ctx) => { ctx.progress('half', 50); ctx.log.warn('careful', { a: 1 }); return text(ctx.overrides.x ?? 'none'); }));
};`;

describe('host calls (E-10, S-6)', () => {
  let fixture: SandboxFixture;
  beforeAll(async () => {
    const brokers = { secrets, storage: createMemoryStorage() };
    const audit = { record: (entry: AuditEntry) => entries.push(entry) };
    fixture = openSandboxFixture({ brokers, audit });
    const grants = { storage: { quotaBytes: 1_000 }, secrets: [{ name: 'KEY' }] };
    await fixture.sandbox.load({ id: 'demo', source: SOURCE, grants });
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each([
    { tool: 'store', then: '[{"n":1},["a"],null]' },
    { tool: 'overfill', then: 'capability_failed' },
    { tool: 'undeclared', then: 'capability_denied' },
    { tool: 'fetches', then: 'capability_denied' },
    { tool: 'pretends', then: 'execution_failed' },
    { tool: 'secret', then: 'placeholder' },
  ])('$tool → $then', async ({ tool, then }) => {
    expect(summarise(await fixture.call('demo', tool))).toBe(then);
  });

  it('names the missing grant, to the tool and in the outcome', async () => {
    expect(summarise(await fixture.call('demo', 'catches'))).toContain(
      'capability_denied: fs_reach is not granted',
    );
    expect(await fixture.call('demo', 'fetches')).toMatchObject({
      message: expect.stringContaining('network is not granted'),
    });
  });

  it('tells a broker whom it works for, from the records of the host', () => {
    expect(asked).toMatchObject([
      {
        operation: 'get',
        subject: {
          extensionId: 'demo',
          toolName: 'secret',
          agentId: 'agent',
          sessionKey: 'session',
        },
      },
    ]);
    expect(asked[0]?.subject.signal.aborted).toBe(true);
  });

  it('does nothing for a handle whose call is over', async () => {
    expect(summarise(await fixture.call('demo', 'late'))).toBe('early');
    await sleep(60);
    expect(summarise(await fixture.call('demo', 'store'))).toBe('[{"n":1},["a"],null]');
    expect(fixture.logs).not.toContain('too late');
  });

  it('passes progress and log lines on', async () => {
    const progress: unknown[] = [];
    await fixture.call('demo', 'tells', { onProgress: (one) => progress.push(one) });
    expect(progress).toEqual([{ message: 'half', percent: 50 }]);
    expect(fixture.logs).toContain('careful { a: 1 }');
  });
});
