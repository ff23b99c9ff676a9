import type { BrokerSubject, JsonValue } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { MemoryStorageBroker } from './memory-storage.ts';

function subject(parts: {
  readonly extensionId?: string;
  readonly agentId?: string;
  readonly scope?: string;
}): BrokerSubject {
  const declared: JsonValue = parts.scope === undefined ? {} : { scope: parts.scope };
  return {
    extensionId: parts.extensionId ?? 'one',
    agentId: parts.agentId ?? 'agent',
    toolName: 't',
    callId: 'c',
    sessionKey: 's',
    grant: { granted: { quotaBytes: 20 }, declared },
    signal: new AbortController().signal,
  };
}

describe('MemoryStorageBroker (S-6)', () => {
  it.each([
    { what: 'another extension', reader: { extensionId: 'two' }, then: null },
    { what: 'another agent, tool scope', reader: { agentId: 'other' }, then: 1 },
  ])('$what reads $then', async ({ reader, then }) => {
    const storage = new MemoryStorageBroker();
    await storage.handle('set', ['key', 1], subject({}));
    expect(await storage.handle('get', ['key'], subject(reader))).toEqual({
      ok: true,
      value: then,
    });
  });

  it('keeps agents apart if the tool declares that scope', async () => {
    const storage = new MemoryStorageBroker();
    await storage.handle('set', ['key', 1], subject({ scope: 'agent' }));
    const reply = await storage.handle(
      'get',
      ['key'],
      subject({ scope: 'agent', agentId: 'other' }),
    );
    expect(reply).toEqual({ ok: true, value: null });
  });

  it('holds its quota over keys and values, and frees it again', async () => {
    const storage = new MemoryStorageBroker();
    const set = (key: string, value: JsonValue) => storage.handle('set', [key, value], subject({}));
    expect(await set('a', 'x'.repeat(17))).toEqual({ ok: true, value: null });
    expect(await set('b', 1)).toMatchObject({ ok: false, code: 'capability_failed' });
    expect(await set('a', 1)).toEqual({ ok: true, value: null });
    expect(await set('b', 1)).toEqual({ ok: true, value: null });
    await storage.handle('delete', ['a'], subject({}));
    expect(await storage.handle('list', [], subject({}))).toEqual({ ok: true, value: ['b'] });
  });

  it.each([
    { operation: 'set', input: [5, 1] },
    { operation: 'get', input: [''] },
    { operation: 'get', input: null },
    { operation: 'constructor', input: ['a'] },
  ])('refuses $operation $input', async ({ operation, input }) => {
    const reply = await new MemoryStorageBroker().handle(operation, input, subject({}));
    expect(reply).toMatchObject({ ok: false });
  });
});
