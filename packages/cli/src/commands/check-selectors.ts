import type { PolicyHost } from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';

/** The tools that selectors stand for. */
export interface MeantTools {
  readonly tools: readonly string[];
  /** Optional tools that are matched and not named, so that no entry opts them in. */
  readonly unnamed: readonly string[];
}

/** What the selectors stand for now. Throws `unmatched_selector` for one that stands for nothing. */
export function requireMatches(host: PolicyHost, texts: readonly string[]): MeantTools {
  const meant = meantTools(host, texts);
  for (const text of texts) {
    const { matches, nearest, isKnown } = host.select(text);
    if (matches.length > 0) continue;
    const question = nearest === undefined ? '' : `: did you mean ${nearest}?`;
    throw new CliFault('usage', {
      code: 'unmatched_selector',
      message: `nothing matches "${text}"${question}   nothing was changed`,
      hint: isKnown
        ? 'It is known and has no tools now: see `mortise doctor`; --force writes it all the same.'
        : 'See `mortise tools <agent> --all`; --force writes it all the same.',
    });
  }
  return meant;
}

export function meantTools(host: PolicyHost, texts: readonly string[]): MeantTools {
  const optional = new Set(host.tools().flatMap((tool) => (tool.isOptional ? tool.name : [])));
  const selected = texts.map((text) => host.select(text));
  const named = new Set(selected.flatMap((each) => each.named));
  const matches = [...new Set(selected.flatMap((each) => each.matches))];
  const isUnnamed = (tool: string) => optional.has(tool) && !named.has(tool);
  return {
    tools: matches.filter((tool) => !isUnnamed(tool)),
    unnamed: matches.filter(isUnnamed),
  };
}
