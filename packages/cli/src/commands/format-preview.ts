import type { AgentPreview, ChangePreview, ListModeChange, PreviewedTool } from '@mortise/core';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';
import { paint, type Style } from '../output/paint.ts';
import type { Terminal } from '../output/terminal.ts';

type Colours = Pick<Terminal, 'hasColour'>;
const PLAIN: Colours = { hasColour: false };

/** A change may move thousands of tools; `--json` has them all. */
const MOST_TOOLS = 20;
const MOST_AGENTS = 20;

/** What a change does, agent by agent: `+` what appears, `-` what disappears, then the lists it turns. */
export function formatPreview(preview: ChangePreview, colours: Colours = PLAIN): string {
  const changed = changedAgents(preview);
  const shown = changed.slice(0, MOST_AGENTS);
  const more = changed.length - shown.length;
  return [
    changed.length === 0
      ? unchanged(preview.agents)
      : formatTable(shown.flatMap((agent) => agentRows(agent, colours))),
    ...(more > 0 ? [`  … and ${countOf(more, 'more agent')}; --json has them all`] : []),
    ...preview.modes.flatMap(describeMode).map((line) => paint(colours, 'yellow', line)),
  ].join('\n');
}

/** Agents whose tools change, for people and for `--json`. */
export function changedAgents({ agents }: ChangePreview): readonly AgentPreview[] {
  return agents.filter(({ appears, disappears }) => appears.length + disappears.length > 0);
}

function unchanged(agents: readonly AgentPreview[]): string {
  const [only, ...others] = agents;
  if (only === undefined) return '  there are no agents: nothing changes';
  return others.length === 0
    ? `  ${only.agentId}: nothing changes`
    : `  nothing changes for any of ${countOf(agents.length, 'agent')}`;
}

function agentRows(agent: AgentPreview, colours: Colours): readonly (readonly string[])[] {
  const { agentId, appears, disappears, activeCount, activeTokens } = agent;
  const rowOf = (mark: '+' | '-', style: Style) => (tool: PreviewedTool) => [
    paint(colours, style, `${mark} ${tool.tool}`),
    `~${tool.tokens} tok`,
  ];
  const changes = [...appears.map(rowOf('+', 'green')), ...disappears.map(rowOf('-', 'red'))];
  const shown = changes.slice(0, MOST_TOOLS);
  const more = changes.length - shown.length;
  const cells = more > 0 ? [...shown, [`… ${more} more`, '']] : shown;
  const total = `(${countOf(activeCount, 'tool')}, ~${countOf(activeTokens, 'token')})`;
  return cells.map((cell, at) => [
    at === 0 ? agentId : '',
    ...cell,
    at === cells.length - 1 ? total : '',
  ]);
}

function describeMode({ path, before, after }: ListModeChange): readonly string[] {
  // A list that comes or goes without closing anything is seen from the tools alone.
  if (after === 'ceiling') return [`  ! ${path} ${CEILING[before]}: only what it names is allowed`];
  if (before === 'ceiling') return [`  ! ${path} ${OPENED[after]}`];
  return [];
}

const CEILING = {
  none: 'is new, and a ceiling',
  ceiling: 'is a ceiling',
  'opt-in': 'turns from opt-in to ceiling',
} as const;

const OPENED = {
  none: 'is gone: there is no ceiling any more',
  ceiling: 'is a ceiling',
  'opt-in':
    'turns from ceiling to opt-in: it names only extensions, so it adds them and closes nothing',
} as const;
