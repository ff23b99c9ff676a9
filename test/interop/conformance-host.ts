import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTRY_KINDS, schemaOfArguments, type Tool } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { conformanceResources } from './conformance-resources.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', `${name}.mjs`), 'utf8');

/** A host whose tools and prompts, in a sandbox, are those of the MCP conformance suite. */
export async function createConformanceHost(): Promise<Host> {
  const held: { host?: Host } = {};
  const host = await createHost({
    config: { agents: { conformance: {} } },
    tools: [changeTool(held, 'tool'), changeTool(held, 'prompt'), ...conformanceResources()],
    extensions: [
      { id: 'offers', source: fixture('conformance-offers') },
      { id: 'conformance', source: fixture('conformance-extension') },
      {
        ...{ id: 'asking', source: fixture('conformance-asking') },
        grants: { elicitation: {}, sampling: {} },
      },
    ],
  });
  held.host = host;
  const failed = host.extensions.list().filter(({ status }) => status === 'failed');
  if (failed.length > 0) throw new Error(JSON.stringify(failed));
  return host;
}

/** The suite wants tools that change lists; no guest may, so these are the host's. */
function changeTool(held: { readonly host?: Host }, kind: 'tool' | 'prompt'): Tool {
  let count = 0;
  return {
    name: `test_trigger_${kind}_change`,
    description: `Registers one more ${kind}`,
    schema: { type: 'object', properties: {} },
    execute: () => {
      count += 1;
      const schema = schemaOfArguments([]);
      const name = `${ENTRY_KINDS[kind].prefix}mcp__suite__extra_${count}`;
      held.host?.registerRunnerTools('suite', [{ name, description: 'One more', schema }], {
        run: async () => ({ status: 'ok', content: [] }),
      });
      return { ok: true, value: 'changed' };
    },
  };
}
