import { describe, expect, it } from 'vitest';
import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityGrants,
  type RequestedCapabilities,
} from './capability-table.ts';
import { grantRequested } from './grant-requested.ts';
import {
  addGrantValue,
  addGrantValues,
  findAdditions,
  listGrantValues,
  removeGrantValue,
  usedGrantValue,
} from './grant-values.ts';

const PLACE = { workspace: '/work', hosts: ['api.test'] };

const ASKS: RequestedCapabilities = {
  network: { allowedHosts: ['api.test', '*.geo.test', '*'], methods: ['GET', 'POST'] },
  secrets: { names: ['KEY', 'LOOSE'], hosts: { KEY: ['api.test'] } },
  storage: { quotaBytes: 2_000_000, scope: 'shared', reason: 'one cache' },
  fs_reach: { read: ['*'], write: ['/data'] },
  process: { allowedBinaries: ['git'] },
  attachments: { kinds: '*' },
};

const valuesOf = (grants: CapabilityGrants) => listGrantValues(grants).map(({ value }) => value);

describe('the values of grants (E-10)', () => {
  it('say in plain words what all that is asked for would be', () => {
    const words = listGrantValues(grantRequested(ASKS, '/work')).map((each) => each.words);
    expect(words).toEqual([
      'GET, POST https://api.test',
      'GET, POST https://*.geo.test: any host below geo.test',
      'GET, POST https://*: any public host there is',
      'requests with POST',
      'KEY, sent to https://api.test only, in the header',
      'LOOSE, bound to no host: it is sent nowhere',
      ...['keeps up to 2MB', 'all agents share what it keeps'],
      ...['reads everything below /work', 'writes anything below /data'],
      'runs git outside of the sandbox, with any arguments, in /work; it writes only temporary files and has no network',
      'opens whatever is attached',
    ]);
  });

  it('added one by one give the same grant, and taken one by one leave nothing', () => {
    const whole = grantRequested(ASKS, '/work');
    const values = listGrantValues(whole);
    const built = addGrantValues({}, values, PLACE);
    expect(valuesOf(built)).toEqual(valuesOf(whole));
    for (const name of CAPABILITY_NAMES) {
      let grant: unknown = built[name];
      for (const { value } of values.filter(({ capability }) => capability === name)) {
        if (grant !== undefined) grant = removeGrantValue(name, grant as never, value);
      }
      expect([name, grant]).toEqual([name, undefined]);
    }
  });

  it('bind a secret to the hosts that are named for it, or to the only host there is', () => {
    const secretsOf = (
      allowedHosts: readonly string[],
      secrets: RequestedCapabilities['secrets'],
    ) =>
      valuesOf({
        secrets:
          grantRequested({ network: { allowedHosts }, ...(secrets && { secrets }) }, '/work')
            .secrets ?? [],
      });
    expect(secretsOf(['a.test', 'b.test'], ['KEY'])).toEqual(['KEY']);
    expect(secretsOf(['a.test'], ['KEY'])).toEqual(['KEY@a.test']);
    expect(secretsOf(['*'], ['KEY'])).toEqual(['KEY']);
    const named = { names: ['KEY', 'constructor'], hosts: { KEY: ['b.test'] } };
    expect(secretsOf(['a.test', 'b.test'], named)).toEqual(['KEY@b.test', 'constructor']);
  });

  it.each([
    ['network', 'not a host'],
    ['network', 'https://user@host'],
    ['secrets', '@api.test'],
    ['secrets', 'KEY@not a host'],
    ['storage', 'much'],
    ['storage', '0'],
    ['storage', '9000GB'],
    ['fs_reach', '/data'],
    ['fs_reach', 'read:relative'],
    ['fs_reach', 'read:/a/../b'],
    ['process', ''],
    ['attachments', ''],
  ] as const)('are refused where they make no sense: %s %s', (name, value) => {
    expect(addGrantValue(name, { grant: undefined, value, place: PLACE })).toBeUndefined();
  });

  it('show a stranger’s names so that they cannot pass for others, on one line and bounded', () => {
    const [cyrillic, lines, long] = listGrantValues({
      process: { allowedBinaries: ['gi\u0442', 'git\n  grant?  all', 'x'.repeat(1_000)] },
    }).map(({ words }) => words);
    expect(cyrillic).toContain('runs "gi\\u{442}" ');
    expect(lines).not.toContain('\n');
    expect(long?.length).toBeLessThan(250);
    const [host] = listGrantValues({ network: { allowedHosts: ['\u0430pi.test'] } });
    expect(host?.words).toContain('https://xn--pi-6kc.test');
  });

  it('are found again from what the audit log says of a use', () => {
    const { network, secrets, process: programs } = grantRequested(ASKS, '/work');
    expect(usedGrantValue('network', network, 'GET https://x.geo.test/a')).toBe('*.geo.test');
    expect(usedGrantValue('secrets', secrets, 'KEY')).toBe('KEY@api.test');
    const recorded = CAPABILITIES.process.operations.run.target({
      binary: 'git',
      args: ['status'],
    });
    expect(usedGrantValue('process', programs, recorded)).toBe('git');
    expect(usedGrantValue('network', network, 'nonsense')).toBeUndefined();
  });

  it('of an update are those that were not asked for before', () => {
    const after = { ...ASKS, network: { allowedHosts: ['api.test', 'new.test'] } };
    const added = findAdditions(
      { ...ASKS, network: { allowedHosts: ['api.test'] } },
      after,
      '/work',
    );
    expect(added.map(({ value }) => value)).toEqual(['new.test']);
  });
});
