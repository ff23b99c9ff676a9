import type { Diagnostic } from '@mortise/contracts';
import type { SelectorList } from './selector-list.ts';

/** A list with what is odd about it. */
export interface CheckedList {
  readonly list: SelectorList;
  readonly diagnostics: readonly Diagnostic[];
}
