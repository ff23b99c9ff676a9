import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSandboxFixture, summarise } from '../sandbox-fixture.ts';

describe('a sandbox without a compiler (S-8)', () => {
  it('answers as one with it, and has no WebAssembly', async () => {
    await using fixture = openSandboxFixture({ jit: 'off' });
    const sum = 'let sum = 0; for (let n = 0; n < 1e5; n += 1) sum += n % 7; return text(sum)';
    await fixture.loadTools('a', { sum, wasm: 'return text(typeof WebAssembly)' });
    expect(summarise(await fixture.call('a', 'sum'))).toBe('299995');
    expect(summarise(await fixture.call('a', 'wasm'))).toBe('undefined');
    const [runner] = fixture.sandbox.status().runners;
    const command = existsSync('/proc') ? readFileSync(`/proc/${runner?.pid}/cmdline`, 'utf8') : '';
    expect(command === '' || command.split('\0').includes('--jitless')).toBe(true);
  });
});
