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

  it('runs a single extension so, in a process that it shares with none that has one', async ({
    skip,
  }) => {
    skip(!existsSync('/proc/self/cmdline'), 'only /proc shows how a process was started');
    await using fixture = openSandboxFixture({ placement: 'shared', spareRunners: 0 });
    const hasCompiler = new Map<string, boolean>();
    for (const [id, extra] of [
      ['plain', {}],
      ['held', { jit: 'off' }],
    ] as const) {
      const before = new Set(fixture.sandbox.status().runners.map(({ pid }) => pid));
      await fixture.loadTools(id, { [id]: `return text('pong')` }, extra);
      expect(summarise(await fixture.call(id, id))).toBe('pong');
      const added = fixture.sandbox.status().runners.filter(({ pid }) => !before.has(pid));
      const commands = added.map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      hasCompiler.set(id, !commands.every((each) => each.split('\0').includes('--jitless')));
      expect(commands.length).toBeGreaterThan(0);
    }
    expect(Object.fromEntries(hasCompiler)).toEqual({ plain: true, held: false });
  });
});
