import type {
  AgentConfig,
  HostConfig,
  JsonValue,
  RegistrySnapshot,
  SurfaceRequest,
  ToolSurface,
} from '@mortise/contracts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import type { PolicyArchive, RecordedPolicy, WrittenPlace } from './policy-archive.ts';

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
  readonly redactor: () => Pick<Redactor, 'redactJson'> | undefined;
}

/** Keeps what calls are decided from, once for all calls that share it. */
export class RecordedQuestions {
  readonly #parts: QuestionParts;
  readonly #requests = new WeakMap<ToolSurface, string>();
  readonly #policies = new WeakMap<HostConfig, WeakMap<RegistrySnapshot, string>>();

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /** The address under which the request of a surface is kept. Throws if it cannot be written. */
  addressOf(surface: ToolSurface): string | undefined {
    const known = this.#requests.get(surface);
    if (known !== undefined) return known;
    const { archive, questionOf } = this.#parts;
    const question = questionOf(surface);
    if (question === undefined) return undefined;
    const policy = this.#policyOf(question);
    const address = archive.keep({ policy, request: question.request });
    this.#requests.set(surface, address);
    return address;
  }

  #policyOf({ config, snapshot }: SurfaceQuestion): string {
    const { archive, locate, redactor } = this.#parts;
    const bySnapshot = this.#policies.get(config) ?? new WeakMap<RegistrySnapshot, string>();
    this.#policies.set(config, bySnapshot);
    const known = bySnapshot.get(snapshot);
    if (known !== undefined) return known;
    const decisive = decisivePart(config);
    const whole = { config: decisive, snapshot, places: placesIn(decisive, locate) };
    const clean = redactor()?.redactJson(whole as unknown as JsonValue) ?? whole;
    const address = archive.keep(clean as unknown as RecordedPolicy);
    bySnapshot.set(snapshot, address);
    return address;
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
