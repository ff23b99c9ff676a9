import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Acknowledged } from './acknowledged.ts';
import { type KillWorld, TOOLS } from './kill-world.ts';

const MORTISE = join(import.meta.dirname, '../../../packages/cli/bin/mortise.js');
const KINDS = ['allow', 'add', 'allow', 'approve', 'allow', 'killed'] as const;

type Kind = (typeof KINDS)[number];

/** Edits of configuration and lock file by commands, beside a host that is killed. */
export class KillEdits {
  readonly #world: KillWorld;
  /** Which tools are in the list of the agent `edited`. */
  readonly #allowed = new Acknowledged<boolean>();
  readonly #added = new Acknowledged<boolean>();
  /** By id: the hash that the lock file has to pin. */
  readonly #approved = new Acknowledged<string>();
  readonly #refused: string[] = [];
  #editorKills = 0;

  constructor(world: KillWorld) {
    this.#world = world;
  }

  async make(round: number): Promise<void> {
    const kind: Kind = KINDS[round % KINDS.length] ?? 'allow';
    const tool = TOOLS[round % TOOLS.length] ?? '';
    if (kind === 'allow') await this.#allow(tool);
    else if (kind === 'add') await this.#addOrRemove(`extra-${round % 7}`);
    else if (kind === 'approve') await this.#approve(round);
    else await this.#killEditor(tool);
  }

  /** What was acknowledged and is not in the files. */
  missing(): readonly string[] {
    const { agents, extensions } = readConfig(this.#world);
    const pinned = readPinned(this.#world);
    const listed = agents.edited.tools.alsoAllow;
    return [
      ...this.#allowed.missing((tool) => listed.includes(tool)).map((tool) => `allow ${tool}`),
      ...this.#added
        .missing((id) => extensions.includes(`./${id}`) && pinned.has(id))
        .map((id) => `add ${id}`),
      ...this.#approved.missing((id) => pinned.get(id)).map((id) => `approve ${id}`),
    ];
  }

  counts() {
    const { count: allow } = this.#allowed;
    const edits = { allow, 'add or remove': this.#added.count, approve: this.#approved.count };
    return { edits, refused: this.#refused, editorKills: this.#editorKills };
  }

  #allow(tool: string): Promise<boolean> {
    const isThere = readConfig(this.#world).agents.edited.tools.alsoAllow.includes(tool);
    const argv = ['allow', 'edited', tool, ...(isThere ? ['--remove'] : [])];
    return this.#allowed.change(tool, !isThere, () => this.#type(...argv));
  }

  async #addOrRemove(id: string): Promise<void> {
    const isThere = readConfig(this.#world).extensions.includes(`./${id}`);
    this.#world.addSource(id);
    const argv = isThere ? ['remove', id] : ['add', `./${id}`, '--grant', 'none'];
    await this.#added.change(id, !isThere, () => this.#type(...argv));
  }

  /** The hash that is acknowledged is the one that stands in the lock file when the command says done. */
  async #approve(round: number): Promise<void> {
    const before = readPinned(this.#world).get('notes') ?? '';
    this.#world.changeNotes(round);
    const update = await this.#world.type('update', '--json');
    const hash = /sha256-[0-9a-f]+/.exec(/"hash":"[^"]+"/.exec(update.said)?.[0] ?? '')?.[0];
    const argv = ['approve', 'notes', ...(hash ? ['--hash', hash] : [])];
    // On a busy machine the code may not register in time to be looked at; a person types it again.
    const isDone = (await this.#world.type(...argv)).isDone || (await this.#type(...argv));
    const after = readPinned(this.#world).get('notes') ?? '';
    if (isDone && after === before)
      this.#refused.push('approve notes: said done, pins the old code');
    await this.#approved.change('notes', after, async () => isDone);
  }

  /** Whether it was made is open; that the file is whole is not. */
  async #killEditor(tool: string): Promise<void> {
    await this.#allowed.change(tool, true, async () => {
      const child = spawn(process.execPath, [MORTISE, 'allow', 'edited', tool], {
        ...{ cwd: this.#world.folder, stdio: 'ignore' },
      });
      const ended = once(child, 'exit');
      const timer = setTimeout(() => child.kill('SIGKILL'), 100 + Math.random() * 500);
      const [code] = (await ended) as [number | null];
      clearTimeout(timer);
      if (code === null) this.#editorKills += 1;
      return code === 0;
    });
  }

  async #type(...argv: string[]): Promise<boolean> {
    const { isDone, said } = await this.#world.type(...argv);
    if (!isDone) this.#refused.push(`${argv.join(' ')}: ${said}`);
    return isDone;
  }
}

interface WrittenConfig {
  readonly agents: {
    readonly edited: { readonly tools: { readonly alsoAllow: readonly string[] } };
  };
  readonly extensions: readonly string[];
}

function readConfig({ config }: KillWorld): WrittenConfig {
  return JSON.parse(readFileSync(config, 'utf8')) as WrittenConfig;
}

function readPinned({ lock }: KillWorld): ReadonlyMap<string, string> {
  const { extensions } = JSON.parse(readFileSync(lock, 'utf8')) as {
    extensions: Record<string, { bundleHash: string }>;
  };
  return new Map(Object.entries(extensions).map(([id, entry]) => [id, entry.bundleHash]));
}
