import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolSurface } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { parseConfig, SqliteSessionStore } from '@mortise/host';
import type { CaseForm } from '../case-form.ts';
import { compareExactly } from '../compare.ts';
import { isRecord } from '../conformance-case.ts';
import { CaseHost } from './case-host.ts';

const SEED = join(import.meta.dirname, '../../../examples/mindroom/mortise.config.yaml');

/** `in.ops` as sentences, against the seed configuration and a real file; `expect` is the last answer. */
export const scenarioForm: CaseForm = {
  name: 'toolkit scenario',
  accepts: ({ given }) =>
    !given.has('config') &&
    given.list('ops').length > 0 &&
    given.list('ops').every((each) => typeof each === 'string'),
  run: async ({ given, expect }) => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-case-'));
    await using scenario = await Scenario.open(folder);
    try {
      let answer: unknown;
      for (const sentence of given.texts('ops')) answer = await scenario.run(sentence);
      if (!isRecord(expect)) return compareExactly('last answer', expect, answer);
      const shown = isRecord(answer) ? answer : {};
      const part = Object.fromEntries(Object.keys(expect).map((key) => [key, shown[key]]));
      return compareExactly('last answer', expect, part);
    } finally {
      await scenario[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const CALLER = { agentId: 'assistant', sessionKey: 'case' };

/** One session of the seed's `assistant`. A request begins when the last one was answered. */
class Scenario implements AsyncDisposable {
  readonly #path: string;
  readonly #source: string;
  #store: SqliteSessionStore;
  #host: CaseHost;
  #request: ToolSurface | undefined;

  private constructor(path: string, source: string) {
    this.#path = path;
    this.#source = source;
    this.#store = this.#openStore();
    this.#host = this.#openHost();
  }

  static async open(folder: string): Promise<Scenario> {
    const scenario = new Scenario(join(folder, 'sessions.db'), await readFile(SEED, 'utf8'));
    scenario.#request = await scenario.#begin();
    return scenario;
  }

  async run(sentence: string): Promise<unknown> {
    const [verb, subject = '', ...rest] = sentence.trim().split(/\s+/);
    switch (verb) {
      case 'load':
        return this.#host.sessions.load(CALLER, subject);
      case 'unload':
        return this.#host.sessions.unload(CALLER, subject);
      case 'list':
        return this.#host.sessions.list(CALLER);
      case 'loaded':
        return (await this.#host.sessions.list(CALLER)).loaded_toolkits;
      case 'runtime':
        return (await this.#begin()).active.map(({ name }) => name);
      case 'restart':
      case 'reopen':
        return this.#restart();
      case 'next':
        this.#request = await this.#begin();
        return 'ok';
      case 'call':
        return this.#host.call(await this.#requestOf(rest.join(' ')), subject);
      default:
        throw new Error(`no operation is called ${JSON.stringify(sentence)}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
  }

  async #restart(): Promise<string> {
    await this.#store[Symbol.asyncDispose]();
    this.#store = this.#openStore();
    this.#host = this.#openHost();
    this.#request = await this.#begin();
    return 'ok';
  }

  #openStore(): SqliteSessionStore {
    return new SqliteSessionStore({ path: this.#path, now: Date.now, logger: SILENT_LOGGER });
  }

  #openHost(): CaseHost {
    const parsed = parseConfig(this.#source, { fileName: 'mortise.config.yaml' });
    if (parsed.status === 'failed') throw new Error('the seed configuration was refused');
    const { agents, defaults, toolkits } = parsed.config;
    const named = [defaults, ...agents, ...toolkits].flatMap(({ tools = [] }) => tools);
    const tools = [...new Set(named.map(({ name }) => name))].map((name) => ({ name }));
    const host = new CaseHost({ tools, store: this.#store, withControlPlane: true });
    const errors = host.use(parsed.config);
    if (errors.length > 0) throw new Error(errors.map((each) => each.message).join('\n'));
    return host;
  }

  async #requestOf(words: string): Promise<ToolSurface> {
    if (this.#request === undefined || !words.includes('same request')) {
      this.#request = await this.#begin();
    }
    return this.#request;
  }

  async #begin(): Promise<ToolSurface> {
    return (await this.#host.sessions.beginRequest(CALLER)).surface;
  }
}
