import type { SelectorList } from './selector-list.ts';

/** A list in which an operator may name optional tools, and how the trace calls it. */
export interface Naming {
  readonly label: string;
  readonly list: SelectorList;
}
