import { relative } from 'node:path';
import type { CapabilityCeilings, CapabilityGrants } from '@mortise/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersectGrants } from './intersect-grants.ts';
import { checkAddress } from './network/check-address.ts';
import { matchesHost, parseHostPattern } from './network/host-pattern.ts';

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

describe('intersecting hosts (E-10)', () => {
  it('reaches exactly what all sides reach', () => {
    fc.assert(
      fc.property(arbHosts, arbHosts, fc.option(arbHosts), arbUrl, (asked, granted, left, url) => {
        const policy: CapabilityCeilings = left === null ? {} : { network: { allowedHosts: left } };
        const { network } = intersectGrants(
          { network: { allowedHosts: asked } },
          { network: { allowedHosts: granted } },
          policy,
        );
        const isAsked = asked.includes('*') || reaches(asked, url);
        const isLeft = left === null || left.includes('*') || reaches(left, url);
        expect(reaches(network?.allowedHosts ?? [], url)).toBe(
          isAsked && isLeft && reaches(granted, url),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('intersecting roots (E-10)', () => {
  const isIn = (roots: readonly string[], path: string) =>
    roots.some((root) => root.startsWith('/') && !relative(root, path).startsWith('..'));
  const arbPath = fc.constantFrom('/a', '/a/b', '/a/b/c', '/ab', '/c', '/d', '/a/x');

  it('never reaches a path that one side does not reach', () => {
    fc.assert(
      fc.property(arbRoots, arbRoots, arbRoots, arbPath, (asked, granted, left, path) => {
        const { fs_reach: files } = intersectGrants(
          { fs_reach: { read: asked, write: asked } },
          { fs_reach: { read: granted, write: [] } },
          { fs_reach: { read: left } },
        );
        expect(files?.write).toEqual([]);
        if (!isIn(files?.read ?? [], path)) return;
        for (const side of [asked, granted, left]) expect(isIn(side, path)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('intersecting private addresses (E-10)', () => {
  const arbBlocks = fc.array(
    fc.constantFrom(
      '127.0.0.1',
      '127.0.0.0/8',
      '10.0.0.0/8',
      '10.1.0.0/16',
      '::1',
      'fd00::/8',
      'x/8',
    ),
  );
  const arbAddress = fc.constantFrom(
    '127.0.0.1',
    '127.0.0.2',
    '10.1.2.3',
    '10.2.0.0',
    '::1',
    'fd00::1',
  );

  it('opens exactly what grant and policy open', () => {
    fc.assert(
      fc.property(arbBlocks, arbBlocks, arbAddress, (granted, left, address) => {
        const { network } = intersectGrants(
          { network: { allowedHosts: ['*'], allowPrivate: ['0.0.0.0/0', '::/0'] } },
          { network: { allowedHosts: [], allowPrivate: granted } },
          { network: { allowPrivate: left } },
        );
        const opens = (blocks: readonly string[]) => checkAddress(address, blocks) === undefined;
        expect(opens(network?.allowPrivate ?? [])).toBe(opens(granted) && opens(left));
      }),
      { numRuns: 1_000 },
    );
  });
});

const EVERYTHING: CapabilityGrants = {
  network: { allowedHosts: ['a.test'], methods: ['GET', 'POST'], timeoutMs: 500 },
  secrets: [
    { name: 'ONE', hosts: ['a.test', 'b.test'], places: ['header', 'query'], reveal: true },
    { name: 'TWO' },
  ],
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

describe('intersecting grants (E-10)', () => {
  it('gives the whole grant to who asks for everything', () => {
    expect(intersectGrants(ASK_ALL, EVERYTHING)).toEqual({
      ...EVERYTHING,
      secrets: [
        { name: 'ONE', hosts: ['a.test', 'b.test'], places: ['header', 'query'], reveal: true },
        { name: 'TWO', hosts: [], places: ['header'], reveal: false },
      ],
    });
  });

  it.each<{
    when: string;
    asked: unknown;
    granted?: CapabilityGrants;
    policy?: CapabilityCeilings;
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
      when: 'the policy lists nothing',
      asked: { network: { allowedHosts: ['*'] } },
      policy: { network: { allowedHosts: [], methods: [], timeoutMs: 100 } },
      then: { network: { allowedHosts: [], methods: [], timeoutMs: 100 } },
    },
    {
      when: 'a manifest does not ask to reveal',
      asked: { secrets: { names: ['ONE'] } },
      policy: { secrets: [{ name: 'ONE', hosts: ['b.test'], places: ['query', 'body'] }] },
      then: {
        secrets: [{ name: 'ONE', hosts: ['https://b.test'], places: ['query'], reveal: false }],
      },
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
      policy: { process: { env: { LANG: 'C' } } },
      then: { process: { allowedBinaries: ['git'], cwd: ['/a'], env: { LANG: 'C' } } },
    },
    {
      when: 'kinds are asked for',
      asked: { attachments: { kinds: ['text', 'audio'] } },
      then: { attachments: { kinds: ['text'] } },
    },
  ])('when $when', ({ asked, granted = EVERYTHING, policy, then }) => {
    expect(intersectGrants(asked, granted, policy)).toEqual(then);
  });

  it('cannot be given grants by a prototype', () => {
    const asked = Object.create({ network: { allowedHosts: ['*'] } });
    expect(intersectGrants(asked, EVERYTHING)).toEqual({});
  });
});
