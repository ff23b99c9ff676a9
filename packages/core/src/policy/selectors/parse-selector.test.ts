import { describe, expect, it } from 'vitest';
import { parseSelector } from './parse-selector.ts';

describe('the grammar of selectors (L-1, L-2)', () => {
  it.each([
    { text: 'read', kind: 'name', name: 'read' },
    { text: '  Workflow_Tool ', kind: 'name', name: 'workflow_tool' },
    { text: 'docker_*', kind: 'prefix', name: 'docker_' },
    { text: 'DOCKER*', kind: 'prefix', name: 'docker' },
    { text: 'plugin:Workflow', kind: 'plugin', name: 'workflow' },
    { text: 'category: Git', kind: 'category', name: 'git' },
    { text: 'toolset:fs', kind: 'toolset', name: 'fs' },
    { text: 'Group:Plugins', kind: 'group', name: 'plugins' },
    { text: 'mcp:gh', kind: 'mcp', name: 'gh' },
    { text: 'plugin:work*', kind: 'plugin', name: 'work*' },
    { text: '*docker', kind: 'name', name: '*docker' },
    { text: 'a*b', kind: 'name', name: 'a*b' },
    { text: '**', kind: 'prefix', name: '*' },
    { text: 'agent:x', kind: 'name', name: 'agent:x' },
    { text: ':x', kind: 'name', name: ':x' },
    { text: 'constructor', kind: 'name', name: 'constructor' },
    { text: '__proto__', kind: 'name', name: '__proto__' },
    { text: 'constructor:x', kind: 'name', name: 'constructor:x' },
  ])('reads "$text" as $kind "$name"', ({ text, kind, name }) => {
    expect(parseSelector(text)).toEqual({ kind, name });
  });

  it.each(['*', ' * '])('reads "%s" as everything', (text) => {
    expect(parseSelector(text)).toEqual({ kind: 'everything' });
  });

  it.each(['', '  ', '\t\n'])('reads %j as blank', (text) => {
    expect(parseSelector(text)).toEqual({ kind: 'blank' });
  });
});
