import { fileURLToPath } from 'node:url';
import type { AuditEntry, CapabilitySubject, ToolOutcome } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExtensionSandbox } from '../extension-sandbox.ts';
import { type CallOptions, openSandboxFixture, summarise } from '../sandbox-fixture.ts';
import { FORGERIES, type Forgery, type Numbers } from './forgeries.fixture.ts';

const DIRECTORY = fileURLToPath(new URL('.', import.meta.url));
const runtimeOf = (name: string) => {
  const runner = fileURLToPath(new URL(`./${name}.fixture.ts`, import.meta.url));
  return { directory: DIRECTORY, runner, snapshot: runner, addon: runner, launcher: '' };
};

const uses: CapabilitySubject[] = [];
const audit: AuditEntry[] = [];
const use = (_input: unknown, _grant: unknown, subject: CapabilitySubject) => {
  uses.push(subject);
  return null;
};
const fixture = openSandboxFixture(
  {
    // Not in a jail, where it could not read how Node is to take its types away.
    ...{ jail: 'off', quarantine: { crashes: 1_000 }, now: () => 0 },
    brokers: { storage: { get: use, set: use } },
    limits: { callMs: 600_000 },
    audit: { record: (entry) => audit.push(entry) },
  },
  (options) => new ExtensionSandbox(options, async () => runtimeOf('puppet-runner')),
);
const grants = { storage: {} };
const agent = (agentId: string) => ({ caller: { agentId, workerScope: 'agent' as const } });

/** A call that waits, once it has told its number and that of its isolate. */
async function wait(id: string, options: CallOptions) {
  const told = Promise.withResolvers<readonly string[]>();
  const onProgress = (progress: unknown) =>
    told.resolve((progress as { readonly message: string }).message.split(' '));
  const reply = fixture.call(id, 'wait', { ...options, onProgress, timeoutMs: 600_000 });
  const [seq = '', isolate = ''] = await told.promise;
  return { reply, seq, isolate };
}

let victim: Awaited<ReturnType<typeof wait>>;
let victimsOutcome: ToolOutcome | undefined;
beforeAll(async () => {
  await fixture.sandbox.load({ id: 'victim', source: '', grants });
  victim = await wait('victim', agent('a'));
  void victim.reply.then((outcome) => {
    victimsOutcome = outcome;
  });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** What was refused since then. */
const refusals = (from: number) =>
  fixture.events.slice(from).flatMap((event) => (event.type === 'frame_refused' ? [event] : []));

async function forge(forgery: Forgery) {
  await fixture.sandbox.reload({ id: 'taken', source: '', grants });
  const mate = await wait('taken', agent('b'));
  const numbers: Numbers = {
    ...{ victim: victim.seq, victimIsolate: victim.isolate },
    ...{ mate: mate.seq, mateIsolate: mate.isolate },
  };
  const { wire, watch, isSilent, exits, mode = 'run' } = forgery;
  const args = { wire: wire?.(numbers), watch: watch?.(numbers), isSilent, exits };
  const reply = await fixture.call('taken', 'say', { ...agent('a'), args, mode });
  return { reply, mate };
}

describe('a runner whose process was taken over (S-5, S-8)', () => {
  it('is tried with more than thirty forgeries', () => {
    expect(FORGERIES.length).toBeGreaterThan(40);
    expect(new Set(FORGERIES.map(({ name }) => name)).size).toBe(FORGERIES.length);
  });

  it.each(FORGERIES)('$name', async (forgery) => {
    const eventsBefore = fixture.events.length;
    const auditBefore = audit.length;
    uses.length = 0;
    const { reply, mate } = await forge(forgery);
    expect(summarise(reply)).toBe(forgery.outcome);
    const { refused } = forgery;
    if (refused !== undefined)
      await expect
        .poll(() => refusals(eventsBefore).map(({ reason }) => reason))
        .toContainEqual(expect.stringMatching(refused));
    for (const event of refusals(eventsBefore)) expect(event.extensions).not.toContain('victim');
    await releaseMate(mate, forgery.mateOutcome ?? 'ok');
    // Whatever was used, was used as what the host knows the call to be.
    expect(uses.map(({ extensionId, agentId }) => `${extensionId} ${agentId}`)).toEqual(
      Array.from({ length: forgery.uses ?? 0 }, () => 'taken a'),
    );
    expect(audit.slice(auditBefore).filter(({ extensionId }) => extensionId !== 'taken')).toEqual(
      [],
    );
    // The one in whose name it spoke waits on, and the host serves it.
    expect(victimsOutcome).toBeUndefined();
    expect(summarise(await fixture.call('victim', 'echo', agent('a')))).toBe('ok');
  });

  async function releaseMate(mate: Awaited<ReturnType<typeof wait>>, then: string): Promise<void> {
    await fixture.call('taken', 'release', agent('c'));
    expect(then.split(' or ')).toContain(summarise(await mate.reply));
  }

  it('cannot be a runner before it is ready', async () => {
    await using unready = openSandboxFixture(
      { jail: 'off' },
      (options) => new ExtensionSandbox(options, async () => runtimeOf('unready-runner')),
    );
    const loaded = await unready.sandbox.load({ id: 'early', source: '' });
    expect(loaded).toMatchObject({ status: 'failed', code: 'sandbox_crashed' });
    expect(unready.events).toContainEqual(
      expect.objectContaining({ type: 'frame_refused', reason: 'the runner is not ready' }),
    );
  });

  it('gave the victim its own answer in the end, and heard nothing of it', async () => {
    await fixture.sandbox.reload({ id: 'taken', source: '', grants });
    await fixture.call('victim', 'release', agent('a'));
    expect(summarise(await victim.reply)).toBe('ok');
    const heard = await fixture.call('victim', 'heard', agent('a'));
    expect(summarise(heard)).toBe('{"said":0,"heard":[]}');
  });
});
