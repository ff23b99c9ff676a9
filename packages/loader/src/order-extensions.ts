import type { Diagnostic, ExtensionManifest } from '@mortise/contracts';
import { loaderDiagnostic } from './loader-diagnostic.ts';
import { versionLibrary } from './version-library.ts';

export interface ExtensionOrder {
  /** Ids, each after everything it requires; otherwise in the order given. */
  readonly order: readonly string[];
  /** Ids that cannot be loaded, because of a cycle, of something missing, or of one of those. */
  readonly blocked: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Sorts extensions by what they require. One that cannot be loaded blocks those that need it. */
export function orderExtensions(manifests: readonly ExtensionManifest[]): ExtensionOrder {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const visit = new OrderVisit(byId);
  for (const { id } of manifests) visit.visit(id, []);
  return visit.result();
}

class OrderVisit {
  readonly #byId: ReadonlyMap<string, ExtensionManifest>;
  readonly #states = new Map<string, 'open' | 'ready' | 'blocked'>();
  readonly #order: string[] = [];
  readonly #diagnostics: Diagnostic[] = [];

  constructor(byId: ReadonlyMap<string, ExtensionManifest>) {
    this.#byId = byId;
  }

  result(): ExtensionOrder {
    const blocked = [...this.#states].flatMap(([id, state]) => (state === 'blocked' ? [id] : []));
    return { order: this.#order, blocked, diagnostics: this.#diagnostics };
  }

  /** True if the extension can be loaded. */
  visit(id: string, trail: readonly string[]): boolean {
    const state = this.#states.get(id);
    if (state === 'open') return this.#reportCycle(id, trail);
    if (state !== undefined) return state === 'ready';
    this.#states.set(id, 'open');
    const requires = Object.entries(this.#byId.get(id)?.requires ?? {}).sort();
    // Every requirement is looked at, so that all that is missing is said at once.
    const answers = requires.map(([needed, range]) => this.#require(id, needed, { range, trail }));
    const isReady = answers.every((answer) => answer);
    this.#states.set(id, isReady ? 'ready' : 'blocked');
    if (isReady) this.#order.push(id);
    return isReady;
  }

  #require(
    id: string,
    needed: string,
    at: { readonly range: string; readonly trail: readonly string[] },
  ): boolean {
    const manifest = this.#byId.get(needed);
    const version = manifest?.version ?? '0.0.0';
    if (manifest === undefined) return this.#reportMissing(id, needed, `${needed} is not there`);
    if (versionLibrary().validRange(at.range) === null) {
      return this.#reportMissing(
        id,
        needed,
        `${JSON.stringify(at.range)} is not a range of versions`,
      );
    }
    if (!versionLibrary().satisfies(version, at.range, { includePrerelease: true })) {
      return this.#reportMissing(id, needed, `${needed} is ${version}, ${at.range} is needed`);
    }
    return this.visit(needed, [...at.trail, id]);
  }

  #reportMissing(id: string, needed: string, message: string): false {
    const found = loaderDiagnostic('dependency_missing', {
      ...{ message: `${id}: ${message}`, subject: id, path: `requires.${needed}` },
    });
    this.#diagnostics.push(found);
    return false;
  }

  #reportCycle(id: string, trail: readonly string[]): false {
    const cycle = [...trail.slice(trail.indexOf(id)), id].join(' → ');
    this.#diagnostics.push(
      loaderDiagnostic('dependency_cycle', { message: cycle, subject: id, path: 'requires' }),
    );
    return false;
  }
}
