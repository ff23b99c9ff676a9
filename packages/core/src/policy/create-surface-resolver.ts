import type {
  Diagnostic,
  RegistrySnapshot,
  SurfaceRequest,
  ToolExplanation,
  ToolSurface,
} from '@mortise/contracts';
import { PluginCategoryMap } from '../loadouts/plugin-category-map.ts';
import { BoundedCache } from './bounded-cache.ts';
import { checkPolicy } from './check-policy.ts';
import type { AskedArguments } from './explain/argument-steps.ts';
import { explainAll, explainName } from './explain/explain-tool.ts';
import { diffSurfaces, type SurfaceDifference } from './explain/surface-differences.ts';
import { estimateTokens, type MeasureTokens } from './exposure/estimate-tokens.ts';
import { applyChange, type PolicyChange, type PolicyQuestion } from './policy-change.ts';
import {
  type AgentPreview,
  type ChangePreview,
  changedModes,
  type PreviewSide,
  previewAffected,
  previewAgents,
  previewChange,
} from './preview-change.ts';
import { type SelectedTools, selectTools } from './selectors/select-tools.ts';
import { ToolIndex } from './selectors/tool-index.ts';
import { allFindings, type SlowFindings } from './slow-findings.ts';
import { type CompiledPolicy, compilePolicy } from './surface/compile-policy.ts';
import { type Resolution, resolveSurface } from './surface/resolve-surface.ts';
import { bindEpoch, createSharedSurface, type SharedSurface } from './surface/tool-surface.ts';
import { hashPolicy } from './world/policy-hash.ts';
import { type PolicyInputs, PolicyWorld } from './world/policy-world.ts';
import type { RequestShape } from './world/request-shape.ts';

/** Decides tool surfaces and explains them, and remembers what it has decided. */
export interface SurfaceResolver {
  /** The same frozen object for the same inputs (by identity), request (by value) and epoch. */
  resolve(inputs: PolicyInputs, request: SurfaceRequest, epoch?: number): ToolSurface;
  /** The part of the answer that no load and no unload changes. */
  compile(inputs: PolicyInputs, request: SurfaceRequest): CompiledPolicy;
  /** The registered tool of that name first, then those that lost it; empty if no tool has it. */
  explain(
    question: PolicyQuestion,
    tool: string,
    asked?: AskedArguments,
  ): readonly ToolExplanation[];
  explainAll(inputs: PolicyInputs, request: SurfaceRequest): readonly ToolExplanation[];
  /** Every tool that stands elsewhere in the second; two agents, or two configurations. */
  diff(
    before: PolicyQuestion,
    after: PolicyQuestion,
    asked?: AskedArguments,
  ): readonly SurfaceDifference[];
  /** What would be, if; changes nothing. */
  simulate(question: PolicyQuestion, change: PolicyChange, asked?: AskedArguments): Simulation;
  /**
   * What a new session of each agent would have with other inputs: what appears and disappears, and
   * which lists are read in another way. `unavailable` are names and ids that are down now.
   */
  preview(
    before: PolicyInputs,
    after: PolicyInputs,
    unavailable?: readonly string[],
  ): ChangePreview;
  /** The same without those agents for whom nothing that decides differs. */
  previewAffected(
    before: PolicyInputs,
    after: PolicyInputs,
    unavailable?: readonly string[],
  ): ChangePreview;
  /** The same, agent by agent as they are asked for. */
  previewSlowly(
    before: PolicyInputs,
    after: PolicyInputs,
    unavailable?: readonly string[],
  ): SlowPreview;
  /** What an entry of a list stands for; what may have been meant, if that is nothing. */
  select(inputs: PolicyInputs, text: string): SelectedTools;
  /** What is odd in the lists of all agents; errors in strict mode. */
  check(inputs: PolicyInputs): readonly Diagnostic[];
  /** The same, agent by agent as it is asked for. */
  checkSlowly(inputs: PolicyInputs): SlowFindings;
}

