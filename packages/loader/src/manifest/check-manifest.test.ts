import { describe, expect, it } from 'vitest';
import { checkManifest } from './check-manifest.ts';

const place = { file: 'mortise.json' };

function faultsOf(rawManifest: unknown): readonly string[] {
  const checked = checkManifest(rawManifest, place);
  return checked.status === 'ok'
    ? []
    : checked.diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe('a manifest', () => {
  it('with everything in it is taken as it is', () => {
    const manifest = {
      id: 'weather',
      version: '1.2.3',
      apiVersion: '^1.0.0',
      entry: 'src/index.ts',
      capabilities: {
        network: { allowedHosts: ['api.test'], methods: ['GET'], reason: 'forecasts' },
        secrets: { names: ['KEY'], reveal: true },
        storage: { quotaBytes: 1_000 },
        fs_reach: { read: ['/data'] },
        process: { allowedBinaries: ['git'] },
        attachments: { kinds: ['image'] },
      },
      configSchema: { type: 'object' },
      categories: ['Web'],
      optionalTools: ['set_home'],
      requires: { base: '^1.0.0' },
      sharedOnly: false,
      idempotent: true,
    };
    expect(checkManifest(manifest, place)).toEqual({ status: 'ok', manifest });
  });

  it('says which keys may stand where one is like none of them', () => {
    const raw = { id: 'a', capabilities: { storage: { bytes: 3 } } };
    const checked = checkManifest(raw, place);
    const hints = checked.status === 'ok' ? [] : checked.diagnostics.map(({ hint }) => hint);
    expect(hints).toEqual([
      'Remove the key, or write one that may stand here: scope, quotaBytes, reason.',
    ]);
  });

  it.each([
    { what: 'no id', raw: {}, then: ['manifest_invalid id: is missing'] },
    {
      what: 'a scoped id',
      raw: { id: '@a/b' },
      then: ['manifest_invalid id: "@a/b" does not match ^[A-Za-z][A-Za-z0-9_-]{0,63}$'],
    },
    {
      what: 'a key that is nearly right',
      raw: { id: 'a', capabilites: {} },
      then: ['manifest_unknown_key capabilites: unknown key, did you mean "capabilities"?'],
    },
    {
      what: 'a nested key that is nearly right',
      raw: { id: 'a', capabilities: { network: { allowedHost: [], allowedHosts: ['a'] } } },
      then: [
        'manifest_unknown_key capabilities.network.allowedHost: unknown key, did you mean "allowedHosts"?',
      ],
    },
    {
      what: 'a key that is nothing like any',
      raw: { id: 'a', xyzzyplugh: 1 },
      then: ['manifest_unknown_key xyzzyplugh: unknown key'],
    },
    {
      what: 'a value of the wrong kind deep down',
      raw: { id: 'a', capabilities: { network: { allowedHosts: ['ok', 3] } } },
      then: [
        'manifest_invalid capabilities.network.allowedHosts[1]: expected text that is not empty, not 3',
      ],
    },
    {
      what: 'a value that is none of those possible',
      raw: { id: 'a', capabilities: { storage: { scope: 'agnt' } } },
      then: [
        'manifest_invalid capabilities.storage.scope: expected "tool-private", "session", "agent", "user_agent", "user" or "shared", not "agnt"; did you mean "agent"?',
      ],
    },
    {
      what: 'shared storage without a reason (M-9)',
      raw: { id: 'a', capabilities: { storage: { scope: 'shared', quotaBytes: 1, reason: ' ' } } },
      then: [
        'manifest_invalid capabilities.storage.reason: is missing, and storage that all agents share is asked for',
      ],
    },
    {
      what: 'not an object',
      raw: [],
      then: ['manifest_invalid expected a mapping, not an empty list'],
    },
    { what: 'null', raw: null, then: ['manifest_invalid expected a mapping, not null'] },
  ])('with $what is refused at that place', ({ raw, then }) => {
    expect(faultsOf(raw)).toEqual(then);
  });

  it('has all its faults named at once, each once, with file and hint', () => {
    const checked = checkManifest({ version: 1, entry: 2, idd: 'x' }, place);
    if (checked.status === 'ok') throw new Error('taken');
    expect(checked.diagnostics.map(({ path }) => path).sort()).toEqual(['entry', 'idd', 'version']);
    expect(
      checked.diagnostics.every(({ file, hint }) => file === 'mortise.json' && hint !== ''),
    ).toBe(true);
  });

  it('inside package.json is located there', () => {
    const checked = checkManifest({ id: 1 }, { file: 'package.json', prefix: 'mortise' });
    expect(checked).toMatchObject({ diagnostics: [{ path: 'mortise.id', file: 'package.json' }] });
  });

  it('may not bring keys of Object', () => {
    expect(faultsOf(JSON.parse('{"id":"a","__proto__":{"x":1},"constructor":1}'))).toHaveLength(2);
  });
});
