import type { ToolGroup } from '../../data/answers.ts';

/** A line of a list in groups: the head of a group, or an entry by its place in the list. */
export type GroupedRow =
  | { readonly kind: 'head'; readonly group: ToolGroup }
  | { readonly kind: 'entry'; readonly index: number };

/** Puts a head before each group; without groups there are entries alone. */
export class GroupedRows {
  readonly #groups: readonly ToolGroup[];
  readonly #total: number;

  constructor(groups: readonly ToolGroup[], total: number) {
    this.#groups = groups;
    this.#total = total;
  }

  get count(): number {
    return this.#total + this.#groups.length;
  }

  at(row: number): GroupedRow {
    let start = 0;
    for (const [heads, group] of this.#groups.entries()) {
      if (row === start) return { kind: 'head', group };
      const end = start + group.count;
      if (row <= end) return { kind: 'entry', index: row - heads - 1 };
      start = end + 1;
    }
    return { kind: 'entry', index: row - this.#groups.length };
  }

  /** The place in the list of the entry at a line, or of the first one behind it. */
  entryAt(row: number): number {
    const found = this.at(row);
    if (found.kind === 'entry') return found.index;
    const next = this.at(row + 1);
    return next.kind === 'entry' ? next.index : 0;
  }
}
