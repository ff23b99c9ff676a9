import { describe, expect, it } from 'vitest';
import { workspacePackages } from './workspace-packages.ts';

const ALL = workspacePackages();

describe('the packages of this repository', () => {
  it('are published under these names', () => {
    const names = ALL.map(({ name }) => name);
    for (const name of ['mortise', 'create-mortise', '@mortise/host', '@mortise/tools-web']) {
      expect(names).toContain(name);
    }
    expect(names.filter((name) => !/^(?:@mortise\/|(?:create-)?mortise$)/.test(name))).toEqual([]);
  });

  it('are published after those that they need', () => {
    const places = new Map(ALL.map(({ name }, place) => [name, place]));
    const early = ALL.flatMap(({ name, manifest }, place) =>
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
        .filter((needed) => (places.get(needed) ?? -1) > place)
        .map((needed) => `${name} before ${needed}`),
    );
    expect(early).toEqual([]);
  });

  it('all have one version', () => {
    expect([...new Set(ALL.map(({ manifest }) => manifest.version))]).toHaveLength(1);
  });

  it.each(
    ALL.filter(({ isExtension }) => !isExtension).map(
      (each) => [each.name, each.manifest] as const,
    ),
  )('publish compiled entries in the place of sources: %s', (_, { exports = {}, ...manifest }) => {
    const published = manifest.publishConfig?.exports ?? exports;
    for (const [entry, path] of Object.entries(published)) {
      const source = exports[entry];
      const compiled = String(source).replace('./src/', './dist/').replace(/\.ts$/, '');
      const isSource = typeof source === 'string' && source.endsWith('.ts');
      const expected = isSource ? { types: `${compiled}.d.ts`, default: `${compiled}.js` } : source;
      expect([entry, path]).toEqual([entry, expected]);
    }
  });
});
