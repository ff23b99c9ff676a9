import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandWorld, runCli } from '@mortise/cli';

const tool = (name: string, capabilities: string, body: string) =>
  `api.registerTool({ name: '${name}', description: 'n', parameters: { type: 'object' },
    capabilities: ${capabilities}, async execute(_id, args, ctx) { ${body} } });`;

const NOTES = `export default (api) => {
  const say = (text) => ({ content: [{ type: 'text', text }] });
  ${tool('put', '{ storage: {} }', "await ctx.storage.set('k', 'x'.repeat(args.size ?? 1)); return say('stored');")}
  ${tool('run', '{ process: { allowedBinaries: ["*"] } }', "const { exitCode } = await ctx.process.run('true'); return say('exit ' + exitCode);")}
  ${tool('kit_tool', '{}', "return say('kit');")}
  ${tool('denied', '{}', "return say('must not run');")}
};`;
const ECHO = `export default (api) => { ${tool('echo', '{}', "return { content: [{ type: 'text', text: 'echoed' }] };")} };`;

export const isRoot: boolean = process.getuid?.() === 0;
/** A user of their own may mount in a namespace of their own. */
export const UNSHARE: readonly string[] = [
  ...['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--mount'],
];

const CONFIG = {
  extensions: ['./notes', './echo'],
  toolkits: { kit: { description: 'k', tools: ['kit_tool'] } },
  agents: {
    main: {
      tools: ['put', 'run', 'echo'],
      allowed_toolkits: ['kit'],
      policy: { deny: ['denied'] },
    },
  },
};

/** How a host is started there, and where its files can be seen from outside. */
export interface WorldOptions {
  /** The account that the folder belongs to and the host runs as; this one if absent. */
  readonly uid?: number;
  /** Kilobytes of memory that the host and what it starts may reserve each. */
  readonly memoryKb?: number;
  /** The project lies on a disk of its own with so many kilobytes. */
  readonly diskKb?: number;
}

/** A project with two installed extensions and an agent that is denied one tool. */
export class LimitedWorld implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'mortise-limits-'));
  readonly cwd = join(this.folder, 'project');
  /** Words in front of the command of a host. */
  readonly wrapper: readonly string[];
  /** Words in front of a command of the same account. */
  readonly account: readonly string[];
  readonly #isMounted: boolean;

  private constructor({ uid, memoryKb, diskKb }: WorldOptions) {
    this.#isMounted = diskKb !== undefined;
    this.account =
      uid === undefined
        ? []
        : ['setpriv', '--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups'];
    this.wrapper = [
      ...this.account,
      ...(diskKb === undefined ? [] : this.#onDisk(diskKb)),
      ...(memoryKb === undefined ? [] : ['sh', '-c', `ulimit -Sv ${memoryKb}; exec "$@"`, 'sh']),
    ];
  }

  /** A mount that this process and its children alone see. */
  #onDisk(kilobytes: number): readonly string[] {
    const script = `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && cp -a "$1/." "$0" && cd "$0" && shift && exec "$@"`;
    return [...UNSHARE, 'sh', '-c', script, this.cwd, join(this.folder, 'copy')];
  }

  static async open(options: WorldOptions = {}): Promise<LimitedWorld> {
    const world = new LimitedWorld(options);
    mkdirSync(world.cwd);
    const capabilities = {
      storage: { quotaBytes: 1_000_000, reason: 'notes' },
      process: { allowedBinaries: ['true'], reason: 'runs' },
    };
    world.#write('notes', NOTES, capabilities);
    world.#write('echo', ECHO, {});
    writeFileSync(join(world.cwd, 'mortise.config.json'), JSON.stringify({ agents: { main: {} } }));
    for (const id of ['notes', 'echo']) await world.#type('add', `./${id}`, '--grant', 'all');
    writeFileSync(join(world.cwd, 'mortise.config.json'), JSON.stringify(CONFIG, null, 2));
    chmodSync(world.folder, 0o755);
    if (options.uid !== undefined) giveTo(world.folder, options.uid);
    // What is mounted over the project is filled from here.
    if (options.diskKb !== undefined)
      cpSync(world.cwd, join(world.folder, 'copy'), { recursive: true });
    return world;
  }

  readToken(pid: number): string {
    return readFileSync(join(this.seen(pid), '.mortise', 'token'), 'utf8').trim();
  }

  readFiles(pid: number): readonly string[] {
    return ['mortise.config.json', 'mortise.lock'].map((name) =>
      readFileSync(join(this.seen(pid), name), 'utf8'),
    );
  }

  /** Words in front of a command that sees what the host with this pid sees. */
  inside(pid: number): readonly string[] {
    if (!this.#isMounted) return this.account;
    const enter = ['nsenter', '--target', `${pid}`, '--mount', ...(isRoot ? [] : ['--user'])];
    return [...enter, 'sh', '-c', 'cd "$0" && exec "$@"', this.cwd];
  }

  /** The project as the host with this pid sees it. */
  seen(pid: number): string {
    return this.#isMounted ? join(`/proc/${pid}/root`, this.cwd) : this.cwd;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(id: string, source: string, capabilities: object): void {
    mkdirSync(join(this.cwd, id));
    const manifest = { id, version: '1.0.0', entry: 'index.js', capabilities };
    writeFileSync(join(this.cwd, id, 'mortise.json'), JSON.stringify(manifest));
    writeFileSync(join(this.cwd, id, 'index.js'), source);
  }

  async #type(...argv: string[]): Promise<void> {
    const lines: string[] = [];
    const write = (text: string) => void lines.push(text);
    const world: CommandWorld = {
      ...{ cwd: this.cwd, env: {}, signal: new AbortController().signal },
      terminal: { out: write, err: write, hasColour: false },
      onReload: () => () => undefined,
    };
    if ((await runCli(argv, world)) !== 0) throw new Error(lines.join('\n'));
  }
}

function giveTo(path: string, uid: number): void {
  chownSync(path, uid, uid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) giveTo(inner, uid);
    else chownSync(inner, uid, uid);
  }
}
