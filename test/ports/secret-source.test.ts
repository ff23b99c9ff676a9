import { EnvironmentSecrets, MemorySecrets } from '@mortise/host';
import { describe, expect, it } from 'vitest';
import { secretSourceSuite } from './secret-source-suite.ts';

const asVariables = (values: { readonly [name: string]: string }) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`MORTISE_SECRET_${name}`, value]),
  );

describe('MemorySecrets (S-6)', () => {
  secretSourceSuite((values) => new MemorySecrets(Object.entries(values)));
});

describe('EnvironmentSecrets (S-6)', () => {
  secretSourceSuite((values) => new EnvironmentSecrets({ PATH: '/bin', ...asVariables(values) }));

  it('sees a variable that is set later', async () => {
    const env: Record<string, string> = {};
    const source = new EnvironmentSecrets(env);
    env['MORTISE_SECRET_LATE'] = 'now';
    expect(await source.read('LATE')).toBe('now');
  });
});
