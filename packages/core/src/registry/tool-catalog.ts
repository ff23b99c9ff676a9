import {
  type Diagnostic,
  type Disposer,
  type EntryKind,
  ERROR_CODES,
  type ErrorCode,
  type ExtensionPlace,
  entryKind,
  foldName,
  type LimitName,
  MCP_NAME_PREFIX,
  RESERVED_TOOL_NAMES,
  type RegistrySnapshot,
  type ResolvedLimits,
  resolveLimits,
  type SkippedTool,
  type ToolDescription,
  type ToolEntry,
  type ToolImplementation,
  type ToolOrigin,
} from '@mortise/contracts';
import { admitTools, describeOrigin } from './admit-tools.ts';
import { checkTool, type ToolCandidate } from './check-tool.ts';
import { createDisposer } from './create-disposer.ts';
import { NameOwners } from './name-owners.ts';
import { skippedDiagnostic } from './skipped-diagnostic.ts';

/** One registration of the catalog: a tool, who runs it, and what it may use up. */
export interface Registration {
  readonly entry: ToolEntry;
  readonly implementation: ToolImplementation;
  /** As its name says. */
  readonly kind: EntryKind;
  /** Its own; those of the host if absent. */
  readonly limits?: ResolvedLimits;
}

/** `skipped` registrations are kept: they get the name if its holder goes. */
export type ClaimResult =
  | { readonly status: 'taken'; readonly disposer: Disposer }
  | { readonly status: 'skipped'; readonly diagnostic: Diagnostic; readonly disposer: Disposer }
  | { readonly status: 'refused'; readonly diagnostic: Diagnostic };

/** One extension with other tools than it has, or without `tools`: gone. */
export interface RegistryChange {
  readonly extensionId: string;
  readonly tools?: readonly ToolDescription[];
}

export interface CatalogOptions {
  /** Called after every registration and every removal; a burst of them is a burst of calls. */
  readonly onChange?: () => void;
  /** Of tools that have none of their own; the standard ones if absent. */
  readonly limits?: () => ResolvedLimits;
}

const CORE = describeOrigin({ kind: 'core' });

/** Everything that is registered. Holds no state of any call. */
export class ToolCatalog {
  readonly #registered = new Set<Registration>();
  #places: readonly ExtensionPlace[] = [];
  /** Of all names and ids, registered or reserved. */
  readonly #owners = new NameOwners();
  /** Of the names of tools alone. */
  readonly #toolNames = new NameOwners();
  #revision = 0;
  #snapshot: RegistrySnapshot | undefined;
  #byName = new Map<string, Registration>();
  #conditional: readonly Registration[] = [];
  /** Of extensions and servers that have their own, each once. */
  #ownLimits: ReadonlySet<ResolvedLimits> | undefined;
  readonly #onChange: () => void;
  readonly #limits: () => ResolvedLimits;

  constructor({ onChange, limits }: CatalogOptions = {}) {
    const standard = resolveLimits();
    this.#onChange = onChange ?? (() => undefined);
    this.#limits = limits ?? (() => standard);
    for (const name of RESERVED_TOOL_NAMES) this.#owners.add(name, CORE);
  }

  /** Of tools that have none of their own. */
  get limits(): ResolvedLimits {
    return this.#limits();
  }

