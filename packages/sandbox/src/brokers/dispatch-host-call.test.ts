import type { AuditEntry, CapabilityBrokers } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { dispatchHostCall, type HostCallRequest } from './dispatch-host-call.ts';
import { createMemoryStorage } from './memory-storage.ts';

const GRANTED = { granted: { storage: {} }, declared: { storage: {} } };

async function dispatch(
  asked: Partial<HostCallRequest>,
  brokers: CapabilityBrokers = { storage: createMemoryStorage() },
) {
  const entries: AuditEntry[] = [];
  const logs: string[] = [];
  const log = (_details: object, message: string) => logs.push(message);
  const reply = await dispatchHostCall(
    {
      name: 'storage.get',
      rawInput: ['key'],
      granted: {},
      declared: {},
      subject: {
        ...{ extensionId: 'notes', toolName: 'keep', callId: 'c1', agentId: 'main' },
        ...{ sessionKey: 's1', userId: 'ada', attachments: [] },
        signal: new AbortController().signal,
      },
      ...asked,
    },
    {
      ...{ brokers, audit: { record: (entry) => entries.push(entry) }, now: () => 7 },
      logger: { debug: log, info: log, warn: log, error: log },
    },
  );
  return { reply, entries, logs };
}

describe('a host call that is refused (E-10, S-7)', () => {
  it.each<{
    when: string;
    asked: Partial<HostCallRequest>;
    brokers?: CapabilityBrokers;
    decision: string;
    reason: RegExp;
  }>([
    {
      when: 'its capability is not granted',
      asked: { declared: { storage: {} } },
      decision: 'denied',
      reason: /^storage is not granted to the extension notes/,
    },
    {
      when: 'its tool does not declare the capability',
      asked: { granted: { storage: {} } },
      decision: 'denied',
      reason: /^keep does not declare the capability storage/,
    },
    {
      when: 'its tool does not declare a capability that needs more than its name',
      asked: {
        name: 'network.fetch',
        granted: { network: { allowedHosts: ['a.test'] } },
      },
      decision: 'denied',
      reason: /writes this on the tool: capabilities: \{ network: \{ allowedHosts: \[.+\] \} \}$/,
    },
    {
      when: 'its tool declares what is outside of the grant',
      asked: { granted: { storage: {} }, declared: { storage: { scope: 'shared' } } },
      decision: 'denied',
      reason: /^What keep declares of storage is not within/,
    },
    {
      when: 'the host has no broker',
      asked: GRANTED,
      brokers: {},
      decision: 'denied',
      reason: /^This host has no storage capability/,
    },
    {
      when: 'the broker lacks the operation',
      asked: GRANTED,
      brokers: { storage: {} },
      decision: 'denied',
      reason: /^This host has no storage.get/,
    },
    {
      when: 'no capability has that name',
      asked: { ...GRANTED, name: 'constructor.get' },
      decision: 'denied',
      reason: /is not a capability/,
    },
    {
      when: 'the capability has no such operation',
      asked: { ...GRANTED, name: 'storage.constructor' },
      decision: 'failed',
      reason: /is not an operation of storage/,
    },
    {
      when: 'its input does not fit',
      asked: { ...GRANTED, rawInput: [5] },
      decision: 'failed',
      reason: /^The input does not fit: key/,
    },
    {
      when: 'it has too many arguments',
      asked: { ...GRANTED, rawInput: ['key', 1] },
      decision: 'failed',
      reason: /^Too many arguments: 2 instead of at most 1/,
    },
    {
      when: 'its input is no JSON',
      asked: { ...GRANTED, rawInput: undefined },
      decision: 'failed',
      reason: /not usable JSON/,
    },
    {
      when: 'its call has ended',
      asked: {
        ...GRANTED,
        subject: {
          ...{ toolName: 'keep', callId: 'c1', agentId: 'main', sessionKey: 's1' },
          ...{ extensionId: 'notes', userId: 'ada', attachments: [], signal: AbortSignal.abort() },
        },
      },
      decision: 'failed',
      reason: /^The call has ended/,
    },
  ])('is recorded with who asked when $when', async ({ asked, brokers, decision, reason }) => {
    const { reply, entries } = await dispatch(asked, brokers);
    expect(reply).toMatchObject({ ok: false, message: expect.stringMatching(reason) });
    expect(entries).toEqual([
      {
        ...{ at: 7, kind: 'capability', decision, action: asked.name ?? 'storage.get' },
        target: expect.any(String),
        reason: expect.stringMatching(reason),
        ...{ extensionId: 'notes', toolName: 'keep', callId: 'c1', agentId: 'main' },
        ...{ sessionKey: 's1', userId: 'ada' },
      },
    ]);
  });
});

describe('a host call that is answered (S-7)', () => {
  it('is recorded with what it was asked of', async () => {
    const { reply, entries } = await dispatch({ ...GRANTED, rawInput: { key: 'k' } });
    expect(reply).toEqual({ ok: true, value: null });
    expect(entries).toMatchObject([{ decision: 'allowed', action: 'storage.get', target: 'k' }]);
  });

  it('takes null for an argument that was left out, and only where one may be', async () => {
    const storage = createMemoryStorage();
    const set = { ...GRANTED, name: 'storage.set', rawInput: ['k', null, null] };
    expect((await dispatch(set, { storage })).reply).toEqual({ ok: true, value: null });
    const list = { ...GRANTED, name: 'storage.list', rawInput: [null] };
    expect((await dispatch(list, { storage })).reply).toEqual({ ok: true, value: ['k'] });
  });
});

describe('a broker that fails', () => {
  it.each([
    { error: new Error('/etc/shadow says no'), then: 'The host could not do this with storage.' },
    {
      error: Object.assign(new Error('/etc/shadow'), { code: 'EIO' }),
      then: 'The host could not do this with storage (EIO).',
    },
  ])('tells the guest nothing of the host: $then', async ({ error, then }) => {
    const get = () => Promise.reject(error);
    const { reply } = await dispatch(GRANTED, { storage: { get } });
    expect(reply).toEqual({ ok: false, code: 'capability_failed', message: then });
  });

  it('is logged if the error is not one of the system', async () => {
    const get = () => Promise.reject(new TypeError('a mistake'));
    expect((await dispatch(GRANTED, { storage: { get } })).logs).toEqual([
      'a capability broker failed',
    ]);
  });
});
