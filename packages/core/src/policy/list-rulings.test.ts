import type { SurfaceRequest } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { PERMISSION_TOOLS } from './testing/permission-tools.ts';
import type { PolicyCase } from './testing/policy-case.ts';
import { resolveCase } from './testing/resolve-case.ts';

describe('the id of an extension in a list that exposes (L-7)', () => {
  it.each<{ list: string; given: Partial<PolicyCase> }>([
    { list: 'the static tools', given: { agent: { tools: ['workflow'] } } },
    { list: 'the defaults', given: { defaults: ['workflow'] } },
    {
      list: 'an initial toolkit',
      given: {
        toolkits: new Map([['k', ['workflow']]]),
        agent: { toolkits: ['k'], initial: ['k'] },
      },
    },
  ])('exposes and opts in all its tools from $list', ({ given }) => {
    const { surface } = resolveCase({ tools: PERMISSION_TOOLS, ...given });
    expect([surface.stateOf('wf'), surface.stateOf('wf_list')]).toEqual(['active', 'active']);
    expect(surface.stateOf('notes')).toBe('hidden');
  });
});

describe('the lists of a request (L-9)', () => {
  it.each([
    { text: 'read', tool: 'read' },
    { text: 'cat', tool: 'read' },
    { text: ' CAT ', tool: 'read' },
    { text: 'notes', tool: 'notes' },
    { text: 'workflow', tool: 'wf_list' },
  ])('take "$text" for $tool', ({ text, tool }) => {
    const stateWith = (request: Partial<SurfaceRequest>) =>
      resolveCase({ tools: PERMISSION_TOOLS, request }).surface.stateOf(tool);
    expect(stateWith({})).toBe('active');
    expect(stateWith({ exclude: [text] })).toBe('denied');
    expect(stateWith({ unavailable: [text] })).toBe('unavailable');
  });
});
