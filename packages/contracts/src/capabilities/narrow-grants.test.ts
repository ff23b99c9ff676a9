import { relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Asker } from './capability-definition.ts';
import type { CapabilityGrants } from './capability-table.ts';
import { matchesHost, parseHostPattern } from './host-pattern.ts';
import { narrowGrant, narrowGrants } from './narrow-grants.ts';

const arbHost = fc.constantFrom(
  ...['*', 'a.test', 'b.test', '*.a.test', 'x.a.test', '*.x.a.test', 'y.x.a.test', '10.0.0.1'],
  ...['http://a.test', 'http://*', 'a.test:8443', '*:8443', 'not a host', 'A.TEST', '*.', ''],
);
const arbUrl = fc.constantFrom(
  ...['https://a.test/', 'https://x.a.test/', 'https://y.x.a.test/', 'https://b.test/'],
  ...['http://a.test/', 'http://b.test/', 'https://a.test:8443/', 'https://10.0.0.1/'],
);
const arbHosts = fc.array(arbHost, { maxLength: 4 });
const arbRoot = fc.constantFrom('/', '/a', '/a/b', '/ab', '/a/../c', 'a', '/a/', '/a/b/c', '/a\0');
const arbRoots = fc.array(arbRoot, { maxLength: 4 });

function reaches(hosts: readonly string[], url: string): boolean {
  return hosts.some((text) => {
    const pattern = parseHostPattern(text);
    return pattern !== undefined && matchesHost(pattern, new URL(url));
  });
}

