import { describe, expect, it } from 'vitest';
import { fallbackPluginsOf, loadoutOfSubagent } from './subagent-loadouts.ts';

describe('Subagent types (J-6)', () => {
  it.each([
    ['Explore', 'research'],
    ['Task', 'minimal'],
    ['Plan', 'developer'],
    ['Review', 'developer'],
    ['General', 'full'],
    ['explore', 'research'],
    ['constructor', undefined],
  ])('%s works with %s', (type, loadout) => {
    expect(loadoutOfSubagent(type)).toBe(loadout);
  });

  it('has a small set for each type where there is no registry, and none for an unknown type', () => {
    expect(fallbackPluginsOf('Task')).toStrictEqual(['shell', 'file', 'search']);
    expect(fallbackPluginsOf('__proto__')).toStrictEqual([]);
  });
});
