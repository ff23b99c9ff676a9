import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';

const SOURCE = join(import.meta.dirname, 'fixtures', 'conformance-extension.mjs');

/** A host whose tools, in a sandbox, are those of the MCP conformance suite. */
export async function createConformanceHost(): Promise<Host> {
  const held: { host?: Host } = {};
  const host = await createHost({
    config: { agents: { conformance: {} } },
    tools: [changeTool(held)],
    extensions: [{ id: 'conformance', source: readFileSync(SOURCE, 'utf8') }],
  });
  held.host = host;
  const failed = host.extensions.list().filter(({ status }) => status === 'failed');
  if (failed.length > 0) throw new Error(JSON.stringify(failed));
  return host;
}

/** The suite wants a tool that changes the list of tools; no guest may, so this one is the host's. */
function changeTool(held: { readonly host?: Host }): Tool {
  let count = 0;
  return {
    name: 'test_trigger_tool_change',
    description: 'Registers one more tool',
    schema: { type: 'object', properties: {} },
    execute: () => {
      count += 1;
      const schema = { type: 'object', properties: {} };
      held.host?.registerRunnerTools(
        'suite',
        [{ name: `mcp__suite__extra_${count}`, description: 'One more', schema }],
        { run: async () => ({ status: 'ok', content: [] }) },
      );
      return { ok: true, value: 'changed' };
    },
  };
}
