import {
  type ExtensionPlace,
  foldName,
  MCP_NAME_PREFIX,
  RESERVED_TOOL_NAMES,
  type SkippedTool,
  type ToolEntry,
  type ToolOrigin,
} from '@mortise/contracts';

export interface Admission {
  readonly entries: readonly ToolEntry[];
  readonly skipped: readonly SkippedTool[];
  readonly extensions: readonly ExtensionPlace[];
}

/**
 * Phase 0: decides which tool holds which name, from everything that is registered or known now. Core
 * names, ids of extensions and names of tools are one space, in which the first holder stays.
 * A function of the set, not of the order of events, so that a reload can neither lose a name to a
 * neighbour nor move a definition (docs/contract.md#f-2).
 */
export function admitTools(
  registered: Iterable<ToolEntry>,
  places: Iterable<ExtensionPlace> = [],
): Admission {
  const byKind = Map.groupBy(registered, ({ origin }) => origin.kind);
  const admission = new AdmissionInProgress();
  admission.takeCore((byKind.get('core') ?? []).sort(byName));
  for (const extension of arrange(byKind.get('extension') ?? [], places)) {
    admission.takeExtension(extension);
  }
  admission.takeRemote((byKind.get('mcp') ?? []).sort(byName));
  return admission.finish();
}

/** How an origin is called in messages. */
export function describeOrigin(origin: ToolOrigin): string {
  switch (origin.kind) {
    case 'core':
      return 'core';
    case 'extension':
      return `extension ${origin.id}`;
    case 'mcp':
      return `mcp ${origin.server}`;
    default:
      return origin satisfies never;
  }
}

interface ArrangedExtension {
  readonly place: ExtensionPlace;
  readonly entries: readonly ToolEntry[];
}

/** Extensions in (order, id), each with its tools by name; one that was given no place is first. */
function arrange(
  entries: readonly ToolEntry[],
  places: Iterable<ExtensionPlace>,
): readonly ArrangedExtension[] {
  const placeOf = new Map(Array.from(places, (place) => [place.id, place]));
  const entriesOf = Map.groupBy(entries, ({ origin }) =>
    origin.kind === 'extension' ? origin.id : '',
  );
  const ids = new Set([...placeOf.keys(), ...entriesOf.keys()]);
  return [...ids]
    .map((id) => ({
      place: placeOf.get(id) ?? { id, order: 0, toolNames: [] },
      entries: (entriesOf.get(id) ?? []).sort(byName),
    }))
    .sort((a, b) => a.place.order - b.place.order || compareText(a.place.id, b.place.id));
}

type Loss = Pick<SkippedTool, 'code' | 'heldBy'>;

/** The space of names while it is given out. */
class AdmissionInProgress {
  readonly #holders = new Map<string, ToolOrigin>();
  readonly #entries: ToolEntry[] = [];
  readonly #skipped: SkippedTool[] = [];
  readonly #extensions: ExtensionPlace[] = [];

  takeCore(entries: readonly ToolEntry[]): void {
    for (const name of RESERVED_TOOL_NAMES) this.#holders.set(name, { kind: 'core' });
    for (const entry of entries) {
      for (const name of [entry.name, ...entry.aliases]) {
        this.#holders.set(foldName(name), entry.origin);
      }
      this.#entries.push(entry);
    }
  }

  takeExtension({ place, entries }: ArrangedExtension): void {
    const blocked = this.#idLoss(place.id);
    if (blocked !== undefined) {
      for (const entry of entries) this.#skip(entry, blocked);
      return;
    }
    const origin: ToolOrigin = { kind: 'extension', id: place.id };
    this.#holders.set(foldName(place.id), origin);
    this.#extensions.push(place);
    const taken = new Set<string>();
    for (const entry of entries) {
      const folded = foldName(entry.name);
      const loss = taken.has(folded) ? clash(origin) : this.#nameLoss(folded, place.id);
      taken.add(folded);
      if (loss === undefined) this.#admit(entry);
      else this.#skip(entry, loss);
    }
    for (const name of place.toolNames) {
      const folded = foldName(name);
      if (!this.#holders.has(folded)) this.#holders.set(folded, origin);
    }
  }

  takeRemote(entries: readonly ToolEntry[]): void {
    for (const entry of entries) {
      const holder = this.#holders.get(foldName(entry.name));
      if (holder === undefined) this.#admit(entry);
      else this.#skip(entry, clash(holder));
    }
  }

  finish(): Admission {
    return Object.freeze({
      entries: Object.freeze(this.#entries),
      skipped: Object.freeze(this.#skipped),
      extensions: Object.freeze(this.#extensions),
    });
  }

  /** A name for tools of MCP servers as an id would hold the tool's name before the tool comes. */
  #idLoss(id: string): Loss | undefined {
    const folded = foldName(id);
    const code = 'extension_id_clash';
    if (folded.startsWith(MCP_NAME_PREFIX)) return { code, heldBy: 'mcp' };
    const holder = this.#holders.get(folded);
    return holder && { code, heldBy: describeOrigin(holder) };
  }

  /** An extension may have a tool of its own name. */
  #nameLoss(folded: string, ownId: string): Loss | undefined {
    const holder = this.#holders.get(folded);
    return holder === undefined || folded === foldName(ownId) ? undefined : clash(holder);
  }

  #admit(entry: ToolEntry): void {
    this.#holders.set(foldName(entry.name), entry.origin);
    this.#entries.push(entry);
  }

  #skip({ name, origin }: ToolEntry, loss: Loss): void {
    this.#skipped.push({ name, origin, ...loss });
  }
}

function clash(holder: ToolOrigin): Loss {
  const code = holder.kind === 'core' ? 'core_name_clash' : 'extension_name_clash';
  return { code, heldBy: describeOrigin(holder) };
}

function byName(a: ToolEntry, b: ToolEntry): number {
  return compareText(a.name, b.name);
}

// By code unit: a locale would order tools differently on another machine.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
