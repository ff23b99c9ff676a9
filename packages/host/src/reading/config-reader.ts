import {
  type AgentConfig,
  type Diagnostic,
  freezeJson,
  type RegistrySnapshot,
} from '@mortise/contracts';
import { locateBeside } from '@mortise/processes';
import { documentOf } from '../config/config-document.ts';
import type { ConfigEnvironment } from '../config/interpolate.ts';
import type { ParsedConfig } from '../config/parse-config.ts';
import {
  type AskThread,
  openRegistryThread,
  type RegistryThread,
} from '../threads/registry-thread.ts';
import type { ConfigHead, FromConfigWorker, ToConfigWorker } from './config-messages.ts';

export interface ConfigText {
  readonly text: string;
  readonly fileName: string;
  readonly env?: ConfigEnvironment;
}

/** A configuration that was read and checked beside the thread that serves. */
export interface CheckedText {
  readonly parsed: ParsedConfig;
  /** What is wrong given what is registered, before it is weighed. */
  readonly found: readonly Diagnostic[];
  /** The registry that it was checked with. */
  readonly snapshot: RegistrySnapshot;
}

export interface ConfigReaderParts {
  readonly snapshot: () => RegistrySnapshot;
  /** How many agents there are now: the text will have about as many. */
  readonly agentCount: () => number;
}

/** A parser of YAML spends about 1 ms on so many characters here, and a thread takes 100 to start. */
const LONG_TEXT = 20_000;
/** Agents times tools; checking them takes about as long as parsing a long text. */
const MANY_PAIRS = 100_000;
/** Agents that are copied without giving way: a few ms. */
const PART = 100;

/** Reads and checks configurations that would hold calls up in a thread of their own. */
export class ConfigReader implements Disposable {
  readonly #parts: ConfigReaderParts;
  readonly #thread: RegistryThread<ToConfigWorker, FromConfigWorker>;

  constructor(parts: ConfigReaderParts) {
    this.#parts = parts;
    const program = locateBeside(import.meta.url, 'config-worker');
    this.#thread = openRegistryThread({ program, snapshot: parts.snapshot });
  }

  /** `undefined` for a text that is read as fast here. Rejects if the thread fails. */
  async read(text: ConfigText): Promise<CheckedText | undefined> {
    if (!this.#isLong(text) || !this.#thread.canStart) return undefined;
    return this.#thread.use((ask) => this.#read(text, ask));
  }

  [Symbol.dispose](): void {
    this.#thread[Symbol.dispose]();
  }

  #isLong({ text }: ConfigText): boolean {
    const { snapshot, agentCount } = this.#parts;
    return text.length > LONG_TEXT || snapshot().entries.length * agentCount() > MANY_PAIRS;
  }

  async #read(
    { text, fileName, env = {} }: ConfigText,
    ask: AskThread<ToConfigWorker, FromConfigWorker>,
  ): Promise<CheckedText> {
    const snapshot = this.#parts.snapshot();
    const options = { fileName, env: namedIn(text, env) };
    const head = await ask({ kind: 'text', text, options });
    if (head.kind === 'agents') throw new Error('The thread answered another question.');
    if (head.kind === 'unusable') {
      const { diagnostics } = head;
      return { parsed: { status: 'failed', diagnostics }, found: [], snapshot };
    }
    const agents = await allAgents(head, ask);
    freezeJson(head.config);
    const config = Object.freeze({ ...head.config, agents: Object.freeze(agents) });
    const draft = { config, document: documentOf(fileName, head.positions) };
    const { status, diagnostics, found } = head;
    const parsed: ParsedConfig =
      status === 'ok' ? { status, ...draft, diagnostics } : { status, diagnostics, draft };
    return { parsed, found, snapshot };
  }
}

/** Each answer is a turn of the event loop: calls go on in between. */
async function allAgents(
  { agentCount }: ConfigHead,
  ask: AskThread<ToConfigWorker, FromConfigWorker>,
): Promise<AgentConfig[]> {
  const all: AgentConfig[] = [];
  for (let start = 0; start < agentCount; start += PART) {
    const part = await ask({ kind: 'agents', start, end: start + PART });
    if (part.kind !== 'agents') throw new Error('The thread answered another question.');
    freezeJson(part.agents);
    all.push(...part.agents);
  }
  // Of a thread that took the place of one that ended: a configuration without its agents must not pass for it.
  if (all.length !== agentCount) throw new Error('The thread has not all of its agents.');
  return all;
}

/** Of the environment what a text may read: no more of it crosses to another thread. */
export function namedIn(text: string, env: ConfigEnvironment): ConfigEnvironment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => text.includes(`{${name}`)));
}
