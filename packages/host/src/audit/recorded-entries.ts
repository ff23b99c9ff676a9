import { crc32 } from 'node:zlib';
import type { JsonValue, ToolEntry } from '@mortise/contracts';
import type { EntryRedactor } from './entry-parts.ts';
import type { PolicyArchive } from './policy-archive.ts';

/** On average so many origins share a part. */
const ORIGINS_PER_PART = 8;
const MOST_PER_PART = 256;

interface KnownPart {
  readonly entries: readonly ToolEntry[];
  readonly address: string;
}

/**
 * Keeps the tools of a registry in parts. Where a part ends depends on nothing but the origin that ends it,
 * so that an extension which comes, changes or goes leaves all parts but its own as they were.
 */
export class RecordedEntries {
  readonly #archive: PolicyArchive;
  /** Of the last registry, by the first tool in each part. */
  #known = new Map<ToolEntry, KnownPart>();
  #redactor: EntryRedactor | undefined;

  constructor(archive: PolicyArchive) {
    this.#archive = archive;
  }

  /** Addresses of the parts, in their order. Throws if one cannot be written. */
  keep(entries: readonly ToolEntry[], redactor: EntryRedactor | undefined): readonly string[] {
    if (redactor !== this.#redactor) this.#known.clear();
    this.#redactor = redactor;
    const parts = cutParts(entries).map((part) => this.#keepPart(part));
    this.#known = new Map(
      parts.flatMap((part) => (part.entries[0] ? [[part.entries[0], part]] : [])),
    );
    return parts.map(({ address }) => address);
  }

  #keepPart(entries: readonly ToolEntry[]): KnownPart {
    const known = entries[0] && this.#known.get(entries[0]);
    // Entries are the same objects until they change.
    const isSame =
      known?.entries.length === entries.length &&
      known.entries.every((entry, at) => entry === entries[at]);
    if (isSame && known !== undefined && this.#archive.use(known.address)) return known;
    const clean = this.#redactor?.redactJson(entries as unknown as JsonValue) ?? entries;
    return { entries, address: this.#archive.keep(clean as readonly ToolEntry[]) };
  }
}

/** In the order of the registry, in which the tools of an origin stand together. */
export function cutParts(entries: readonly ToolEntry[]): readonly (readonly ToolEntry[])[] {
  const parts: ToolEntry[][] = [];
  let part: ToolEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    part.push(entry);
    const next = entries[at + 1];
    const isLastOfOrigin = next === undefined || originOf(next) !== originOf(entry);
    const endsPart = isLastOfOrigin && crc32(originOf(entry)) % ORIGINS_PER_PART === 0;
    if (next !== undefined && !endsPart && part.length < MOST_PER_PART) continue;
    parts.push(part);
    part = [];
  }
  return parts;
}

function originOf({ origin }: ToolEntry): string {
  if (origin.kind === 'core') return 'core';
  return origin.kind === 'mcp' ? `mcp ${origin.server}` : `extension ${origin.id}`;
}