describe('narrowing hosts (E-10)', () => {
  it('reaches exactly what both sides reach', () => {
    fc.assert(
      fc.property(arbHosts, arbHosts, arbUrl, (asked, granted, url) => {
        const network = narrowGrant('network', {
          granted: { allowedHosts: granted },
          asked: { allowedHosts: asked },
          asker: 'tool',
        });
        const isAsked = asked.includes('*') || reaches(asked, url);
        expect(reaches(network?.allowedHosts ?? [], url)).toBe(isAsked && reaches(granted, url));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('narrowing folders (E-10)', () => {
  const isIn = (roots: readonly string[], path: string) =>
    roots.some((root) => root.startsWith('/') && !relative(root, path).startsWith('..'));
  const arbPath = fc.constantFrom('/a', '/a/b', '/a/b/c', '/ab', '/c', '/d', '/a/x');

  it('never reaches a path that one side does not reach', () => {
    fc.assert(
      fc.property(arbRoots, arbRoots, arbPath, (asked, granted, path) => {
        const files = narrowGrant('fs_reach', {
          granted: { read: granted, write: [] },
          asked: { read: asked, write: asked },
          asker: 'manifest',
        });
        expect(files?.write).toEqual([]);
        if (!isIn(files?.read ?? [], path)) return;
        for (const side of [asked, granted]) expect(isIn(side, path)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

const ONE = {
  ...{ name: 'ONE', hosts: ['a.test', 'b.test'], reveal: true },
  places: ['header', 'query'] as const,
};
const EVERYTHING: CapabilityGrants = {
  network: { allowedHosts: ['a.test'], methods: ['GET', 'POST'], timeoutMs: 500 },
  secrets: [ONE, { name: 'TWO' }],
  storage: { quotaBytes: 1_000 },
  fs_reach: { read: ['/a'], write: ['/a/b'], allowHardLinks: true, maxReadBytes: 10 },
  process: { allowedBinaries: ['git', '/bin/ls'], cwd: ['/a'], env: { LANG: 'C', HOME: '/a' } },
  attachments: { kinds: ['image', 'text'] },
};
const ASK_ALL = {
  network: { allowedHosts: ['*'], methods: ['*'] },
  secrets: ['ONE', 'TWO', 'THREE'],
  storage: { quotaBytes: 5_000 },
  fs_reach: { read: ['*'], write: ['*'] },
  process: { allowedBinaries: ['*'] },
  attachments: { kinds: '*' },
};

describe('narrowing grants (E-10)', () => {
  it('gives the whole grant to who asks for everything', () => {
    expect(narrowGrants(EVERYTHING, ASK_ALL, 'tool')).toEqual({
      ...EVERYTHING,
      secrets: [ONE, { name: 'TWO', hosts: [], places: ['header'], reveal: false }],
    });
  });

  it.each<{
    when: string;
    asked: unknown;
    granted?: CapabilityGrants;
    asker?: Asker;
    then: object;
  }>([
    { when: 'nothing is asked for', asked: {}, then: {} },
    { when: 'the request is no object', asked: 'all', then: {} },
    { when: 'the request is null', asked: null, then: {} },
    { when: 'nothing is granted', asked: ASK_ALL, granted: {}, then: {} },
    { when: 'a part has the wrong shape', asked: { network: ['*'], storage: 1 }, then: {} },
    {
      when: 'methods are not asked for',
      asked: { network: { allowedHosts: ['*'] } },
      then: { network: { allowedHosts: ['a.test'], methods: ['GET'], timeoutMs: 500 } },
    },
    {
      when: 'a part has a word of a later version',
      asked: { network: { allowedHosts: ['*'], http3: true } },
      then: { network: { allowedHosts: ['a.test'], methods: ['GET'], timeoutMs: 500 } },
    },
    {
      when: 'a manifest does not ask to reveal',
      asked: { secrets: { names: ['ONE'] } },
      then: { secrets: [{ ...ONE, reveal: false }] },
    },
    {
      when: 'a manifest lists names only',
      asked: { secrets: ['ONE'] },
      then: { secrets: [{ ...ONE, reveal: false }] },
    },
    {
      when: 'a tool says nothing of revealing',
      asked: { secrets: ['ONE'] },
      asker: 'tool',
      then: { secrets: [ONE] },
    },
    {
      when: 'a request asks for more storage',
      asked: { storage: { scope: 'agent', quotaBytes: 9_999 } },
      then: { storage: { scope: 'agent', quotaBytes: 1_000 } },
    },
    {
      when: 'a request asks for another scope',
      asked: { storage: { scope: 'agent' } },
      granted: { storage: { scope: 'session' } },
      then: {},
    },
    {
      when: 'hard links are asked for',
      asked: { fs_reach: { read: ['/a/b/../b', '/a/c'], allowHardLinks: true } },
      granted: { fs_reach: { read: ['/a'] } },
      then: { fs_reach: { read: ['/a/c'], write: [] } },
    },
    {
      when: 'an environment is asked for',
      asked: { process: { allowedBinaries: ['git', 'rm'], env: { LD_PRELOAD: 'x' } } },
      then: { process: { allowedBinaries: ['git'], cwd: ['/a'], env: { LANG: 'C', HOME: '/a' } } },
    },
    {
      when: 'kinds are asked for',
      asked: { attachments: { kinds: ['text', 'audio'] } },
      then: { attachments: { kinds: ['text'] } },
    },
  ])('when $when', ({ asked, granted = EVERYTHING, asker = 'manifest', then }) => {
    expect(narrowGrants(granted, asked, asker)).toEqual(then);
  });

  it('cannot be given grants by a prototype', () => {
    const asked = Object.create({ network: { allowedHosts: ['*'] } });
    expect(narrowGrants(EVERYTHING, asked, 'tool')).toEqual({});
  });
});

describe('narrowing the scope of storage (E-10, M-9)', () => {
  it.each([
    // A manifest says how far its tools may go.
    { granted: 'shared', asked: undefined, asker: 'manifest', then: undefined },
    { granted: 'shared', asked: 'shared', asker: 'manifest', then: 'shared' },
    { granted: undefined, asked: 'shared', asker: 'manifest', then: undefined },
    { granted: 'agent', asked: 'shared', asker: 'manifest', then: 'agent' },
    { granted: 'shared', asked: 'agent', asker: 'manifest', then: 'agent' },
    { granted: 'agent', asked: 'session', asker: 'manifest', then: 'nothing' },
    { granted: undefined, asked: 'user', asker: 'manifest', then: 'user_agent' },
    { granted: 'user', asked: 'user', asker: 'manifest', then: 'user' },
    { granted: 'shared', asked: 'user', asker: 'manifest', then: 'user' },
    { granted: 'user', asked: 'shared', asker: 'manifest', then: 'user' },
    { granted: 'user', asked: 'agent', asker: 'manifest', then: 'agent' },
    { granted: undefined, asked: 'user_agent', asker: 'manifest', then: 'user_agent' },
    // A tool says what it uses.
    { granted: undefined, asked: 'user', asker: 'tool', then: 'nothing' },
    { granted: undefined, asked: 'user_agent', asker: 'tool', then: 'user_agent' },
    { granted: 'user', asked: 'user_agent', asker: 'tool', then: 'nothing' },
    { granted: 'user', asked: 'user', asker: 'tool', then: 'user' },
    { granted: 'shared', asked: undefined, asker: 'tool', then: 'shared' },
    { granted: 'shared', asked: 'agent', asker: 'tool', then: 'agent' },
    { granted: undefined, asked: 'agent', asker: 'tool', then: 'agent' },
    { granted: undefined, asked: 'shared', asker: 'tool', then: 'nothing' },
    { granted: 'agent', asked: 'shared', asker: 'tool', then: 'nothing' },
    { granted: 'agent', asked: undefined, asker: 'tool', then: 'agent' },
  ] as const)('of $granted, $asker asks for $asked → $then', ({ granted, asked, asker, then }) => {
    const narrowed = narrowGrant('storage', {
      granted: granted === undefined ? {} : { scope: granted },
      asked: asked === undefined ? {} : { scope: asked },
      asker,
    });
    expect(narrowed === undefined ? 'nothing' : narrowed.scope).toBe(then);
  });
});
