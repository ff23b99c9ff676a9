import type { Tool } from '@modelcontextprotocol/client';
import { type McpServerConfig, resolveLimits } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { describeRemoteTools } from './describe-remote-tools.ts';

const path = 'mcp_servers.gh';
const entry = (key: string) => (text: string, at: number) => ({
  text,
  path: `${path}.${key}[${at}]`,
});
const server = (parts: Partial<McpServerConfig> = {}): McpServerConfig => ({
  ...{ name: 'gh', enabled: true, path, command: 'x', ...parts },
});

function described(parts: Partial<McpServerConfig>, ...names: string[]) {
  const listed = names.map((name): Tool => ({ name, inputSchema: { type: 'object' } }));
  const found = describeRemoteTools(server(parts), listed, {
    ...{ limits: resolveLimits(), redactor: undefined },
  });
  const { offered, leftOut, diagnostics } = found;
  return {
    names: offered.map(({ name }) => found.names.get(name)),
    leftOut,
    troubles: diagnostics.map(({ code, subject, path: at }) => [code, subject, at]),
  };
}

describe('the tools of a server', () => {
  it('have its prefix and its new names in place of its own', () => {
    const rename = { 'read/file': 'read' };
    const { names } = described({ prefix: 'g', rename }, 'read/file', 'list.all');
    expect(names).toEqual(['mcp__g__read', 'mcp__g__list_all']);
  });

  it('are those of its allow list without those of its deny list, by the names it gives them', () => {
    const allow = ['read*', 'LIST'].map(entry('allow'));
    const deny = ['*_secret'].map(entry('deny'));
    const found = described({ allow, deny }, 'read_a', 'read_secret', 'list', 'drop');
    expect(found.names).toEqual(['mcp__gh__read_a', 'mcp__gh__list']);
    expect(found.leftOut).toEqual([
      {
        ...{ tool: 'read_secret', name: 'mcp__gh__read_secret' },
        ...{ reason: 'denied by mcp_servers.gh.deny[0]', path: 'mcp_servers.gh.deny[0]' },
      },
      {
        ...{ tool: 'drop', name: 'mcp__gh__drop' },
        ...{ reason: 'not in mcp_servers.gh.allow', path: 'mcp_servers.gh.allow' },
      },
    ]);
    expect(found.troubles).toEqual([]);
  });

  it('are none for an empty allow list', () => {
    expect(described({ allow: [] }, 'a', 'b').names).toEqual([]);
  });

  it('are said to be missing where the configuration names them (F-9)', () => {
    const allow = ['reed', 'write'].map(entry('allow'));
    const { troubles } = described({ allow, rename: { gone: 'x' } }, 'read', 'write');
    expect(troubles).toEqual([
      ['unmatched_selector', 'reed', 'mcp_servers.gh.allow[0]'],
      ['unmatched_selector', 'gone', 'mcp_servers.gh.rename'],
    ]);
  });

  it('with names of prototypes are names like any other', () => {
    const { names } = described({ rename: { a: 'constructor' } }, '__proto__', 'a');
    expect(names).toEqual(['mcp__gh____proto__', 'mcp__gh__constructor']);
  });

  it('take no name of another by being renamed', () => {
    const { names, leftOut } = described({ rename: { a: 'b' } }, 'a', 'b');
    expect(names).toEqual(['mcp__gh__b']);
    expect(leftOut).toMatchObject([{ tool: 'b', reason: expect.stringContaining('another tool') }]);
  });
});
