import {
  type Diagnostic,
  didYouMean,
  ERROR_CODES,
  foldName,
  type ToolLoadout,
} from '@mortise/contracts';
import type { LoadoutChain } from './compiled-loadout.ts';

type LookUp = (name: string) => ToolLoadout | undefined;

/**
 * Walks from a loadout to its root. A circle is cut where it returns and an unknown parent ends
 * the walk: what was found by then still counts, and both are reported.
 */
export function walkLoadoutChain(
  name: string,
  lookUp: LookUp,
  known: () => Iterable<string> = () => [],
): LoadoutChain {
  const leaf = lookUp(name);
  if (leaf === undefined) {
    const detail = `\`${name}\`${didYouMean(name, known())}`;
    return { loadouts: [], diagnostics: [report('loadout_unknown', name, detail)] };
  }
  const walked = [leaf];
  const seen = new Set([foldName(leaf.name)]);
  const diagnostics: Diagnostic[] = [];
  for (let current = leaf; current.parent !== undefined; ) {
    const { name: child, parent: parentName } = current;
    const parent = lookUp(parentName);
    if (parent === undefined) {
      diagnostics.push(
        report(
          'loadout_parent_unknown',
          child,
          `\`${child}\` extends \`${parentName}\`${didYouMean(parentName, known())}`,
        ),
      );
      break;
    }
    if (seen.has(foldName(parent.name))) {
      diagnostics.push(
        report('loadout_cycle', child, `\`${child}\` extends \`${parent.name}\` again`),
      );
      break;
    }
    seen.add(foldName(parent.name));
    walked.push(parent);
    current = parent;
  }
  return { loadouts: walked.reverse(), diagnostics };
}

const CHAIN_CODES = ['loadout_unknown', 'loadout_parent_unknown', 'loadout_cycle'] as const;
type ChainCode = (typeof CHAIN_CODES)[number];

/** What a host runs without and a check does not let pass: an agent lacks what was meant for it. */
export const BROKEN_LOADOUT_CODES: ReadonlySet<string> = new Set(CHAIN_CODES);

function report(code: ChainCode, subject: string, detail: string): Diagnostic {
  const { summary, hint } = ERROR_CODES[code];
  return Object.freeze({
    code,
    severity: 'warning',
    message: `${summary} ${detail.endsWith('?') ? detail : `${detail}.`}`,
    subject,
    hint,
  });
}