  /** The highest value that a limit has for any tool. */
  highestLimit(name: LimitName): number {
    this.#ownLimits ??= new Set([...this.#registered].flatMap(({ limits }) => limits ?? []));
    return Math.max(this.limits[name], ...[...this.#ownLimits].map((limits) => limits[name]));
  }

  get revision(): number {
    return this.#revision;
  }

  /**
   * Says which extensions there are, loaded or not, in place of what was said before: where each
   * stands among the others, and which names stay its own while it has no tools here.
   */
  arrange(places: readonly ExtensionPlace[]): void {
    if (JSON.stringify(places) === JSON.stringify(this.#places)) return;
    for (const place of this.#places) {
      for (const name of namesOfPlace(place)) this.#owners.remove(name, ownerOfPlace(place));
    }
    this.#places = Object.freeze(places.map((place) => Object.freeze({ ...place })));
    for (const place of this.#places) {
      for (const name of namesOfPlace(place)) this.#owners.add(name, ownerOfPlace(place));
    }
    this.#changed();
  }

  /**
   * Offers a tool and says whether it was taken. Never throws: a bad tool is `refused`, one that
   * lost its name is `skipped`, both with what to tell the operator.
   */
  claim(candidate: ToolCandidate, implementation: ToolImplementation): ClaimResult {
    const added = this.#offer(candidate, implementation);
    return 'status' in added ? added : this.#resultOf(added, this.#losses([added]));
  }

  /** Offers tools of one implementation, and gives out the space of names once for all of them. */
  claimAll(
    candidates: readonly ToolCandidate[],
    implementation: ToolImplementation,
  ): readonly ClaimResult[] {
    const offers = candidates.map((candidate) => this.#offer(candidate, implementation));
    const losses = this.#losses(offers.flatMap((offer) => ('status' in offer ? [] : [offer])));
    return offers.map((offer) => ('status' in offer ? offer : this.#resultOf(offer, losses)));
  }

  /** Takes back what holds this name, if anything does. */
  release(name: string): void {
    const tool = this.find(name);
    if (tool !== undefined) this.#remove(tool);
  }

  find(name: string): Registration | undefined {
    this.snapshot();
    return this.#byName.get(name);
  }

  /** The admitted tools that must be asked whether they can work, each time. */
  conditionalTools(): readonly Registration[] {
    this.snapshot();
    return this.#conditional;
  }

  /** The same object until something is registered, arranged or disposed. */
  snapshot(): RegistrySnapshot {
    this.#snapshot ??= this.#takeSnapshot();
    return this.#snapshot;
  }

  /** What would be registered with a change; nothing is changed. A tool that is refused is left out. */
  snapshotWith({ extensionId, tools }: RegistryChange): RegistrySnapshot {
    const origin: ToolOrigin = { kind: 'extension', id: extensionId };
    const offered = (tools ?? []).flatMap((tool) => {
      const checked = checkTool({ tool, origin, optional: tool.isOptional }, this.limits);
      return checked.status === 'ok' ? [checked.entry] : [];
    });
    const isChanged = (id: string) => foldName(id) === foldName(extensionId);
    const others = [...this.#registered]
      .map(({ entry }) => entry)
      .filter((entry) => entry.origin.kind !== 'extension' || !isChanged(entry.origin.id));
    const places = this.#places.filter(({ id }) => !isChanged(id));
    const order = this.#places.find(({ id }) => isChanged(id))?.order ?? this.#places.length;
    const toolNames = offered.map(({ name }) => name);
    const place = tools === undefined ? [] : [{ id: extensionId, order, toolNames }];
    const admission = admitTools([...others, ...offered], [...places, ...place]);
    return Object.freeze({ revision: this.#revision, ...admission });
  }

  #takeSnapshot(): RegistrySnapshot {
    const byEntry = new Map<ToolEntry, Registration>();
    for (const tool of this.#registered) byEntry.set(tool.entry, tool);
    const admission = admitTools(byEntry.keys(), this.#places);
    this.#byName = new Map();
    for (const entry of admission.entries) {
      const tool = byEntry.get(entry);
      if (tool !== undefined) this.#byName.set(entry.name, tool);
    }
    this.#conditional = [...this.#byName.values()].filter(hasAvailabilityCheck);
    return Object.freeze({ revision: this.#revision, ...admission });
  }

  #offer(
    candidate: ToolCandidate,
    implementation: ToolImplementation,
  ): Registration | Extract<ClaimResult, { status: 'refused' }> {
    const { limits } = candidate;
    const checked = checkTool(candidate, limits ?? this.limits);
    if (checked.status === 'refused') {
      return { status: 'refused', diagnostic: diagnose(checked, candidate.origin) };
    }
    const { entry } = checked;
    const taken = this.#coreClash(entry);
    if (taken !== undefined) {
      const problem = { subject: entry.name, code: 'core_name_clash', detail: taken } as const;
      return { status: 'refused', diagnostic: diagnose(problem, entry.origin) };
    }
    const tool: Registration = Object.freeze({
      ...{ entry, implementation, kind: entryKind(entry.name) },
      ...(limits === undefined ? {} : { limits }),
    });
    this.#registered.add(tool);
    this.#own(tool, 'add');
    return tool;
  }

  #resultOf(tool: Registration, losses: ReadonlyMap<ToolOrigin, SkippedTool>): ClaimResult {
    const disposer = createDisposer(() => this.#remove(tool));
    const loss = losses.get(tool.entry.origin);
    if (loss === undefined) return { status: 'taken', disposer };
    return { status: 'skipped', diagnostic: skippedDiagnostic(loss), disposer };
  }

  /** What was lost, by the origin of the entry, which is an object of its own for each. */
  #losses(added: readonly Registration[]): ReadonlyMap<ToolOrigin, SkippedTool> {
    if (!added.some(({ entry }) => this.#isContested(entry))) return new Map();
    return new Map(this.snapshot().skipped.map((each) => [each.origin, each]));
  }

  // Two core tools of one name are a mistake of the embedder, not a contest to be settled by order.
  #coreClash({ origin, name, aliases }: ToolEntry): string | undefined {
    if (origin.kind !== 'core') return undefined;
    const taken = [name, ...aliases].find((each) => this.#toolNames.countOf(each, CORE) > 0);
    return taken === undefined ? undefined : `"${taken}" is registered already.`;
  }

  #isContested({ name, origin }: ToolEntry): boolean {
    if (origin.kind === 'core') return false;
    if (this.#owners.isContested(name)) return true;
    if (origin.kind === 'mcp') return false;
    return (
      this.#owners.isContested(origin.id) ||
      origin.id.toLowerCase().startsWith(MCP_NAME_PREFIX) ||
      this.#toolNames.countOf(name, describeOrigin(origin)) > 1
    );
  }

  #own({ entry }: Registration, change: 'add' | 'remove'): void {
    const { origin, name, aliases } = entry;
    const owner = describeOrigin(origin);
    for (const each of [name, ...aliases]) {
      this.#owners[change](each, owner);
      this.#toolNames[change](each, owner);
    }
    if (origin.kind === 'extension') this.#owners[change](origin.id, owner);
    this.#changed();
  }

  #remove(tool: Registration): void {
    if (this.#registered.delete(tool)) this.#own(tool, 'remove');
  }

  #changed(): void {
    this.#revision += 1;
    this.#snapshot = undefined;
    this.#ownLimits = undefined;
    this.#onChange();
  }
}

function namesOfPlace({ id, toolNames }: ExtensionPlace): readonly string[] {
  return [id, ...toolNames];
}

function ownerOfPlace({ id }: ExtensionPlace): string {
  return describeOrigin({ kind: 'extension', id });
}

function hasAvailabilityCheck({ implementation }: Registration): boolean {
  return implementation.kind === 'in-process' && implementation.tool.isAvailable !== undefined;
}

interface Problem {
  readonly subject: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

function diagnose({ subject, code, detail }: Problem, origin: ToolOrigin): Diagnostic {
  return Object.freeze({
    code,
    severity: origin.kind === 'core' ? 'error' : 'warning',
    subject,
    message: `${ERROR_CODES[code].summary} ${detail}`,
    hint: ERROR_CODES[code].hint,
    ...(origin.kind === 'extension' ? { path: `extension ${origin.id}` } : {}),
  } as const);
}
