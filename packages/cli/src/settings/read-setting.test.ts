import { SETTING_NAMES, SETTINGS } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { readSetting } from './read-setting.ts';
import { flagKey } from './setting-flags.ts';

const config = { stateDir: 'from-config', serve: { port: 3, allowedHosts: ['c'], openMcp: true } };

describe('a setting', () => {
  it.each([
    ['an option', { port: '1' }, { MORTISE_PORT: '2' }, { value: 1, place: '--port' }],
    ['a variable', {}, { MORTISE_PORT: '2' }, { value: 2, place: 'MORTISE_PORT' }],
    ['the configuration', {}, { MORTISE_PORT: '' }, { value: 3, place: 'serve.port' }],
  ])('comes from %s before what is weaker', (_from, flags, env, expected) => {
    expect(readSetting('port', { flags, env, config })).toMatchObject(expected);
  });

  it('that is not set is absent', () => {
    expect(readSetting('port', { env: {} })).toBeUndefined();
  });

  it('that is a list has commas in a variable and one option for each', () => {
    const env = { MORTISE_ALLOWED_HOSTS: 'a.example, b.example' };
    expect(readSetting('allowedHosts', { env })?.value).toEqual(['a.example', 'b.example']);
    const flags = { allowedHost: ['x', 'y'] };
    expect(readSetting('allowedHosts', { flags, env })?.value).toEqual(['x', 'y']);
  });

  it.each([
    ['port', 'MORTISE_PORT', 'abc'],
    ['port', 'MORTISE_PORT', '70000'],
    ['port', 'MORTISE_PORT', '-1'],
    ['port', 'MORTISE_PORT', '1e3'],
    ['openMcp', 'MORTISE_OPEN_MCP', 'maybe'],
    ['allowedHosts', 'MORTISE_ALLOWED_HOSTS', 'a,,b'],
    ['stateDir', 'MORTISE_STATE_DIR', ' '],
  ] as const)('%s refuses %s=%s and says where it stood', (name, variable, text) => {
    expect(() => readSetting(name, { env: { [variable]: text } })).toThrow(
      expect.objectContaining({
        code: 'setting_invalid',
        message: expect.stringContaining(variable),
      }),
    );
  });

  it('has a variable and an option that no other has', () => {
    const variables = SETTING_NAMES.map((name) => SETTINGS[name].env);
    expect(new Set(variables).size).toBe(SETTING_NAMES.length);
    expect(new Set(SETTING_NAMES.map(flagKey)).size).toBe(SETTING_NAMES.length);
    expect(variables.filter((name) => !name.startsWith('MORTISE_'))).toEqual([]);
    // Variables of secrets begin like this.
    expect(variables.filter((name) => name.startsWith('MORTISE_SECRET_'))).toEqual([]);
  });
});
