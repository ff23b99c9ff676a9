import type { Tool } from '@mortise/contracts';
import { describe, expect, it, vi } from 'vitest';
import { createHost } from '../assembly/create-host.ts';

const tool = (name: string): Tool => ({
  ...{ name, description: `Does ${name}.`, schema: { type: 'object' } },
  execute: () => ({ ok: true, value: '' }),
});
const listed = { name: 'mcp__late__one', description: 'Late', schema: { type: 'object' } };
const runner = { run: async () => ({ status: 'ok', content: [] }) as const };

/** So many pairs of agents and tools that a check at once would hold calls up. */
async function openLarge() {
  const agents = Array.from({ length: 400 }, (_, index) => [
    `agent-${index}`,
    { tools: { allow: index === 7 ? ['mcp__late__one'] : ['tool_1*'] } },
  ]);
  return createHost({
    config: { agents: Object.fromEntries(agents) },
    tools: Array.from({ length: 300 }, (_, index) => tool(`tool_${index}`)),
  });
}

const unmatched = (host: Awaited<ReturnType<typeof openLarge>>) =>
  host.diagnostics().filter(({ code }) => code === 'unmatched_selector').length;

describe('a large configuration whose registry changes (J-7)', () => {
  it('is checked at once for a program that serves nothing', async () => {
    await using host = await openLarge();
    expect(unmatched(host)).toBe(1);
    host.registerRunnerTools('late', [listed], runner);
    expect(unmatched(host)).toBe(0);
  });

  it('is checked between the calls of one that serves, and then is what was registered last', async () => {
    await using host = await openLarge();
    host.beginServing();
    const claimed = host.registerRunnerTools('late', [listed], runner);
    expect(unmatched(host)).toBe(1);
    await vi.waitFor(() => expect(unmatched(host)).toBe(0), 20_000);
    claimed.disposer();
    host.registerRunnerTools('late', [listed], runner).disposer();
    await vi.waitFor(() => expect(unmatched(host)).toBe(1), 20_000);
  });
});
