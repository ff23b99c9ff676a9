import {
  type Diagnostic,
  type Disposer,
  ERROR_CODES,
  type ErrorCode,
  foldName,
  type RegistrySnapshot,
  type ResolvedLimits,
  resolveLimits,
  type SkippedTool,
  type ToolEntry,
  type ToolImplementation,
  type ToolOrigin,
} from '@mortise/contracts';
import { admitTools } from './admit-tools.ts';
import { checkTool, type ToolCandidate } from './check-tool.ts';
import { createDisposer } from './create-disposer.ts';
import { skippedDiagnostic } from './skipped-diagnostic.ts';

export interface RegisteredTool {
  readonly entry: ToolEntry;
  readonly implementation: ToolImplementation;
  /** Its own; those of the host if absent. */
  readonly limits?: ResolvedLimits;
}

/** `skipped` registrations are kept: they get the name if its holder goes. */
export type ClaimResult =
  | { readonly status: 'taken'; readonly disposer: Disposer }
  | { readonly status: 'skipped'; readonly diagnostic: Diagnostic; readonly disposer: Disposer }
  | { readonly status: 'refused'; readonly diagnostic: Diagnostic };

export interface CatalogOptions {
  /** Called after every registration and every removal; a burst of them is a burst of calls. */
  readonly onChange?: () => void;
  /** Of tools that have none of their own; the standard ones if absent. */
  readonly limits?: () => ResolvedLimits;
}

/** Everything that is registered. Holds no state of any call. */
export class ToolCatalog {
  readonly #registered = new Set<RegisteredTool>();
  /** Who wants which folded name; tells without sorting everything whether a name is contested. */
  readonly #claims = new Map<string, Set<RegisteredTool>>();
  #revision = 0;
  #snapshot: RegistrySnapshot | undefined;
  #byName = new Map<string, RegisteredTool>();
  #conditional: readonly RegisteredTool[] = [];
  readonly #onChange: () => void;
  readonly #limits: () => ResolvedLimits;

  constructor({ onChange, limits }: CatalogOptions = {}) {
    const standard = resolveLimits();
    this.#onChange = onChange ?? (() => undefined);
    this.#limits = limits ?? (() => standard);
  }

  /** Of tools that have none of their own. */
  get limits(): ResolvedLimits {
    return this.#limits();
  }

  get revision(): number {
    return this.#revision;
  }

