import { describe, expect, it } from 'vitest';
import { createSurfaceResolver } from '../policy/create-surface-resolver.ts';
import { type PolicyCase, questionOf } from '../policy/testing/policy-case.ts';
import { agentToolkits } from './agent-toolkits.ts';
import { sanitizeLoaded } from './sanitize-loaded.ts';

function toolkitsOf(given: PolicyCase) {
  const { inputs, request } = questionOf(given);
  return agentToolkits(createSurfaceResolver().compile(inputs, request));
}

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('agentToolkits (M-1, M-6, J-5)', () => {
  it('offers configured toolkits in allowed order, then plugins the loadout makes discoverable', () => {
    const toolkits = toolkitsOf({
      tools: [
        'x',
        'y',
        { name: 'ps', plugin: 'docker' },
        { name: 'rm', plugin: 'docker' },
        'kubectl',
      ],
      policy: { deny: ['rm'] },
      toolkits: new Map([
        ['one', ['x']],
        ['two', ['y', 'rm']],
        ['other', ['x']],
      ]),
      loadouts: [{ name: 'ops', discoverablePatterns: ['docker*', 'kube*'] }],
      agent: { toolkits: ['two', 'one'], initial: ['one'], loadout: 'ops' },
    });
    expect(
      toolkits.offered.map(({ name, kind, permittedTools }) => [name, kind, names(permittedTools)]),
    ).toStrictEqual([
      ['two', 'configured', ['y']],
      ['one', 'configured', ['x']],
      ['kubectl', 'discoverable', ['kubectl']],
      ['docker', 'discoverable', ['ps']],
    ]);
    expect(names(toolkits.initial)).toStrictEqual(['one']);
    expect([toolkits.isKnown('other'), toolkits.isKnown('docker')]).toStrictEqual([true, false]);
    expect([toolkits.isAwaited('kubernetes'), toolkits.isAwaited('gone')]).toStrictEqual([
      true,
      false,
    ]);
  });

  it('does not offer a plugin of which nothing is permitted', () => {
    const toolkits = toolkitsOf({
      tools: [
        { name: 'ps', plugin: 'docker' },
        { name: 'opt', plugin: 'vault', optional: true },
      ],
      policy: { deny: ['ps'] },
      loadouts: [{ name: 'ops', discoverablePatterns: ['*'] }],
      agent: { loadout: 'ops' },
    });
    expect(toolkits.offered).toStrictEqual([]);
  });

  it.each([
    ['shared' as const, []],
    ['agent' as const, []],
    ['user' as const, ['spotify']],
    ['user_agent' as const, ['spotify']],
  ])('with worker_scope %s, finds %j to be shared only', (scope, found) => {
    const { offered, workerScope } = toolkitsOf({
      tools: [{ name: 'spotify', sharedOnly: true }, 'x'],
      toolkits: new Map([['m', ['Spotify', 'x']]]),
      agent: { toolkits: ['m'], scope },
    });
    expect(workerScope).toBe(scope);
    expect(offered[0]?.sharedOnlyTools).toStrictEqual(found);
  });

  it('does not let a denied tool with other overrides stand in the way of a toolkit', () => {
    const given: PolicyCase = {
      tools: ['shell', 'x'],
      toolkits: new Map([['k', [['shell', { p: 2 }], 'x'] as const]]),
      agent: { tools: [['shell', { p: 1 }]], toolkits: ['k'] },
    };
    expect(sanitizeLoaded(toolkitsOf(given), ['k']).loaded).toStrictEqual([]);
    const denied = { ...given, policy: { deny: ['shell'] } };
    expect(sanitizeLoaded(toolkitsOf(denied), ['k']).loaded).toStrictEqual(['k']);
  });
});
