import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliWorld } from './cli-world.ts';

/** Tools of `notes` that edits give and take, and toolkits that sessions load. */
export const TOOLS: readonly string[] = Array.from({ length: 12 }, (_, at) => `note_${at}`);
export const TOOLKITS: readonly string[] = Array.from({ length: 6 }, (_, at) => `kit_${at}`);

const tool = (name: string, body: string) =>
  `api.registerTool({ name: '${name}', description: 'n', parameters: { type: 'object' },
    capabilities: { storage: {} }, async execute(_id, args, ctx) { ${body} } });`;

/** Code that an update changes. */
const notesSource = (version: number) => `
export default (api) => {
  api.log?.debug?.('version ${version}');
  const say = (text) => ({ content: [{ type: 'text', text }] });
  ${tool('put', "await ctx.storage.set(args.key, args.value); return say('stored');")}
  ${tool('get_all', 'const found = {}; for (const key of args.keys) found[key] = await ctx.storage.get(key); return say(JSON.stringify(found));')}
  ${TOOLS.map((name) => tool(name, `return say('${name}');`)).join('\n')}
};`;

const plainSource = (id: string) =>
  `export default (api) => api.registerTool({ name: 'tool_${id}', description: 'n', parameters: { type: 'object' }, execute: () => '${id}' });`;

/** A folder with a configuration, an installed extension and more that can be added. */
export class KillWorld extends CliWorld {
  static async open(): Promise<KillWorld> {
    const world = new KillWorld();
    world.writeExtension('notes', notesSource(0), { storage: { scope: 'agent', reason: 'notes' } });
    const agents = { main: {}, edited: {} };
    world.writeConfig({ agents });
    await world.require('add', './notes', '--grant', 'all');
    world.writeConfig(fullConfig());
    return world;
  }

  /** New code of the installed extension, which waits for approval. */
  changeNotes(version: number): void {
    writeFileSync(join(this.folder, 'notes', 'index.js'), notesSource(version));
  }

  /** One more extension to add. */
  addSource(id: string): void {
    this.writeExtension(id, plainSource(id), {});
  }
}

/** Names tools, which have to be registered then. */
function fullConfig(): object {
  const kits = TOOLKITS.map((name, at) => [name, { description: name, tools: [TOOLS[at]] }]);
  return {
    extensions: ['./notes'],
    toolkits: Object.fromEntries(kits),
    agents: {
      main: { tools: ['put', 'get_all'], allowed_toolkits: TOOLKITS },
      edited: { tools: { profile: 'none', alsoAllow: [] } },
    },
    profiles: { none: [] },
  };
}
