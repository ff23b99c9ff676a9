import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandWorld, runCli } from '@mortise/cli';

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
export class KillWorld implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'mortise-kills-'));
  readonly config = join(this.folder, 'mortise.config.jsonc');
  readonly lock = join(this.folder, 'mortise.lock');
  readonly state = join(this.folder, '.mortise');

  static async open(): Promise<KillWorld> {
    const world = new KillWorld();
    world.writeExtension('notes', notesSource(0), { storage: { scope: 'agent', reason: 'notes' } });
    const agents = { main: {}, edited: {} };
    writeFileSync(world.config, JSON.stringify({ agents }, null, 2));
    await world.require('add', './notes', '--grant', 'all');
    writeFileSync(world.config, JSON.stringify(fullConfig(), null, 2));
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

  writeExtension(id: string, source: string, capabilities: object): void {
    const folder = join(this.folder, id);
    mkdirSync(folder, { recursive: true });
    const manifest = { id, version: '1.0.0', entry: 'index.js', capabilities };
    writeFileSync(join(folder, 'mortise.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'index.js'), source);
  }

  /** Runs a command in this process; answers whether it said that all is done, and what it said. */
  async type(...argv: string[]): Promise<{ readonly isDone: boolean; readonly said: string }> {
    const lines: string[] = [];
    const write = (text: string) => void lines.push(text);
    const world: CommandWorld = {
      ...{ cwd: this.folder, env: {}, signal: new AbortController().signal },
      terminal: { out: write, err: write, hasColour: false },
      onReload: () => () => undefined,
    };
    const exit = await runCli(argv, world);
    return { isDone: exit === 0, said: lines.join('\n') };
  }

  async require(...argv: string[]): Promise<void> {
    const { isDone, said } = await this.type(...argv);
    if (!isDone) throw new Error(`mortise ${argv.join(' ')}: ${said}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
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
