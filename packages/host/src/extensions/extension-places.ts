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
  /** Places in the configuration by what finds them: of two that say the same, the first. */
  readonly #bySource = new Map<string, number>();
  readonly #byId = new Map<string, number>();
  /** What the catalog was told last, by folded id. */
  #told = new Map<string, ExtensionPlace>();
  /** By folded id, in the order in which they came. */
  readonly #held = new Map<string, HeldPlace>();

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  arrange(configured: readonly ConfiguredPlace[]): void {
    this.#configured = configured;
    this.#bySource.clear();
    this.#byId.clear();
    for (const [index, { source, id }] of configured.entries()) {
      if (!this.#bySource.has(source)) this.#bySource.set(source, index);
      const folded = id === undefined ? undefined : foldName(id);
      if (folded !== undefined && !this.#byId.has(folded)) this.#byId.set(folded, index);
    }
    this.#tell();
  }

  /** An extension that came before keeps its place. */
  hold(extension: HeldPlace): void {
    const folded = foldName(extension.id);
    const isNew = !this.#held.has(folded);
    this.#held.set(folded, extension);
    const told = this.#told.get(folded);
    const arrival = isNew ? this.#held.size - 1 : (told?.order ?? 0) - this.#configured.length;
    const place = this.#placeOf(extension, arrival);
    // Most of them are what the lock file said: then nothing has to be given out again.
    if (!isSamePlace(told, place)) this.#tell();
  }

  release(id: string): void {
    if (this.#held.delete(foldName(id))) this.#tell();
  }

  /** The names that are kept for an extension. */
  namesOf(id: string): readonly string[] {
    return this.#told.get(foldName(id))?.toolNames ?? [];
  }

  /** What the configuration's lock entries pin for an extension. */
  pinnedNames(id: string): readonly string[] {
    const index = this.#byId.get(foldName(id));
    return index === undefined ? [] : (this.#configured[index]?.toolNames ?? []);
  }

  #tell(): void {
    const held = [...this.#held.values()].map((each, arrival) => this.#placeOf(each, arrival));
    const places = [...held, ...this.#vacantPlaces()];
    this.#told = new Map(places.map((place) => [foldName(place.id), place]));
    this.#catalog.arrange(places);
  }

  #placeOf({ id, origin, toolNames }: HeldPlace, arrival: number): ExtensionPlace {
    const last = this.#configured.length;
    const bySource = this.#bySource.get(origin) ?? last;
    const byId = this.#byId.get(foldName(id)) ?? last;
    const first = Math.min(bySource, byId);
    return { id, order: first < last ? first : last + arrival, toolNames };
  }

  /** Configured, and nothing of it came yet. */
  #vacantPlaces(): readonly ExtensionPlace[] {
    return this.#configured.flatMap(({ id, toolNames }, order) =>
      id === undefined || this.#held.has(foldName(id)) ? [] : [{ id, order, toolNames }],
    );
  }
}

function isSamePlace(one: ExtensionPlace | undefined, other: ExtensionPlace): boolean {
  return (
    one?.id === other.id &&
    one.order === other.order &&
    one.toolNames.length === other.toolNames.length &&
    one.toolNames.every((name, at) => name === other.toolNames[at])
  );
}
