import {
  type CapabilityGrants,
  describeRequests,
  grantRequested,
  listGrantValues,
  quoteName,
  quoteText,
} from '@mortise/contracts';
import { type ChangePreview, estimateTokens } from '@mortise/core';
import type { ExtensionProposal } from '@mortise/host';
import { formatTable } from '../output/format-table.ts';
import { changedAgents, formatPreview } from './format-preview.ts';

/** A manifest may ask for hundreds of hosts; the rest is counted and `--json` has it. */
const MOST_VALUES = 30;
const MOST_TOOLS = 40;
const HASH_SHOWN = 24;

/**
 * What an operator reads before a yes. All that an extension says of itself stands in quotes, on one
 * line and bounded, so that no text of it can pass for a line of this screen.
 */
export function formatProposal(
  proposal: ExtensionProposal,
  { workspace, preview }: { readonly workspace: string; readonly preview: ChangePreview },
): string {
  const { id, version = '', integrity = '', requested } = proposal;
  const isQuiet = changedAgents(preview).length === 0 && preview.modes.length === 0;
  const asks = askRows(requested, workspace);
  return [
    `${id} ${quoteName(version || 'without a version')}   ${integrity.slice(0, HASH_SHOWN)}…`,
    asks.length === 0 ? '  asks for nothing' : '  asks for',
    ...(asks.length === 0 ? [] : [formatTable(asks, '    ')]),
    `  tools    ${formatTools(proposal)}`,
    ...(isQuiet
      ? [`  agents   nothing changes; allow what they should have: mortise allow <agent> <tool>`]
      : ['  agents', formatPreview(preview)]),
  ].join('\n');
}

/** Each value that is granted, in words; `nothing` if there is none. */
export function formatGranted(grants: CapabilityGrants): string {
  const values = listGrantValues(grants);
  if (values.length === 0) return '  granted  nothing';
  const rows = values.slice(0, MOST_VALUES).map((each) => [each.capability, each.words]);
  return ['  granted', formatTable([...rows, ...moreRow(values.length)], '    ')].join('\n');
}

function askRows(
  requested: ExtensionProposal['requested'],
  workspace: string,
): readonly (readonly string[])[] {
  const reasons = new Map(
    describeRequests(requested).map(({ capability, reason }) => [capability, reason]),
  );
  const values = listGrantValues(grantRequested(requested, workspace));
  const seen = new Set<string>();
  const rows = values.slice(0, MOST_VALUES).map(({ capability, words }) => {
    const isFirst = !seen.has(capability);
    seen.add(capability);
    const reason = reasons.get(capability);
    const why = reason === undefined ? 'no reason given' : quoteText(reason);
    return isFirst ? [capability, words, why] : ['', words, ''];
  });
  return [...rows, ...moreRow(values.length)];
}

function moreRow(count: number): readonly (readonly string[])[] {
  return count > MOST_VALUES ? [['', `… and ${count - MOST_VALUES} more`, '']] : [];
}

function formatTools({ tools }: ExtensionProposal): string {
  if (tools.length === 0) return 'none';
  const shown = tools.slice(0, MOST_TOOLS).map((tool) => {
    const optional = tool.isOptional === true ? ' (optional)' : '';
    return `${tool.name} ~${estimateTokens(tool)} tok${optional}`;
  });
  const more = tools.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join(' · ');
}
