import {
  type Refusal,
  type ResolvedLimits,
  refuse,
  type ToolDescription,
} from '@mortise/contracts';
import type { ExtensionBundle, LoadedExtension, QuarantineRule } from '../api/sandbox-api.ts';
import { type Blocked, CrashBackoff } from './crash-backoff.ts';
import type { Registration } from './interpret-registration.ts';

export interface ExtensionParts {
  readonly facts: Omit<ExtensionBundle, 'source' | 'map'>;
  readonly generation: number;
  readonly limits: ResolvedLimits;
  /** SHA-256 of the source, hex. */
  readonly bundleHash: string;
  /** Throws if the text is gone. */
  readonly readSource: () => string;
  /** Under which its source map is kept, if it has one. */
  readonly mapHash: string | undefined;
  /** Undefined if it has none, or if it is gone. */
  readonly readMap: () => string | undefined;
  readonly quarantine: QuarantineRule;
  /** Wall clock in ms. */
  readonly now: () => number;
}

const NOTHING: Registration = { tools: [], reducers: [], diagnostics: [] };

/**
 * One generation of an extension: what the host keeps of it while nothing runs, and whether it may
 * run. Without a registration it has a text and limits, and no tools yet.
 */
export class Extension {
  readonly id: string;
  readonly generation: number;
  readonly facts: Omit<ExtensionBundle, 'source' | 'map'>;
  readonly limits: ResolvedLimits;
  readonly configJson: string;
  readonly configSchemaJson: string | undefined;
  readonly loaded: LoadedExtension;
  readonly readSource: () => string;
  readonly readMap: () => string | undefined;
  readonly #parts: ExtensionParts;
  /** Made with the first crash: most extensions have none. */
  #crashes: CrashBackoff | undefined;
  #isRevoked = false;
  #tools: ReadonlyMap<string, ToolDescription> | undefined;
  /** The number of the isolate whose registration is logged. */
  #loggedIsolate: number | undefined;

  constructor(parts: ExtensionParts, registration: Registration = NOTHING) {
    const { facts, bundleHash } = parts;
    this.#parts = parts;
    this.id = facts.id;
    this.generation = parts.generation;
    this.facts = facts;
    this.limits = parts.limits;
    this.configJson = JSON.stringify(facts.config ?? null);
    this.configSchemaJson = facts.configSchema && JSON.stringify(facts.configSchema);
    this.readSource = parts.readSource;
    this.readMap = parts.readMap;
    this.loaded = Object.freeze({ id: facts.id, bundleHash, ...registration });
  }

  get mapHash(): string | undefined {
    return this.#parts.mapHash;
  }

  /** By name. Made when it is first asked for: most extensions are never called. */
  get tools(): ReadonlyMap<string, ToolDescription> {
    this.#tools ??= new Map(this.loaded.tools.map((tool) => [tool.name, tool]));
    return this.#tools;
  }

  /** The extension that a registration makes of this one. */
  register(registration: Registration): Extension {
    const made = new Extension(this.#parts, registration);
    made.#loggedIsolate = this.#loggedIsolate;
    return made;
  }

  /** Every isolate of it registers anew; what they say meanwhile is written of the first that says something. */
  logsRegistrationOf(isolate: number): boolean {
    this.#loggedIsolate ??= isolate;
    return this.#loggedIsolate === isolate;
  }

  /** It was unloaded: no call of it may begin any more. */
  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  revoke(): void {
    this.#isRevoked = true;
  }

  get crashes(): number {
    return this.#crashes?.total ?? 0;
  }

  /** Answers the quarantine that this crash brought about, if it did. */
  countCrash(): Blocked | undefined {
    this.#crashes ??= new CrashBackoff(this.#parts.quarantine, this.#parts.now);
    return this.#crashes.add();
  }

  /** Until when it may not run because it crashed; undefined if it may. */
  get blocked(): Blocked | undefined {
    return this.#crashes?.blocked();
  }

  /** Annotations do not count: they are hints for people and clients, and promise nothing. */
  isIdempotent(toolName: string): boolean {
    return this.facts.idempotent === true || this.tools.get(toolName)?.idempotent === true;
  }

  /** Why a call of it may not run now; undefined if it may. */
  findRefusal(): Refusal | undefined {
    const { id } = this;
    if (this.#isRevoked)
      return refuse('extension_unavailable', `The extension ${id} was unloaded.`);
    const { blocked } = this;
    if (blocked === undefined) return undefined;
    const until = new Date(blocked.until).toISOString();
    if (blocked.state === 'quarantined') {
      const message = `The extension ${id} crashed ${this.crashes} times and is quarantined until ${until}.`;
      return refuse('extension_quarantined', message);
    }
    const message = `The extension ${id} crashed and may run again at ${until}.`;
    return refuse('extension_unavailable', message);
  }
}
