import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = openSandboxFixture();
  const bodies = { keep: 'globalThis.kept ??= []; return text(kept.push(ctx));' };
  await fixture.loadTools('keeper', bodies, { limits: { heapBytes: 32_000_000 } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('an extension that keeps the context of every call (S-3)', () => {
  it('keeps no text of its calls with them', async () => {
    // Short ones, which cross in the line of their call.
    const args = { list: Array.from({ length: 8_000 }, () => 'x'.repeat(100)) };
    let said = '';
    for (let call = 0; call < 100; call += 1)
      said = summarise(await fixture.call('keeper', 'keep', { args }));
    expect(said).toBe('100');
  });
});
