import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ExtensionSandbox } from '../extension-sandbox.ts';
import { openSandboxFixture, summarise } from '../sandbox-fixture.ts';

const DIRECTORY = fileURLToPath(new URL('.', import.meta.url));
const RUNNER = fileURLToPath(new URL('./hostile-runner.fixture.ts', import.meta.url));
const FILES = {
  ...{ directory: DIRECTORY, runner: RUNNER, snapshot: RUNNER, addon: RUNNER },
  launcher: '',
};

const fixture = openSandboxFixture(
  // Not in a jail, where it could not read how Node is to take its types away.
  { quarantine: { crashes: 1_000 }, now: () => 0, jail: 'off' },
  (options) => new ExtensionSandbox(options, async () => FILES),
);
afterAll(() => fixture[Symbol.asyncDispose]());

describe('a runner that was taken over (S-5)', () => {
  it.each([
    { trick: 'honest', then: 'ok' },
    { trick: 'twice', then: 'ok' },
    { trick: 'others', then: 'ok' },
    { trick: 'numbers', then: 'ok' },
    { trick: 'prototype', then: '' },
    { trick: 'notJson', then: 'result_invalid' },
    { trick: 'notResult', then: 'result_invalid' },
    { trick: 'tooLarge', then: 'result_too_large' },
    { trick: 'text', then: 'one\ttwo\nthree' },
    { trick: 'textMadeUp', then: 'ok' },
    { trick: 'textTooLarge', then: 'result_too_large' },
    { trick: 'textCut', then: 'result_invalid' },
    { trick: 'textNoFields', then: 'protocol_violation' },
    { trick: 'unknownKind', then: 'protocol_violation' },
    { trick: 'noFields', then: 'protocol_violation' },
    { trick: 'badFault', then: 'protocol_violation' },
    { trick: 'badText', then: 'protocol_violation' },
    { trick: 'badAsk', then: 'protocol_violation' },
    { trick: 'askFlood', then: 'host_call_limit' },
    { trick: 'bigAsk', then: 'host_call_limit' },
    { trick: 'strayFlood', then: 'protocol_violation' },
    { trick: 'logFlood', then: 'protocol_violation' },
    { trick: 'endlessLine', then: 'protocol_violation' },
    { trick: 'claimsDenied', then: 'execution_failed' },
    { trick: 'watchAnswers', then: 'ok' },
    { trick: 'watchNonsense', then: 'protocol_violation' },
    { trick: 'exits', then: 'sandbox_crashed' },
    { trick: 'saysNoRoom', then: 'memory_limit' },
  ])('$trick → $then', async ({ trick, then }) => {
    if (fixture.sandbox.status().extensions.length === 0)
      await fixture.sandbox.load({ id: 'taken', source: '' });
    expect(summarise(await fixture.call('taken', trick))).toBe(then);
  });

  it.each(['watchAnswersForOther', 'watchAnswersUnasked'])(
    'ends no call of another extension by what its watch thread says (S-4, S-5): %s',
    async (trick) => {
      await using shared = openSandboxFixture(
        { placement: 'shared', jail: 'off' },
        (options) => new ExtensionSandbox(options, async () => FILES),
      );
      for (const id of ['victim', 'taken']) await shared.sandbox.load({ id, source: '' });
      expect(summarise(await shared.call('victim', 'honest'))).toBe('ok');
      const waiting = shared.call('victim', 'waits');
      expect(summarise(await shared.call('taken', trick))).toBe('ok');
      expect(summarise(await shared.call('taken', 'releases'))).toBe('ok');
      expect(summarise(await waiting)).toBe('ok');
    },
  );

  it('is quarantined although it says that V8 had no room for it', async () => {
    await using strict = openSandboxFixture(
      { quarantine: { crashes: 2 }, now: () => 0, jail: 'off' },
      (options) => new ExtensionSandbox(options, async () => FILES),
    );
    await strict.sandbox.load({ id: 'taken', source: '' });
    for (let round = 0; round < 2; round += 1) await strict.call('taken', 'saysNoRoom');
    expect(strict.sandbox.status().extensions).toMatchObject([{ state: 'quarantined' }]);
  });

  it('reaches no other number and no prototype of the host', async () => {
    const reply = await fixture.call('taken', 'numbers');
    expect(reply.usage).toMatchObject({ cpuMs: 0, heapBytes: 0 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(fixture.logs.filter((line) => line === 'spam').length).toBeLessThanOrEqual(100);
  });
});
