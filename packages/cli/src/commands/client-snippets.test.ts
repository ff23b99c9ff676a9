import { describe, expect, it } from 'vitest';
import { CLIENTS } from './client-snippets.ts';

const AGENTS = ['main', 'Main', 'a-b', 'a_b', 'a b', 'a/b', "a'b", 'ä', 'ö', '$(x)'];
const connection = { url: 'https://tools.example/mcp/x', token: 'mortise_x_y', session: 's' };

const namesIn = (pattern: RegExp, client: keyof typeof CLIENTS) =>
  AGENTS.map((agent) => pattern.exec(CLIENTS[client].text({ ...connection, agent }))?.[1]);

describe('the name that a client knows an agent by (T-1)', () => {
  it.each([
    ['claude-code', /--transport http (\S+) /],
    ['cursor', /"(mortise-[^"]*)": \{/],
    ['codex', /\[mcp_servers\.([^\]]*)\]/],
  ] as const)('is one that %s takes, and no other agent has', (client, pattern) => {
    const names = namesIn(pattern, client);
    expect(new Set(names).size).toBe(AGENTS.length);
    for (const name of names) expect(name).toMatch(/^mortise-[\w-]+$/);
  });

  it('is a variable of its own for Codex', () => {
    const names = namesIn(/^export (\w+)=/, 'codex');
    expect(new Set(names).size).toBe(AGENTS.length);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
  });
});
