import type { ToolExplanation, ToolState } from '@mortise/contracts';
import { decideState } from '../surface/decide-state.ts';
import type { Resolution } from '../surface/resolve-surface.ts';
import { type AskedArguments, summariseRules } from './argument-steps.ts';
import { explainTool } from './explain-tool.ts';

/** A tool that stands elsewhere on the other side; `absent` if it is not registered there. */
export interface SurfaceDifference {
  readonly tool: string;
  readonly before: ToolState | 'absent';
  readonly after: ToolState | 'absent';
  /** Why, on the side that has the tool; after first. */
  readonly explanation: ToolExplanation;
  /** Where the rules on its arguments differ: all of them, or what they say to the arguments asked about. */
  readonly rules?: { readonly before: string; readonly after: string };
}

/** Compares two agents, two configurations or two registries, by registered name, in registry order. */
export function diffSurfaces(
  before: Resolution,
  after: Resolution,
  asked?: AskedArguments,
): readonly SurfaceDifference[] {
  const [old, fresh] = [before.policy.world.index, after.policy.world.index];
  const gone = old.all.filter((tool) => fresh.exact(old.entryOf(tool).name) === undefined);
  const changed = fresh.all.flatMap((tool) => {
    const { name } = fresh.entryOf(tool);
    const twin = old.exact(name);
    const was = twin === undefined ? 'absent' : decideState(before, twin);
    const is = decideState(after, tool);
    const rules = twin === undefined ? {} : differentRules(before, after, { twin, tool, asked });
    if (was === is && rules.rules === undefined) return [];
    const explanation = explainTool(after, tool, asked);
    return { tool: name, before: was, after: is, explanation, ...rules } as const;
  });
  return [
    ...changed,
    ...gone.map((tool) => ({
      tool: old.entryOf(tool).name,
      before: decideState(before, tool),
      after: 'absent' as const,
      explanation: explainTool(before, tool),
    })),
  ];
}

interface ComparedTool {
  readonly twin: number;
  readonly tool: number;
  readonly asked: AskedArguments | undefined;
}

function differentRules(
  before: Resolution,
  after: Resolution,
  { twin, tool, asked }: ComparedTool,
): Pick<SurfaceDifference, 'rules'> {
  const summarise = ({ policy }: Resolution, each: number) =>
    summariseRules(policy.argumentRules, policy.world.index.entryOf(each), asked);
  const rules = { before: summarise(before, twin), after: summarise(after, tool) };
  return rules.before === rules.after ? {} : { rules };
}
