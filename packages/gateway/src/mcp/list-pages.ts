import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ToolEntry } from '@mortise/contracts';
import {
  CLIENT_LISTS,
  type ListMethod,
  type ListResults,
  type ShownLists,
} from './client-lists.ts';

export interface ListPagesOptions {
  readonly pageSize: number;
  /** A page ends early rather than pass this, in characters of JSON. */
  readonly pageChars: number;
}

type Entries = readonly ToolEntry[];

/** Cuts the lists of surfaces into pages. A cursor fits only the list it was made for. */
export class ListPages {
  readonly #options: ListPagesOptions;
  /** Keyed by what never changes: an entry, and the list of a surface. */
  readonly #described = new WeakMap<ToolEntry, DescribedEntry>();
  readonly #digests = new WeakMap<Entries, string>();

  constructor(options: ListPagesOptions) {
    this.#options = options;
  }

  /** Throws `-32602` for a cursor that is not one, or that belongs to a list that has changed since. */
  page<Method extends ListMethod>(
    method: Method,
    surface: ShownLists,
    cursor: string | undefined,
  ): ListResults[Method] {
    const { key, of, describe } = CLIENT_LISTS[method];
    const entries = surface[of];
    const start = cursor === undefined ? 0 : this.#readCursor(entries, { cursor, method });
    const listed: unknown[] = [];
    let chars = 0;
    for (const entry of entries.slice(start, start + this.#options.pageSize)) {
      const described = this.#describe(entry, describe);
      chars += described.chars;
      if (listed.length > 0 && chars > this.#options.pageChars) break;
      listed.push(described.entry);
    }
    const end = start + listed.length;
    const more = end < entries.length ? { nextCursor: this.#writeCursor(entries, end) } : {};
    // The table has the key and the description of its method.
    return { [key]: listed, ...more } as unknown as ListResults[Method];
  }

  #describe(entry: ToolEntry, describe: (entry: ToolEntry) => unknown): DescribedEntry {
    const known = this.#described.get(entry);
    if (known !== undefined) return known;
    const shown = describe(entry);
    const described = { entry: shown, chars: JSON.stringify(shown).length };
    this.#described.set(entry, described);
    return described;
  }

  #writeCursor(entries: Entries, offset: number): string {
    return Buffer.from(`${offset}.${this.#digest(entries)}`).toString('base64url');
  }

  #readCursor(
    entries: Entries,
    { cursor, method }: { readonly cursor: string; readonly method: ListMethod },
  ): number {
    const [offset = '', digest] = Buffer.from(cursor, 'base64url').toString().split('.');
    if (!/^\d{1,9}$/.test(offset) || digest === undefined) {
      const message = `This is not a cursor of ${method}.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    if (digest !== this.#digest(entries)) {
      const message = `The list of ${CLIENT_LISTS[method].kind} has changed since this cursor was made. List from the start.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return Number(offset);
  }

  #digest(entries: Entries): string {
    const known = this.#digests.get(entries);
    if (known !== undefined) return known;
    const names = entries.map(({ name }) => name).join(' ');
    const digest = createHash('sha256').update(names).digest('hex').slice(0, 16);
    this.#digests.set(entries, digest);
    return digest;
  }
}

interface DescribedEntry {
  readonly entry: unknown;
  readonly chars: number;
}
