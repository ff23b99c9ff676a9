import type { Principal } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { EventLog } from './event-log.ts';
import { streamEvents } from './event-stream.ts';

const OPERATOR: Principal = { kind: 'operator', id: 'o', roles: ['operate'], agents: 'all' };
const VIEWER_OF_A: Principal = { kind: 'client', id: 'v', roles: ['view'], agents: ['a'] };

async function read(log: EventLog, principal: Principal, lastEventId?: string): Promise<string> {
  const { signal } = new AbortController();
  const parts = { log, epoch: 'now' };
  const reader = streamEvents(parts, { principal, lastEventId, signal }).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

const call = (agentId: string, name: string) =>
  ({ type: 'call', agentId, data: { toolName: name } }) as const;

describe('the stream of events', () => {
  it('goes on behind the last that was seen', async () => {
    const log = new EventLog();
    for (const name of ['one', 'two', 'three']) log.add(call('a', name));
    const text = await read(log, OPERATOR, 'now.1');
    expect(text).toContain('event: hello\ndata: {"isResumed":true}');
    expect(text).not.toContain('one');
    expect(text).toContain('id: now.2\nevent: call\ndata: {"toolName":"two"}\n\n');
    expect(text).toContain('id: now.3');
  });

  it.each([
    ['nothing', undefined],
    ['an id of another start', 'then.1'],
    ['no id at all', 'x y'],
  ])('begins with what comes for one that brings %s', async (_what, id) => {
    const log = new EventLog();
    log.add(call('a', 'one'));
    const text = await read(log, OPERATOR, id);
    expect(text).toContain('{"isResumed":false}');
    expect(text).toContain('id: now.1');
    expect(text).not.toContain('event: call');
  });

  it('says that some are lost to one that was away for too long', async () => {
    const log = new EventLog();
    for (let index = 0; index < 5_000; index += 1) log.add(call('a', `${index}`));
    const text = await read(log, OPERATOR, 'now.3');
    expect(text).toContain('id: now.5000\nevent: reset');
    expect(text).not.toContain('event: call');
  });

  it('tells of agents and things that its reader may see, and of no others (T-1)', async () => {
    const log = new EventLog();
    log.add(call('a', 'mine'));
    log.add(call('b', 'theirs'));
    log.add({ type: 'approval', agentId: 'a', data: { id: 'held' } });
    log.add({ type: 'sandbox', data: { type: 'runner_started' } });
    log.add({ type: 'changed', data: { revision: 2 } });
    const text = await read(log, VIEWER_OF_A, 'now.0');
    expect(text).toContain('mine');
    expect(text).toContain('revision');
    expect(text).not.toMatch(/theirs|held|runner_started/);
  });

  it('counts calls that came faster than they can be read', async () => {
    const log = new EventLog();
    for (let index = 0; index < 1_000; index += 1) log.add(call('a', `call-${index}`));
    const text = await read(log, OPERATOR, 'now.0');
    expect(text.match(/event: call\n/g)).toHaveLength(256);
    expect(text).toContain('event: skipped\ndata: {"calls":744}');
    expect(text).toContain('call-999');
  });

  it('wakes with what happens, and ends with its log', async () => {
    const log = new EventLog();
    const { signal } = new AbortController();
    const stream = streamEvents({ log, epoch: 'now' }, { principal: OPERATOR, signal });
    const reader = stream.getReader();
    await reader.read();
    const next = reader.read();
    log.add(call('a', 'later'));
    expect(new TextDecoder().decode((await next).value)).toContain('later');
    const last = reader.read();
    log[Symbol.dispose]();
    expect((await last).done).toBe(true);
  });
});
