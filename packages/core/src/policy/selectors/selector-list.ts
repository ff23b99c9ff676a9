import type { ConfigSelector } from '@mortise/contracts';
import type { CompiledSelector, SelectorCompiler, SelectorRole } from './selector-compiler.ts';
import { ToolSet } from './tool-set.ts';

/** A list of entries as one set, which still knows what each entry stands for. */
export interface SelectorList {
  readonly entries: readonly ListEntry[];
  readonly matched: ToolSet;
  /** Named by the operator, not caught by a wildcard, a category or the like. */
  readonly named: ToolSet;
  /** The first entry that matches the tool; for the trace. */
  entryFor(tool: number): ConfigSelector | undefined;
  entryNaming(tool: number): ConfigSelector | undefined;
  /** Every entry, and at least one, is proven to belong to extensions. */
  readonly isExtensionOnly: boolean;
}

export interface ListEntry {
  readonly selector: ConfigSelector;
  readonly compiled: CompiledSelector;
}

export interface ListParts {
  readonly compiler: SelectorCompiler;
  readonly role: SelectorRole;
  /** How many tools there are. */
  readonly size: number;
}

export function compileList(selectors: readonly ConfigSelector[], parts: ListParts): SelectorList {
  const entries = selectors.map((selector) => ({
    selector,
    compiled: parts.compiler.compile(selector.text, parts.role),
  }));
  const find = (tool: number, list: 'matches' | 'named') =>
    entries.find(({ compiled }) => compiled[list].includes(tool))?.selector;
  return Object.freeze({
    entries: Object.freeze(entries),
    matched: ToolSet.ofAll(
      parts.size,
      entries.map(({ compiled }) => compiled.matches),
    ),
    named: ToolSet.ofAll(
      parts.size,
      entries.map(({ compiled }) => compiled.named),
    ),
    entryFor: (tool: number) => find(tool, 'matches'),
    entryNaming: (tool: number) => find(tool, 'named'),
    isExtensionOnly:
      entries.length > 0 && entries.every(({ compiled }) => compiled.isExtensionProof),
  });
}
