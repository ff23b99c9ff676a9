import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUpdate } from './compare-update.ts';
import { formatUpdate } from './format-update.ts';
import type { LockedExtension } from './lock-file.ts';
import { printLock } from './print-lock.ts';
import { parseLock, readLock } from './read-lock.ts';

const locked: LockedExtension = {
  version: '1.0.0',
  integrity: 'sha512-aaa',
  bundleHash: 'sha256-bbb',
  requested: {
    network: { allowedHosts: ['api.test'], reason: 'why' },
    storage: { quotaBytes: 1_000 },
  },
  granted: { network: { allowedHosts: ['api.test'] } },
  definitions: { get: 'sha256-get', put: 'sha256-put' },
};

const { granted: _granted, ...candidate } = locked;
const next = { ...candidate, version: '1.1.0', integrity: 'sha512-x', bundleHash: 'sha256-x' };
const hosts = (...allowedHosts: string[]) => ({
  ...candidate.requested,
  network: { allowedHosts },
});

function lockPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'mortise-lock-')), 'mortise.lock');
}

describe('an update', () => {
  it.each([
    { what: 'nothing new', update: candidate, then: 'same' },
    { what: 'new code', update: next, then: 'safe' },
    { what: 'another reason', update: { ...next, requested: hosts('api.test') }, then: 'safe' },
    { what: 'fewer hosts', update: { ...next, requested: hosts() }, then: 'safe' },
    {
      what: 'a host more',
      update: { ...next, requested: hosts('api.test', 'b.test') },
      then: 'needs_approval',
    },
    {
      what: 'another host',
      update: { ...next, requested: hosts('b.test') },
      then: 'needs_approval',
    },
    {
      what: 'a method more',
      update: {
        ...next,
        requested: { network: { allowedHosts: ['api.test'], methods: ['GET', 'POST'] } },
      },
      then: 'needs_approval',
    },
    {
      what: 'a larger quota',
      update: { ...next, requested: { ...candidate.requested, storage: { quotaBytes: 1_001 } } },
      then: 'needs_approval',
    },
    {
      what: 'a smaller quota',
      update: { ...next, requested: { storage: { quotaBytes: 999 } } },
      then: 'safe',
    },
    {
      what: 'secrets',
      update: { ...next, requested: { secrets: { names: ['K'] } } },
      then: 'needs_approval',
    },
    {
      what: 'a program',
      update: { ...next, requested: { process: { allowedBinaries: ['sh'] } } },
      then: 'needs_approval',
    },
    {
      what: 'a root to write',
      update: { ...next, requested: { fs_reach: { write: ['/'] } } },
      then: 'needs_approval',
    },
    {
      what: 'attachments',
      update: { ...next, requested: { attachments: { kinds: ['image'] } } },
      then: 'needs_approval',
    },
    {
      what: 'a tool more',
      update: { ...next, definitions: { ...candidate.definitions, rm: 'sha256-rm' } },
      then: 'needs_approval',
    },
    {
      what: 'a tool less',
      update: { ...next, definitions: { get: 'sha256-get' } },
      then: 'needs_approval',
    },
    {
      what: 'another definition',
      update: { ...next, definitions: { ...candidate.definitions, get: 'sha256-new' } },
      then: 'needs_approval',
    },
    { what: 'an older version', update: { ...next, version: '0.9.0' }, then: 'needs_approval' },
    {
      what: 'other contents under the same version',
      update: { ...next, version: '1.0.0' },
      then: 'needs_approval',
    },
  ])('with $what is $then', ({ update, then }) => {
    expect(compareUpdate(locked, update).status).toBe(then);
  });

  it('that reveals a secret it only used before needs approval', () => {
    const before = { ...locked, requested: { secrets: { names: ['K'] } } };
    const update = { ...next, requested: { secrets: { names: ['K'], reveal: true } } };
    expect(compareUpdate(before, update).status).toBe('needs_approval');
  });

  it('is printed line by line', () => {
    const update = {
      ...next,
      requested: { network: { allowedHosts: ['api.test', 'geo.test'] } },
      definitions: { get: 'sha256-new', put: 'sha256-put' },
    };
    expect(formatUpdate('weather', compareUpdate(locked, update))).toBe(
      [
        'weather: needs approval; the installed version stays until then',
        '    version 1.0.0 → 1.1.0',
        '    code changed',
        '  + network: host geo.test',
        '  - storage: key-value storage of 1000 bytes',
        '  ~ tool get: its definition changed',
      ].join('\n'),
    );
  });

  it('never widens unseen: whatever hosts it adds, it needs approval', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(names, names, (before, after) => {
        const { status } = compareUpdate(
          { ...locked, requested: { network: { allowedHosts: before } } },
          { ...next, requested: { network: { allowedHosts: after } } },
        );
        const isWider = after.some((host) => !before.includes(host));
        expect(status).toBe(isWider ? 'needs_approval' : 'safe');
      }),
    );
  });
});

describe('mortise.lock', () => {
  it('that is not there holds nothing', async () => {
    expect(await readLock(lockPath())).toEqual({ lockVersion: 1, extensions: {} });
  });

  it('is read as it was written, in one order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(locked).reverse()) as LockedExtension;
    const first = printLock({ lockVersion: 1, extensions: { b: locked, a: locked } });
    const again = printLock({ extensions: { a: reversed, b: reversed }, lockVersion: 1 });
    expect(again).toBe(first);
    expect(Object.keys(parseLock(first, 'mortise.lock').extensions)).toEqual(['a', 'b']);
  });

  it.each([
    { what: 'not JSON', text: '{' },
    { what: 'of another version', text: '{"lockVersion":2,"extensions":{}}' },
    { what: 'with an unknown key', text: '{"lockVersion":1,"extensions":{},"x":1}' },
    { what: 'with half an extension', text: '{"lockVersion":1,"extensions":{"a":{}}}' },
  ])('$what is refused, not guessed at', async ({ text }) => {
    const path = lockPath();
    writeFileSync(path, text);
    const fault = await readLock(path).catch((error: unknown) => error);
    expect(MortiseError.is(fault) && fault.code).toBe('lock_invalid');
  });
});
