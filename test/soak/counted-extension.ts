import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SoakFolder } from './soak-folder.ts';

/** The extension whose code is swapped while its calls are counted. */
export const COUNTED_EXTENSION = 'soak-counted';
export const COUNTED_TOOL = 'soak_counted';

/** The agent `main` has it from the next start on. */
export function addCountedExtension(folder: SoakFolder): void {
  writeCountedExtension(folder, 0);
  const config = JSON.parse(readFileSync(folder.configFile, 'utf8'));
  config.agents.main.tools.push(COUNTED_TOOL);
  const grants = { storage: { scope: 'agent', quotaBytes: 1_000_000 } };
  config.extensions.push({ source: `./${COUNTED_EXTENSION}`, grants });
  writeFileSync(folder.configFile, JSON.stringify(config));
}

/**
 * Its tool counts how often it ran for a key, in storage, which outlives the code: the answer to the n-th call
 * is n exactly if none was lost and none ran twice.
 */
export function writeCountedExtension({ config }: SoakFolder, edition: number): void {
  const folder = join(config, COUNTED_EXTENSION);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    ...{ id: COUNTED_EXTENSION, version: '1.0.0', entry: 'index.js' },
    capabilities: { storage: { scope: 'agent', quotaBytes: 1_000_000 } },
  };
  writeFileSync(join(folder, 'mortise.json'), JSON.stringify(manifest));
  const code = `export default (api) => api.registerTool({
    name: '${COUNTED_TOOL}', description: 'Counts its calls.',
    parameters: {
      type: 'object', required: ['key'],
      properties: { key: { type: 'string' }, isRead: { type: 'boolean' } },
    },
    capabilities: { storage: {} },
    execute: async (_id, { key, isRead }, ctx) => {
      const count = Number((await ctx.storage.get(key)) ?? 0) + (isRead === true ? 0 : 1);
      if (isRead !== true) await ctx.storage.set(key, String(count));
      return { content: [{ type: 'text', text: \`\${count} of edition ${edition}\` }] };
    },
  });`;
  writeFileSync(join(folder, 'index.js'), code);
}

/** Which code gave an answer; NaN if that cannot be told. */
export function editionOf(answer: string): number {
  return Number.parseInt(/ of edition (\d+)$/.exec(answer)?.[1] ?? '', 10);
}
