import { describe, expect, it } from 'vitest';
import { resolveCase } from '../testing/resolve-case.ts';

describe('phase 6: overrides (P-6, M-5)', () => {
  const tools = ['file', 'shell'];
  it('merges defaults and agent per key; the agent wins', () => {
    const { surface } = resolveCase({
      tools,
      defaults: [['shell', { a: 1, b: 1 }]],
      agent: { tools: [['shell', { b: 2, c: { d: 3 } }]] },
    });
    expect(surface.overridesOf('shell')).toEqual({ a: 1, b: 2, c: { d: 3 } });
  });

  it.each([
    {
      when: 'equal overrides',
      statics: [['shell', { a: 1 }]] as const,
      kit: { a: 1 },
      state: 'active',
    },
    {
      when: 'other overrides',
      statics: [['shell', { a: 2 }]] as const,
      kit: { a: 1 },
      state: 'conflict',
    },
    { when: 'plain against overridden', statics: ['shell'], kit: { a: 1 }, state: 'conflict' },
    { when: 'a rival that is not active', statics: [], kit: { a: 1 }, state: 'active' },
  ])('a loaded toolkit with $when leaves its other tools $state', ({ statics, kit, state }) => {
    const { surface, diagnostics } = resolveCase({
      tools,
      toolkits: new Map([['k', ['file', ['shell', kit]]]]),
      agent: { tools: statics, toolkits: ['k'] },
      request: { loadedToolkits: ['k'] },
    });
    expect(surface.stateOf('file')).toBe(state);
    expect(surface.stateOf('shell')).toBe('active');
    expect(diagnostics).toEqual(state === 'conflict' ? ['toolkit_conflict:k@toolkits.k'] : []);
  });

  it('quarantines what was loaded, not what is initial', () => {
    const { surface } = resolveCase({
      tools,
      toolkits: new Map([
        ['x', [['shell', { p: 1 }], 'file']],
        ['y', [['shell', { p: 2 }]]],
      ]),
      agent: { toolkits: ['x', 'y'], initial: ['y'] },
      request: { loadedToolkits: ['x'] },
    });
    expect(surface.sourcesOf('shell')).toEqual(['toolkit y']);
    expect(surface.overridesOf('shell')).toEqual({ p: 2 });
    expect(surface.stateOf('file')).toBe('conflict');
  });

  it('lets a tool that the agent may not use start no conflict', () => {
    const { active } = resolveCase({
      tools,
      toolkits: new Map([['k', ['file', ['shell', { a: 1 }]]]]),
      agent: { tools: ['shell'], toolkits: ['k'], policy: { deny: ['shell'] } },
      request: { loadedToolkits: ['k'] },
    });
    expect(active).toEqual(['file']);
  });

  it('lets two toolkits differ about a tool that the agent may not use', () => {
    const { active } = resolveCase({
      tools,
      toolkits: new Map([
        ['x', [['shell', { p: 1 }]]],
        ['y', [['shell', { p: 2 }], 'file']],
      ]),
      agent: { toolkits: ['x', 'y'], initial: ['x', 'y'], policy: { deny: ['shell'] } },
    });
    expect(active).toEqual(['file']);
  });
});

describe('phase 7: availability (P-7, L-9)', () => {
  it.each([
    { unavailable: ['file'], active: ['docker', 'wiki'] },
    { unavailable: ['FILE', 'research'], active: ['docker'] },
    { unavailable: ['plugin:research'], active: ['docker', 'file'] },
  ])('leaves out $unavailable', ({ unavailable, active }) => {
    const tools = ['docker', 'file', { name: 'wiki', plugin: 'research' }];
    const result = resolveCase({ tools, request: { unavailable } });
    expect(result.active).toEqual(active);
    expect(result.permitted).toEqual(['docker', 'file', 'wiki']);
  });
});
