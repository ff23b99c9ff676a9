import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigFile } from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';

const NOTES = join(import.meta.dirname, 'fixtures', 'notes-extension.mjs');

const OFFERS_CONFIG: ConfigFile = {
  agents: {
    main: {},
    narrow: {
      tools: {
        allow: ['prompt:plain', 'resource:mortise://notes/pages/*', 'note_link'],
        deny: ['resource:mortise://notes/picture'],
      },
    },
    named: { tools: { allow: ['notes', 'prompt:rare'] } },
    none: { tools: { deny: ['notes'] } },
    ruled: {
      tools: {
        rules: [
          {
            tools: ['resource:mortise://notes/pages/{id}'],
            when: { properties: { id: { const: 'two' } }, required: ['id'] },
            // biome-ignore lint/suspicious/noThenProperty: a key of the configuration
            then: 'deny',
          },
        ],
      },
    },
  },
};

/** A host whose one extension has prompts and resources. */
export async function createOffersHost(): Promise<Host> {
  const host = await createHost({
    config: OFFERS_CONFIG,
    extensions: [{ id: 'notes', source: readFileSync(NOTES, 'utf8') }],
  });
  const failed = host.extensions.list().filter(({ status }) => status === 'failed');
  if (failed.length > 0) throw new Error(JSON.stringify(failed));
  return host;
}