export interface Simulation {
  readonly surface: ToolSurface;
  readonly differences: readonly SurfaceDifference[];
  /** The question with the change, to explain from. */
  readonly question: PolicyQuestion;
}

/** What a change does, of which each agent is worked out when it is asked for. */
export interface SlowPreview extends Pick<ChangePreview, 'modes'> {
  readonly agents: Iterable<AgentPreview>;
}

export interface SurfaceResolverOptions {
  readonly measureTokens?: MeasureTokens;
  /** Compiled policies kept per configuration and registry revision; surfaces in proportion. */
  readonly cacheSize?: number;
}

const DEFAULT_CACHE_SIZE = 4_096;
/** A surface weighs what it lists; few large ones or many small ones fill the cache alike. */
const SURFACE_WEIGHT = 64;
const SURFACE_WEIGHT_PER_POLICY = 512;

export function createSurfaceResolver(options: SurfaceResolverOptions = {}): SurfaceResolver {
  const cache = new ResolverCache(options);
  const resolver: SurfaceResolver = {
    resolve: (inputs, request, epoch = 0) => cache.surface({ inputs, request }, epoch),
    compile: (inputs, request) => cache.policy({ inputs, request }),
    explain: (question, tool, asked) => explainName(cache.resolution(question), tool, asked),
    explainAll: (inputs, request) => explainAll(cache.resolution({ inputs, request })),
    diff: (before, after, asked) =>
      diffSurfaces(cache.resolution(before), cache.resolution(after), asked),
    simulate: (question, change, asked) => {
      const changed = applyChange(question, change);
      return {
        question: changed,
        surface: cache.surface(changed, 0),
        differences: diffSurfaces(cache.resolution(question), cache.resolution(changed), asked),
      };
    },
    preview: (before, after, unavailable) =>
      previewChange(
        cache.side(before, unavailable),
        cache.side(after, unavailable),
        options.measureTokens ?? estimateTokens,
      ),
    previewAffected: (before, after, unavailable) =>
      previewAffected(
        cache.side(before, unavailable),
        cache.side(after, unavailable),
        options.measureTokens ?? estimateTokens,
      ),
    previewSlowly: (before, after, unavailable) => {
      const sides = [cache.side(before, unavailable), cache.side(after, unavailable)] as const;
      return {
        agents: previewAgents(...sides, options.measureTokens ?? estimateTokens),
        modes: changedModes(cache.world(before), cache.world(after)),
      };
    },
    select: (inputs, text) => selectTools(text, cache.world(inputs)),
    check: (inputs) => allFindings(checkPolicy(cache.world(inputs))),
    checkSlowly: (inputs) => checkPolicy(cache.world(inputs)),
  };
  return Object.freeze(resolver);
}

interface CachedSurface {
  readonly resolution: Resolution;
  readonly shared: SharedSurface;
  bound: ToolSurface | undefined;
}

interface CachedWorld {
  readonly world: PolicyWorld;
  readonly policies: BoundedCache<CompiledPolicy>;
  readonly surfaces: BoundedCache<CachedSurface>;
}

/** Weak in the inputs: a configuration or a registry snapshot that the host dropped is forgotten. */
class ResolverCache {
  readonly #indexes = new WeakMap<RegistrySnapshot, ToolIndex>();
  readonly #worlds = new WeakMap<RegistrySnapshot, WeakMap<object, CachedWorld>>();
  readonly #digests = new WeakMap<readonly string[], string>();
  readonly #defaultCategories = new PluginCategoryMap();
  readonly #limit: number;
  readonly #measure: MeasureTokens;

  constructor({
    cacheSize = DEFAULT_CACHE_SIZE,
    measureTokens = estimateTokens,
  }: SurfaceResolverOptions) {
    this.#limit = cacheSize;
    this.#measure = measureTokens;
  }

  world(inputs: PolicyInputs): PolicyWorld {
    return this.#cachedWorld(inputs).world;
  }

