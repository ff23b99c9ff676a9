import type { CapabilityBrokers, CapabilitySubject, JsonValue } from '@mortise/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  asking,
  type BenchSubject,
  onBench,
  outcomeOf,
  subjectWith,
  valueOfReply,
} from './broker-bench.ts';

/** The pair a sandbox hands to brokers. */
export function storageSubject(
  grant: Record<string, JsonValue> = {},
  other: Partial<CapabilitySubject> = {},
): BenchSubject {
  return subjectWith({ granted: grant, declared: grant }, other);
}

/** What every storage broker does; run against each implementation. */
export function storageSuite(openBroker: () => NonNullable<CapabilityBrokers['storage']>): void {
  const open = () => onBench('storage', openBroker());

  it('answers null for a key nobody set', async () => {
    const ask = asking(open(), storageSubject());
    expect(valueOfReply(await ask('get', ['absent']))).toBe(null);
    expect(valueOfReply(await ask('get', ['__proto__']))).toBe(null);
    expect(valueOfReply(await ask('delete', ['absent']))).toBe(false);
    expect(valueOfReply(await ask('list', []))).toEqual([]);
  });

  it.each([
    null,
    false,
    0,
    '',
    'text \u0000 \ud83d\ude00',
    [],
    {},
    { a: [1, { b: null }] },
  ] as const)('gives %j back as it was', async (value) => {
    const ask = asking(open(), storageSubject());
    expect(valueOfReply(await ask('set', ['key', value]))).toBe(null);
    expect(valueOfReply(await ask('get', ['key']))).toEqual(value);
  });

  it('compares and sets in one step, whatever the order of fields', async () => {
    const ask = asking(open(), storageSubject());
    const swap = async (expected: JsonValue, value: JsonValue) =>
      valueOfReply(await ask('compareAndSet', ['key', expected, value]));
    expect(await swap(1, 2)).toBe(false);
    expect(await swap(null, { a: 1, b: [2] })).toBe(true);
    expect(await swap(null, 3)).toBe(false);
    expect(await swap({ b: [2], a: 1 }, 'new')).toBe(true);
    expect(valueOfReply(await ask('get', ['key']))).toBe('new');
  });

  it('replaces, deletes and lists by prefix in order', async () => {
    const ask = asking(open(), storageSubject());
    for (const key of ['b/2', 'a', 'b/1', 'b', 'constructor', '%', 'b_'])
      await ask('set', [key, 1]);
    await ask('set', ['a', 2]);
    expect(valueOfReply(await ask('get', ['a']))).toBe(2);
    expect(valueOfReply(await ask('list', ['b/']))).toEqual(['b/1', 'b/2']);
    expect(valueOfReply(await ask('list', ['%']))).toEqual(['%']);
    expect(valueOfReply(await ask('delete', ['b/1']))).toBe(true);
    expect(valueOfReply(await ask('delete', ['b/1']))).toBe(false);
    expect(valueOfReply(await ask('list', []))).toEqual([
      '%',
      'a',
      'b',
      'b/2',
      'b_',
      'constructor',
    ]);
  });

  it.each([
    ['another extension', 'agent', { extensionId: 'other' }, false],
    ['another agent', 'agent', { agentId: 'other' }, false],
    ['another session of the agent', 'agent', { sessionKey: 'other' }, true],
    ['another session', 'session', { sessionKey: 'other' }, false],
    ['another agent with that session', 'session', { agentId: 'other' }, false],
    ['another call of the session', 'session', { callId: 'other' }, true],
    ['another tool of the session', 'session', { toolName: 'other' }, true],
    ['another extension, private', 'tool-private', { extensionId: 'other' }, false],
    ['another tool of the agent, private', 'tool-private', { toolName: 'other' }, false],
    ['another agent, private', 'tool-private', { agentId: 'other' }, false],
    ['another session, private', 'tool-private', { sessionKey: 'other' }, true],
    ['another agent, shared', 'shared', { agentId: 'other' }, true],
    ['another tool of another agent, shared', 'shared', { agentId: 'o', toolName: 'o' }, true],
    ['another extension, shared', 'shared', { extensionId: 'other' }, false],
    [
      'an id made to look like two',
      'agent',
      { extensionId: 'weather","agent', agentId: 'x' },
      false,
    ],
  ] as const)('%s (%s scope)', async (_who, scope, other, isShared) => {
    const broker = open();
    await broker.handle('set', ['key', 'mine'], storageSubject({ scope }));
    const reply = await broker.handle('get', ['key'], storageSubject({ scope }, other));
    expect(valueOfReply(reply)).toBe(isShared ? 'mine' : null);
  });

  it.each([
    ['the user again, in another session', 'user_agent', { sessionKey: 'other' }, true],
    ['another tool for the user', 'user_agent', { toolName: 'other' }, true],
    ['another user', 'user_agent', { userId: 'bo' }, false],
    ['another agent for the user', 'user_agent', { agentId: 'other' }, false],
    ['another agent for the user, all agents', 'user', { agentId: 'other' }, true],
    ['another user, all agents', 'user', { userId: 'bo' }, false],
    ['another extension for the user', 'user', { extensionId: 'other' }, false],
    ['a user made to look like two', 'user_agent', { userId: 'ana","main' }, false],
  ] as const)('%s (%s scope) (T-1)', async (_who, scope, other, isShared) => {
    const broker = open();
    const ana = { userId: 'ana' };
    await broker.handle('set', ['key', 'mine'], storageSubject({ scope }, ana));
    const reply = await broker.handle(
      'get',
      ['key'],
      storageSubject({ scope }, { ...ana, ...other }),
    );
    expect(valueOfReply(reply)).toBe(isShared ? 'mine' : null);
  });

  it.each(['user', 'user_agent'] as const)(
    'refuses a call without a user what is kept per user (%s scope) (T-1)',
    async (scope) => {
      const ask = asking(open(), storageSubject({ scope }));
      expect(await outcomeOf(ask('set', ['key', 1]))).toMatch(/^denied: .*per user/);
      expect(await outcomeOf(ask('get', ['key']))).toMatch(/^denied/);
    },
  );

  it('counts bytes of keys and values, and changes nothing beyond the quota', async () => {
    const ask = asking(open(), storageSubject({ quotaBytes: 20 }));
    expect(await outcomeOf(ask('set', ['ä', 'x'.repeat(16)]))).toBe('ok');
    expect(await outcomeOf(ask('set', ['ä', 'x'.repeat(17)]))).toMatch(/^failed: .*full/i);
    expect(await outcomeOf(ask('set', ['b', 1]))).toMatch(/^failed/);
    expect(valueOfReply(await ask('get', ['ä']))).toBe('x'.repeat(16));
    expect(await outcomeOf(ask('set', ['ä', 1]))).toBe('ok');
    expect(await outcomeOf(ask('set', ['b', 'x'.repeat(14)]))).toBe('ok');
    await ask('delete', ['b']);
    expect(await outcomeOf(ask('set', ['c', 'x'.repeat(14)]))).toBe('ok');
  });

  it.each([
    ['get', [1]],
    ['get', ['']],
    ['get', []],
    ['get', null],
    ['get', ['k'.repeat(257)]],
    ['set', [{}, 1]],
    ['drop', ['key']],
    ['constructor', ['key']],
  ] as const)('refuses %s %j', async (operation, input) => {
    const ask = asking(open(), storageSubject());
    expect(await outcomeOf(ask(operation, input as JsonValue))).toMatch(/^failed/);
  });

  it('behaves like a map, for any sequence of steps', async () => {
    const broker = open();
    const arbStep = fc.record({
      operation: fc.constantFrom('set', 'set', 'get', 'delete'),
      key: fc.constantFrom('a', 'b', 'ab'),
      value: fc.jsonValue({ maxDepth: 2 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(arbStep, { maxLength: 20 }), async (steps) => {
        run += 1;
        const ask = asking(broker, storageSubject({}, { extensionId: `extension-${run}` }));
        const model = new Map<string, string>();
        for (const { operation, key, value } of steps) {
          const input = operation === 'set' ? [key, value as JsonValue] : [key];
          const answer = valueOfReply(await ask(operation, input));
          if (operation === 'get') expect(answer).toEqual(JSON.parse(model.get(key) ?? 'null'));
          if (operation === 'set') model.set(key, JSON.stringify(value));
          if (operation === 'delete') expect(answer).toBe(model.delete(key));
        }
        expect(valueOfReply(await ask('list', []))).toEqual([...model.keys()].sort());
      }),
      { numRuns: 40 },
    );
  });
}
