import { Acknowledged } from './acknowledged.ts';
import { brokenFiles, brokenStores } from './check-files.ts';
import { KillEdits } from './kill-edits.ts';
import { KillWorld, TOOLKITS } from './kill-world.ts';
import { ServedProcess } from './served-process.ts';

export interface ServeKills {
  readonly kills: number;
  /** Of them: before the host had said that it serves. */
  readonly early: number;
  readonly stored: number;
  readonly loaded: number;
  readonly reloads: number;
  readonly edits: Readonly<Record<string, number>>;
  /** Edits of commands that nothing killed and that did not say that they were done. */
  readonly refused: readonly string[];
  /** Commands that were killed, too. */
  readonly editorKills: number;
  readonly lost: readonly string[];
  readonly broken: readonly string[];
  /** Hosts that did not come up again, with what they said. */
  readonly failedStarts: readonly string[];
  readonly seconds: number;
}

const LANES = 4;
/** Databases are read as a whole every so many rounds, and at the end. */
const DEEP_EVERY = 25;
/** One host of so many is killed before it serves. */
const EARLY_SHARE = 0.15;

/** Kills `mortise serve` over and over while it is used and edited, and counts what is missing afterwards. */
export async function killServes(kills: number): Promise<ServeKills> {
  using world = await KillWorld.open();
  return await new Killing(world).run(kills);
}

class Killing {
  readonly #world: KillWorld;
  readonly #edits: KillEdits;
  readonly #stored = new Acknowledged<string>();
  readonly #sessions = new Map<string, Acknowledged<boolean>>();
  readonly #lost = new Set<string>();
  readonly #broken = new Set<string>();
  readonly #failedStarts: string[] = [];
  #early = 0;
  #reloads = 0;

  constructor(world: KillWorld) {
    this.#world = world;
    this.#edits = new KillEdits(world);
  }

  async run(kills: number): Promise<ServeKills> {
    const startedAt = performance.now();
    for (let round = 1; round <= kills; round += 1) {
      await this.#round(round);
      for (const each of await brokenFiles(this.#world)) this.#broken.add(each);
      for (const each of this.#edits.missing()) this.#lost.add(each);
      if (round % DEEP_EVERY === 0 || round === kills) await this.#lookDeep();
    }
    const sessions = [...this.#sessions.values()];
    return {
      ...{ kills, early: this.#early, reloads: this.#reloads, stored: this.#stored.count },
      loaded: sessions.reduce((sum, each) => sum + each.count, 0),
      ...this.#edits.counts(),
      lost: [...this.#lost],
      broken: [...this.#broken],
      failedStarts: this.#failedStarts,
      seconds: (performance.now() - startedAt) / 1_000,
    };
  }

  async #round(round: number): Promise<void> {
    const served = new ServedProcess(this.#world);
    if (Math.random() < EARLY_SHARE) {
      this.#early += 1;
      await pause(Math.random() * 800);
      return served.kill();
    }
    const editing = this.#edits.make(round);
    if ((await served.ready) === undefined) this.#failedStarts.push(served.said);
    const load = this.#load(served, round);
    // Not before something was acknowledged: a round in which nothing was says nothing.
    await load.first;
    await pause(Math.random() * 400);
    await served.kill();
    await Promise.all([load.over, editing]);
  }

  /** Keeps calls, loads and reloads under way until the host is gone. */
  #load(served: ServedProcess, round: number) {
    let told: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      told = resolve;
    });
    const repeat = async (work: (turn: number) => Promise<unknown>) => {
      for (let turn = 0; !served.isOver; turn += 1) {
        if ((await work(turn)) === true) told();
        else await pause(5);
      }
      told();
    };
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      repeat((turn) => this.#store(served, `r${round % 100}-l${lane}-${turn % 20}`)),
    );
    const over = Promise.all([
      ...lanes,
      repeat((turn) => this.#loadToolkit(served, `s${round % 40}`, turn)),
      repeat(async () => {
        await pause(60);
        const answer = await served.ask('/api/reload', {});
        if (answer !== undefined) this.#reloads += 1;
      }),
    ]);
    return { first, over };
  }

  #store(served: ServedProcess, key: string): Promise<boolean> {
    const value = `${Math.random()}`;
    return this.#stored.change(key, value, async () => {
      return (await served.call('put', { key, value })) === 'stored';
    });
  }

  /** Loads or unloads a toolkit of a session, in turn. */
  #loadToolkit(served: ServedProcess, session: string, turn: number): Promise<boolean> {
    const known = this.#sessions.get(session) ?? new Acknowledged<boolean>();
    this.#sessions.set(session, known);
    const toolkit = TOOLKITS[turn % TOOLKITS.length] ?? '';
    const isLoad = Math.random() < 0.7;
    return known.change(toolkit, isLoad, async () => {
      const name = isLoad ? 'load_tools' : 'unload_tools';
      return (await served.call(name, { toolkit }, session)) !== undefined;
    });
  }

  /** Asks a host that is not killed for all that was acknowledged. */
  async #lookDeep(): Promise<void> {
    const served = new ServedProcess(this.#world);
    if ((await served.ready) === undefined) this.#failedStarts.push(served.said);
    const values = await this.#readStored(served);
    for (const key of this.#stored.missing((name) => values.get(name))) this.#lost.add(key);
    for (const [session, known] of this.#sessions) {
      const answer = await served.ask(`/api/agents/main/sessions/${session}`);
      const { loadedToolkits = [] } = (answer ?? {}) as { loadedToolkits?: readonly string[] };
      const found = known.missing((toolkit) => loadedToolkits.includes(toolkit));
      for (const toolkit of found) this.#lost.add(`${session} ${toolkit}`);
    }
    await served.kill();
    for (const each of await brokenStores(this.#world)) this.#broken.add(each);
  }

  async #readStored(served: ServedProcess): Promise<ReadonlyMap<string, string>> {
    const names = this.#stored.names();
    const values = new Map<string, string>();
    for (let start = 0; start < names.length; start += 200) {
      const text = await served.call('get_all', { keys: names.slice(start, start + 200) });
      for (const [key, value] of Object.entries(JSON.parse(text ?? '{}'))) {
        values.set(key, String(value));
      }
    }
    return values;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