  policy({ inputs, request }: PolicyQuestion): CompiledPolicy {
    const { world, policies } = this.#cachedWorld(inputs);
    const key = this.#shapeKey(request);
    return policies.getOrMake(key, () => compilePolicy(world, request.agentId, shapeOf(request)));
  }

  /** Every agent at the start of a session. */
  side(inputs: PolicyInputs, unavailable: readonly string[] = []): PreviewSide {
    const world = this.world(inputs);
    return {
      world,
      resolve: (agentId) => {
        const request = { agentId, loadedToolkits: [], hasSession: true, unavailable };
        const isKnown = world.config.agent(agentId) !== undefined;
        return isKnown ? this.resolution({ inputs, request }) : undefined;
      },
      hashOf: (agentId) => {
        const agent = world.config.agent(agentId);
        return agent && hashPolicy(world, agent, {});
      },
    };
  }

  resolution(question: PolicyQuestion): Resolution {
    return this.#cachedSurface(question).resolution;
  }

  surface(question: PolicyQuestion, epoch: number): ToolSurface {
    const cached = this.#cachedSurface(question);
    if (cached.bound?.epoch !== epoch) cached.bound = bindEpoch(cached.shared, epoch);
    return cached.bound;
  }

  #cachedSurface(question: PolicyQuestion): CachedSurface {
    const { surfaces } = this.#cachedWorld(question.inputs);
    const key = this.#shapeKey(question.request) + stateKey(question.request);
    return surfaces.getOrMake(key, () => {
      const resolution = resolveSurface(this.policy(question), question.request, this.#measure);
      return { resolution, shared: createSharedSurface(resolution), bound: undefined };
    });
  }

  #cachedWorld(inputs: PolicyInputs): CachedWorld {
    const { snapshot, config, loadouts, categories = this.#defaultCategories } = inputs;
    const worlds = this.#worlds.get(snapshot) ?? new WeakMap<object, CachedWorld>();
    this.#worlds.set(snapshot, worlds);
    const known = worlds.get(config);
    const isSame =
      known?.world.inputs.loadouts === loadouts && known.world.index.categories === categories;
    if (known !== undefined && isSame) return known;
    const made = {
      world: new PolicyWorld(inputs, this.#index(snapshot, categories)),
      policies: new BoundedCache<CompiledPolicy>(this.#limit),
      surfaces: new BoundedCache<CachedSurface>(
        this.#limit * SURFACE_WEIGHT_PER_POLICY,
        ({ shared }) => SURFACE_WEIGHT + shared.active.length,
      ),
    };
    worlds.set(config, made);
    return made;
  }

  #index(snapshot: RegistrySnapshot, categories: PluginCategoryMap): ToolIndex {
    const known = this.#indexes.get(snapshot);
    if (known?.categories === categories) return known;
    const made = new ToolIndex(snapshot, categories);
    this.#indexes.set(snapshot, made);
    return made;
  }

  #shapeKey(request: SurfaceRequest): string {
    const { agentId, provider, model, sandboxed, exclude, parentPermitted } = request;
    const parent = parentPermitted && this.#digestOf(parentPermitted);
    return JSON.stringify([agentId, provider, model, sandboxed === true, exclude, parent]);
  }

  // What a parent is permitted may be thousands of names; most requests pass the very same list.
  // One that can still change must be read each time, or a ceiling would stay as high as it was.
  #digestOf(names: readonly string[]): string {
    if (!Object.isFrozen(names)) return JSON.stringify(names);
    const known = this.#digests.get(names) ?? JSON.stringify(names);
    this.#digests.set(names, known);
    return known;
  }
}

/** A policy outlives the request it was compiled for; nothing of that session may stay in it. */
function shapeOf(request: SurfaceRequest): RequestShape {
  const { agentId: _, loadedToolkits: __, hasSession: ___, unavailable: ____, ...shape } = request;
  return shape;
}

function stateKey({ loadedToolkits, hasSession, unavailable = [] }: SurfaceRequest): string {
  return JSON.stringify([loadedToolkits, hasSession, unavailable]);
}
