import type { AgentConfig, HostConfig } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { entry, tool } from './testing/toolkit-world.ts';
import { validateToolkits } from './validate-toolkits.ts';

function config(parts: Partial<HostConfig>): HostConfig {
  return {
    revision: 1,
    policy: { path: 'tools', byProvider: [] },
    agents: [],
    defaults: {},
    toolkits: [],
    loadouts: [],
    profiles: [],
    groups: [],
    extensions: [],
    mcpServers: [],
    strict: false,
    metadata: {},
    ...parts,
  };
}

function agent(id: string, parts: Partial<AgentConfig>): AgentConfig {
  return {
    id,
    path: `agents.${id}`,
    policy: { path: `agents.${id}.tools`, byProvider: [] },
    metadata: {},
    ...parts,
  };
}

const reference = (name: string, list: string) => ({ name, path: `agents.x.${list}[0]` });
const snapshot = {
  revision: 1,
  skipped: [],
  extensions: [],
  entries: [
    entry('shell', { aliases: ['bash'] }),
    entry('spotify', { sharedOnly: true }),
    entry('file'),
  ],
};

describe('validateToolkits (M-6)', () => {
  it('collects every offender, each with its path', () => {
    const found = validateToolkits(
      snapshot,
      config({
        defaults: { workerScope: 'user' },
        toolkits: [
          {
            name: 'k',
            description: '',
            path: 'toolkits.k',
            tools: [tool('Shell'), tool('BASH'), tool('nope'), tool('gone')],
          },
          {
            name: 'm',
            description: '',
            path: 'toolkits.m',
            tools: [tool('spotify'), tool('file', { a: 1 })],
          },
          { name: 'n', description: '', path: 'toolkits.n', tools: [tool('delegate')] },
        ],
        agents: [
          agent('x', {
            tools: [tool('file')],
            allowedToolkits: [reference('m', 'allowed_toolkits')],
            initialToolkits: [reference('m', 'initial_toolkits')],
          }),
          agent('y', {
            workerScope: 'shared',
            allowedToolkits: [reference('m', 'allowed_toolkits')],
          }),
        ],
      }),
    );
    expect(
      found.map(({ code, path, subject, severity }) => [code, path, subject, severity]),
    ).toStrictEqual([
      ['unregistered_tool', 'somewhere.nope', 'nope', 'error'],
      ['unregistered_tool', 'somewhere.gone', 'gone', 'error'],
      [
        'scope_incompatible',
        'agents.x.allowed_toolkits[0]',
        'x->toolkit m->spotify (worker_scope=user)',
        'error',
      ],
      ['toolkit_conflict', 'agents.x.initial_toolkits[0]', 'file', 'error'],
    ]);
  });

  it('compares initial toolkits with each other too', () => {
    const found = validateToolkits(
      snapshot,
      config({
        toolkits: [
          { name: 'p', description: '', path: 'toolkits.p', tools: [tool('file', { a: 1 })] },
          { name: 'q', description: '', path: 'toolkits.q', tools: [tool('file', { a: 2 })] },
        ],
        agents: [
          agent('x', {
            initialToolkits: [
              { name: 'p', path: 'first' },
              { name: 'q', path: 'second' },
            ],
          }),
        ],
      }),
    );
    expect(found).toMatchObject([{ code: 'toolkit_conflict', path: 'second' }]);
  });
});
