import type { SecretSource } from '@mortise/contracts';
import { expect, it } from 'vitest';

/** What every source of secrets does; run against each implementation. */
export function secretSourceSuite(
  open: (values: { readonly [name: string]: string }) => SecretSource,
): void {
  const { signal } = new AbortController();
  const source = () => open({ KEY: 'value', key: 'other', EMPTY: '', LONG: 'ä\n'.repeat(5_000) });

  it('answers the value of exactly that name, as it was given', async () => {
    expect(await source().read('KEY', signal)).toBe('value');
    expect(await source().read('key', signal)).toBe('other');
    expect(await source().read('EMPTY', signal)).toBe('');
    expect(await source().read('LONG', signal)).toBe('ä\n'.repeat(5_000));
  });

  it.each(['Key', 'KE', 'KEY ', '', '__proto__', 'constructor', 'toString', 'PATH', 'KEY\0'])(
    'has no value for %j',
    async (name) => {
      expect(await source().read(name, signal)).toBeUndefined();
    },
  );

  it('answers several that ask at once', async () => {
    const { read } = { read: source() };
    const asked = ['KEY', 'key', 'none', 'KEY'].map((name) => read.read(name, signal));
    expect(await Promise.all(asked)).toEqual(['value', 'other', undefined, 'value']);
  });
}
