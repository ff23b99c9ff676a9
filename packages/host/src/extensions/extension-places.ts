import { type ExtensionPlace, foldName } from '@mortise/contracts';
import type { ToolCatalog } from '@mortise/core';

/** An extension of the configuration, whether it is enabled, loaded or none of it. */
export interface ConfiguredPlace {
  readonly source: string;
  /** Absent while neither configuration nor lock file says it. */
  readonly id?: string;
  /** What the lock file pins for it. */
  readonly toolNames: readonly string[];
}

/** An extension that was loaded, or failed with an id. */
export interface HeldPlace {
  readonly id: string;
  readonly origin: string;
  readonly toolNames: readonly string[];
}

/**
 * Tells the catalog where the extensions of a host stand and which names are theirs: first those of
 * the configuration in its order, then the others in the order in which they came. An extension that
 * is disabled, failed or not yet loaded keeps what configuration and lock file know of it.
 */
export class ExtensionPlaces {
  readonly #catalog: ToolCatalog;
  #configured: readonly ConfiguredPlace[] = [];
  /** By folded id, in the order in which they came. */
  readonly #held = new Map<string, HeldPlace>();

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  arrange(configured: readonly ConfiguredPlace[]): void {
    this.#configured = configured;
    this.#tell();
  }

  /** An extension that came before keeps its place. */
  hold(extension: HeldPlace): void {
    this.#held.set(foldName(extension.id), extension);
    this.#tell();
  }

  release(id: string): void {
    if (this.#held.delete(foldName(id))) this.#tell();
  }

  /** What the configuration's lock entries pin for an extension. */
  pinnedNames(id: string): readonly string[] {
    return this.#configured.find((place) => isOfId(place, id))?.toolNames ?? [];
  }

  #tell(): void {
    this.#catalog.arrange([...this.#heldPlaces(), ...this.#vacantPlaces()]);
  }

  #heldPlaces(): readonly ExtensionPlace[] {
    return [...this.#held.values()].map(({ id, origin, toolNames }, arrival) => {
      const at = this.#configured.findIndex(
        (place) => place.source === origin || isOfId(place, id),
      );
      return { id, order: at < 0 ? this.#configured.length + arrival : at, toolNames };
    });
  }

  /** Configured, and nothing of it came yet. */
  #vacantPlaces(): readonly ExtensionPlace[] {
    return this.#configured.flatMap(({ id, toolNames }, order) =>
      id === undefined || this.#held.has(foldName(id)) ? [] : [{ id, order, toolNames }],
    );
  }
}

function isOfId(place: ConfiguredPlace, id: string): boolean {
  return place.id !== undefined && foldName(place.id) === foldName(id);
}