  /**
   * Offers a tool and says whether it was taken. Never throws: a bad tool is `refused`, one that
   * lost its name is `skipped`, both with what to tell the operator.
   */
  claim(candidate: ToolCandidate, implementation: ToolImplementation): ClaimResult {
    const { limits } = candidate;
    const checked = checkTool(candidate, limits ?? this.limits);
    if (checked.status === 'refused') {
      return { status: 'refused', diagnostic: diagnose(checked, candidate.origin) };
    }
    const tool: RegisteredTool = Object.freeze({
      entry: checked.entry,
      implementation,
      ...(limits === undefined ? {} : { limits }),
    });
    const taken = this.#coreClash(tool.entry);
    if (taken !== undefined) {
      return { status: 'refused', diagnostic: diagnoseEntry(tool.entry, 'core_name_clash', taken) };
    }
    this.#add(tool);
    const disposer = createDisposer(() => this.#remove(tool));
    const loss = this.#isContested(tool) ? this.#lossOf(tool) : undefined;
    if (loss === undefined) return { status: 'taken', disposer };
    return { status: 'skipped', diagnostic: skippedDiagnostic(loss), disposer };
  }

  /** Takes back what holds this name, if anything does. */
  release(name: string): void {
    const tool = this.find(name);
    if (tool !== undefined) this.#remove(tool);
  }

  find(name: string): RegisteredTool | undefined {
    this.snapshot();
    return this.#byName.get(name);
  }

  /** The admitted tools that must be asked whether they can work, each time. */
  conditionalTools(): readonly RegisteredTool[] {
    this.snapshot();
    return this.#conditional;
  }

  /** The same object until something is registered or disposed. */
  snapshot(): RegistrySnapshot {
    this.#snapshot ??= this.#takeSnapshot();
    return this.#snapshot;
  }

  #takeSnapshot(): RegistrySnapshot {
    const byEntry = new Map<ToolEntry, RegisteredTool>();
    for (const tool of this.#registered) byEntry.set(tool.entry, tool);
    const admission = admitTools(byEntry.keys());
    this.#byName = new Map();
    for (const entry of admission.entries) {
      const tool = byEntry.get(entry);
      if (tool !== undefined) this.#byName.set(entry.name, tool);
    }
    this.#conditional = [...this.#byName.values()].filter(hasAvailabilityCheck);
    return Object.freeze({ revision: this.#revision, ...admission });
  }

  // Two core tools of one name are a mistake of the embedder, not a contest to be settled by order.
  #coreClash(entry: ToolEntry): string | undefined {
    if (entry.origin.kind !== 'core') return undefined;
    const taken = namesOf(entry).find((name) => this.#isCoreName(name));
    return taken === undefined ? undefined : `"${taken}" is registered already.`;
  }

  #isCoreName(folded: string): boolean {
    const claims = this.#claims.get(folded);
    return claims?.values().some((tool) => tool.entry.origin.kind === 'core') ?? false;
  }

  #isContested({ entry }: RegisteredTool): boolean {
    if (entry.origin.kind === 'core') return false;
    if (entry.origin.kind === 'extension' && this.#isCoreName(foldName(entry.origin.id)))
      return true;
    return (this.#claims.get(foldName(entry.name))?.size ?? 0) > 1;
  }

  #add(tool: RegisteredTool): void {
    this.#registered.add(tool);
    for (const name of namesOf(tool.entry)) {
      const claims = this.#claims.get(name);
      if (claims === undefined) this.#claims.set(name, new Set([tool]));
      else claims.add(tool);
    }
    this.#changed();
  }

  #remove(tool: RegisteredTool): void {
    if (!this.#registered.delete(tool)) return;
    for (const name of namesOf(tool.entry)) {
      const claims = this.#claims.get(name);
      claims?.delete(tool);
      if (claims?.size === 0) this.#claims.delete(name);
    }
    this.#changed();
  }

  #changed(): void {
    this.#revision += 1;
    this.#snapshot = undefined;
    this.#onChange();
  }

  // Only those who want the same name, and core tools with the ids of their extensions, decide who
  // holds it: a server that registers thousands of clashing names must not cost a sort for each.
  #lossOf(tool: RegisteredTool): SkippedTool | undefined {
    const rivals = this.#claimsOf(tool.entry.name);
    const blockers = rivals.flatMap(({ entry: { origin } }) =>
      origin.kind === 'extension' ? this.#claimsOf(origin.id) : [],
    );
    const entries = new Set([...blockers.filter(isCore), ...rivals].map(({ entry }) => entry));
    const { skipped } = admitTools(entries);
    return skipped.find(({ origin }) => origin === tool.entry.origin);
  }

  #claimsOf(name: string): readonly RegisteredTool[] {
    return [...(this.#claims.get(foldName(name)) ?? [])];
  }
}

function isCore({ entry }: RegisteredTool): boolean {
  return entry.origin.kind === 'core';
}

function hasAvailabilityCheck({ implementation }: RegisteredTool): boolean {
  return implementation.kind === 'in-process' && implementation.tool.isAvailable !== undefined;
}

function namesOf(entry: ToolEntry): readonly string[] {
  return [entry.name, ...entry.aliases].map(foldName);
}

function diagnoseEntry(entry: ToolEntry, code: ErrorCode, detail: string): Diagnostic {
  return diagnose({ subject: entry.name, code, detail }, entry.origin);
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
