import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readPackage } from './workspace-packages.ts';

interface Vex {
  readonly statements: readonly {
    readonly vulnerability: { readonly name: string };
    readonly products: readonly { readonly subcomponents: readonly { readonly '@id': string }[] }[];
    readonly status: string;
  }[];
}

describe('what we say about a vulnerability of isolated-vm', () => {
  const text = readFileSync(join(ROOT, 'release', 'vex.openvex.json'), 'utf8');
  const [statement] = (JSON.parse(text) as Vex).statements;

  it('is about the version that is installed', () => {
    const { manifest } = readPackage(join(ROOT, 'packages', 'sandbox'));
    const version = manifest.dependencies?.['isolated-vm'];
    const subcomponents = [{ '@id': `pkg:npm/isolated-vm@${version}` }];
    expect(statement).toMatchObject({ status: 'not_affected', products: [{ subcomponents }] });
  });

  it('holds: no source takes or passes cached data of V8 (CVE-2022-39266)', () => {
    const word = /\bcachedData\b|produceCachedData|createCachedData/;
    const files = globSync('{packages,extensions}/*/{src,bin}/**/*.{ts,js}', { cwd: ROOT });
    expect(files.filter((file) => word.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
    expect(files.length).toBeGreaterThan(500);
  });
});
