import type { CacheStore } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, toolSource } from './sandbox-fixture.ts';

const TOOLS = toolSource({ say: `console.log('called'); return text('');` });
const SOURCE = `console.log('evaluated');
${TOOLS.replace('(api) {', `(api) { api.log.info('registered');`)}`;

/** Calls in two worker scopes, each with an isolate of its own that registers anew. */
async function callTwice(fixture: SandboxFixture): Promise<void> {
  await fixture.call('x', 'say');
  await fixture.call('x', 'say', { caller: { workerScope: 'user', userId: 'ann' } });
}

describe('what an extension logs while it registers (S-5)', () => {
  it('is written once, though each isolate of it registers anew', async () => {
    await using fixture = openSandboxFixture();
    await fixture.sandbox.load({ id: 'x', source: SOURCE });
    expect(fixture.logs).toEqual(['evaluated', 'registered']);
    await callTwice(fixture);
    expect(fixture.logs).toEqual(['evaluated', 'registered', 'called', 'called']);
  });

  it('is written once with the first call where the registration was kept from an earlier process', async () => {
    const kept = new Map<string, Uint8Array>();
    const cache: CacheStore = {
      read: async (key) => kept.get(key),
      write: async (key, bytes) => void kept.set(key, bytes),
    };
    await using first = openSandboxFixture({ cache });
    await first.sandbox.load({ id: 'x', source: SOURCE });
    await using second = openSandboxFixture({ cache });
    await second.sandbox.load({ id: 'x', source: SOURCE });
    expect(second.logs).toEqual([]);
    await callTwice(second);
    expect(second.logs).toEqual(['evaluated', 'registered', 'called', 'called']);
  });

  it('is written again after a reload', async () => {
    await using fixture = openSandboxFixture();
    await fixture.sandbox.load({ id: 'x', source: SOURCE });
    await fixture.sandbox.reload({ id: 'x', source: `${SOURCE}\n//` });
    await fixture.call('x', 'say');
    expect(fixture.logs).toEqual(['evaluated', 'registered', 'evaluated', 'registered', 'called']);
  });
});
