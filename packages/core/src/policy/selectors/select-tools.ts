import type { ConfigIndex } from './config-index.ts';
import type { SelectorCompiler } from './selector-compiler.ts';
import { nearestSelector } from './selector-diagnostics.ts';
import type { ToolIndex } from './tool-index.ts';

/** What one entry of a list stands for. */
export interface SelectedTools {
  /** Registered names, in registry order. */
  readonly matches: readonly string[];
  /** Those of them that the entry names, so that it opts them in if they are optional. */
  readonly named: readonly string[];
  /** Right as it stands even if it matches nothing now: a built-in group, an extension that is down. */
  readonly isKnown: boolean;
  /** What may have been meant, if nothing matches. */
  readonly nearest?: string;
}

export interface SelectionParts {
  readonly index: ToolIndex;
  readonly config: ConfigIndex;
  readonly selectors: SelectorCompiler;
}

export function selectTools(text: string, parts: SelectionParts): SelectedTools {
  const { matches, named, isKnown } = parts.selectors.compile(text);
  const namesOf = (tools: readonly number[]) => tools.map((tool) => parts.index.entryOf(tool).name);
  const nearest = matches.length === 0 && !isKnown ? nearestSelector(text, parts) : undefined;
  return {
    matches: namesOf(matches),
    named: namesOf(named),
    isKnown,
    ...(nearest === undefined ? {} : { nearest }),
  };
}
