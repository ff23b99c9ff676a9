import type {
  AgentConfig,
  HostConfig,
  JsonValue,
  RegistrySnapshot,
  SurfaceRequest,
  ToolSurface,
} from '@mortise/contracts';
import type { EntryRedactor } from './entry-parts.ts';
import type { KeptPolicy, PolicyArchive, RecordedPolicy, WrittenPlace } from './policy-archive.ts';
import { RecordedEntries } from './recorded-entries.ts';

/** What a surface was resolved from. */
export interface SurfaceQuestion {
  readonly config: HostConfig;
  readonly snapshot: RegistrySnapshot;
  readonly request: SurfaceRequest;
}

export interface QuestionParts {
  readonly archive: PolicyArchive;
  /** `undefined` for a surface that another host made. */
  readonly questionOf: (surface: ToolSurface) => SurfaceQuestion | undefined;
  readonly locate: (path: string) => WrittenPlace | undefined;
  readonly redactor: () => EntryRedactor | undefined;
}

/** A request and a policy that are kept, and all parts of them. */
interface KeptAddresses {
  readonly own: string;
  readonly all: readonly string[];
}

/** Keeps what calls are decided from, once for all calls that share it. */
export class RecordedQuestions {
  readonly #parts: QuestionParts;
  readonly #entries: RecordedEntries;
  readonly #requests = new WeakMap<ToolSurface, KeptAddresses>();
  readonly #policies = new WeakMap<HostConfig, WeakMap<RegistrySnapshot, KeptAddresses>>();

  constructor(parts: QuestionParts) {
    this.#parts = parts;
    this.#entries = new RecordedEntries(parts.archive);
  }

  /** The address under which the request of a surface is kept. Throws if it cannot be written. */
  addressOf(surface: ToolSurface): string | undefined {
    const { archive, questionOf } = this.#parts;
    const known = this.#requests.get(surface);
    if (known?.all.every((address) => archive.use(address)) === true) return known.own;
    const question = questionOf(surface);
    if (question === undefined) return undefined;
    const policy = this.#policyOf(question);
    const own = archive.keep({ policy: policy.own, request: question.request });
    this.#requests.set(surface, { own, all: [own, ...policy.all] });
    return own;
  }

  #policyOf({ config, snapshot }: SurfaceQuestion): KeptAddresses {
    const { archive, locate, redactor } = this.#parts;
    const bySnapshot = this.#policies.get(config) ?? new WeakMap<RegistrySnapshot, KeptAddresses>();
    this.#policies.set(config, bySnapshot);
    const known = bySnapshot.get(snapshot);
    if (known?.all.every((address) => archive.use(address)) === true) return known;
    const { entries: tools, ...rest } = snapshot;
    const entries = this.#entries.keep(tools, redactor());
    const decisive = decisivePart(config);
    const whole = { config: decisive, snapshot: rest, places: placesIn(decisive, locate), entries };
    const clean = redactor()?.redactJson(whole as unknown as JsonValue) ?? whole;
    // Only texts in it change.
    const own = archive.keep({ ...(clean as unknown as KeptPolicy), entries });
    const kept = { own, all: [own, ...entries] };
    bySnapshot.set(snapshot, kept);
    return kept;
  }
}

/** Without what decides nothing and may hold secrets: settings, addresses, environments, metadata. */
function decisivePart(config: HostConfig): HostConfig {
  const { extensions, mcpServers, agents } = config;
  const kept = {
    ...config,
    extensions: extensions.map(({ id, source, enabled, path }) => ({ id, source, enabled, path })),
    mcpServers: mcpServers.map(({ name, enabled, path }) => ({ name, enabled, path })),
    agents: agents.map((agent): AgentConfig => ({ ...agent, metadata: {} })),
    metadata: {},
  };
  // What is left out is read by no part of the resolver.
  return kept as unknown as HostConfig;
}

function placesIn(
  config: HostConfig,
  locate: (path: string) => WrittenPlace | undefined,
): RecordedPolicy['places'] {
  const places: { [path: string]: WrittenPlace } = {};
  const open: unknown[] = [config];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const path = 'path' in part && typeof part.path === 'string' ? part.path : undefined;
    const place = path === undefined ? undefined : locate(path);
    if (path !== undefined && place !== undefined)
      places[path] = { file: place.file, line: place.line };
    open.push(...Object.values(part));
  }
  return places;
}
