import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallPlace } from '@mortise/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHost } from './create-host.ts';
import { defineTool } from './define-tool.ts';
import type { Host } from './host.ts';

const runs: string[] = [];
const tool = (name: string) =>
  defineTool({
    ...{ name, description: 'd', schema: { type: 'object' } as const },
    execute: async () => {
      runs.push(name);
      return { ok: true, value: `${name} ${runs.length}` } as const;
    },
  });

let host: Host;
beforeEach(async () => {
  runs.length = 0;
  host = await createHost({
    tools: [tool('send'), tool('held')],
    config: { agents: { main: {} }, tools: { rules: [{ tools: 'held', then: 'ask' }] } },
  });
});
afterEach(() => host.close({ drainMs: 0 }));

async function approveAll(count: number): Promise<void> {
  const held = await vi.waitFor(async () => {
    const waiting = await host.approvals.waiting({ limit: 10 });
    expect(waiting.approvals).toHaveLength(count);
    return waiting.approvals;
  });
  for (const { id } of held) await host.approvals.decide(id, { verdict: 'approved' });
}

async function send(key: string, name = 'send', options = {}) {
  const session = host.agent('main').session(key);
  const [result] = await session.execute([{ id: '1', name, args: {} }], { once: true, ...options });
  return result;
}

describe('a call that runs once (C-3)', () => {
  it('is another one in another session, and the same in the same conversation', async () => {
    expect(await send('one')).toMatchObject({ text: 'send 1' });
    expect(await send('two')).toMatchObject({ text: 'send 2' });
    expect(await send('one')).toMatchObject({ text: 'send 1' });
    expect(await send('three', 'send', { onceWithin: 'one' })).toMatchObject({ text: 'send 1' });
  });

  it.each([
    {
      by: 'a stop',
      change: () => host.stops.stop({ scope: 'all', name: '' }),
      code: 'stopped',
    },
    {
      by: 'the configuration',
      change: () => host.reload({ agents: { main: {} }, tools: { deny: ['send'] } }),
      code: 'not_available',
    },
  ])(
    'keeps its result from who may not call it any more by $by (T-3)',
    async ({ change, code }) => {
      expect(await send('s')).toMatchObject({ ok: true });
      await change();
      expect(await send('s')).toMatchObject({
        id: '1',
        status: 'failed',
        code,
        effects: 'unknown',
      });
      expect(runs).toHaveLength(1);
    },
  );

  it('is in the audit log under both of its ids, and so is what was answered without running (T-7)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mortise-once-'));
    await host.close();
    host = await createHost({
      ...{ tools: [tool('send')], config: { agents: { main: {} } } },
      audit: join(folder, 'audit.jsonl'),
    });
    const ask = async (args: object) => {
      const calls = [{ id: 'mine', name: 'send', args }];
      return (await host.agent('main').session('s').execute(calls, { once: true }))[0];
    };
    expect(await ask({ to: 'a' })).toMatchObject({ ok: true });
    expect(await ask({ to: 'a' })).toMatchObject({ ok: true });
    expect(await ask({ to: 'b' })).toMatchObject({ code: 'call_id_reused' });
    await host.reload({ agents: { main: {} }, tools: { deny: ['send'] } });
    expect(await ask({ to: 'a' })).toMatchObject({ code: 'not_available' });
    const { records } = await host.audit.search({ callId: 'mine', action: 'tools.once' });
    const said = records.toReversed().map(({ decision, reason = '', detail }) => ({
      ...{ decision, reason, answer: (detail as { readonly answer?: unknown }).answer },
    }));
    expect(said).toEqual([
      { decision: 'allowed', reason: '', answer: 'run' },
      { decision: 'allowed', reason: '', answer: 'kept' },
      { decision: 'denied', reason: 'call_id_reused', answer: 'refused' },
      { decision: 'denied', reason: 'not_available', answer: 'refused' },
    ]);
    // The run is explained, not the dry run that decided whether its result may be given again.
    const { record, verdict, isRepeated } = await host.audit.why('mine');
    expect([record.callId, record.decision, verdict, isRepeated]).toEqual([
      ...[records[0]?.target, 'allowed', 'equal', false],
    ]);
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('asks no person again for a result that was approved', async () => {
    const first = send('s', 'held');
    await approveAll(1);
    expect(await first).toMatchObject({ ok: true });
    expect(await send('s', 'held')).toMatchObject({ text: 'held 1' });
    expect((await host.approvals.waiting({ limit: 10 })).approvals).toEqual([]);
  });
});

describe('a batch of calls that run once (C-3)', () => {
  it('has as many places after its calls waited for a person as before', async () => {
    let places = 1;
    // As a queue of calls has it: who has left has no place to leave.
    let isIn = true;
    const place: CallPlace = {
      leave: () => {
        if (isIn) places -= 1;
        isIn = false;
      },
      enter: async () => {
        places += 1;
        isIn = true;
        return true;
      },
    };
    const calls = ['a', 'b'].map((id) => ({ id, name: 'held', args: { id } }));
    const ending = host.agent('main').session('s').execute(calls, { once: true, place });
    await approveAll(2);
    expect((await ending).map(({ ok }) => ok)).toEqual([true, true]);
    expect(places).toBe(1);
  });
});
