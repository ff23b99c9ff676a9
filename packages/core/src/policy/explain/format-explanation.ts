import {
  entryKind,
  shellWord,
  showOnOneLine,
  type ToolExplanation,
  type ToolState,
  type TraceStep,
} from '@mortise/contracts';
import { describeOrigin } from '../../registry/admit-tools.ts';

const INDENT = '  ';
const VERDICTS = { pass: 'pass  ', block: 'BLOCK ', expose: 'expose', info: 'note  ' } as const;

/**
 * Prints an explanation for a person: where the tool stands, the one line that decides and its place,
 * the commands that would change it, and then every rule that looked at it. Equal input gives equal
 * bytes. `placeExplanation` gives the steps their lines.
 */
export function formatExplanation(explanation: ToolExplanation, agentId: string): string {
  const { tool, origin, state, steps } = explanation;
  const lines = [
    `${tool} (${describeOrigin(origin)}): ${describeState(state, tool)}`,
    ...decisionLines(explanation),
    ...changes(explanation, agentId).map((change) => `${INDENT}to change it: ${change}`),
    ...rulingLines(explanation, agentId),
    '',
    ...steps.map(
      (step) =>
        `${INDENT}${VERDICTS[step.verdict]} ${step.phase.padEnd(12)} ${step.layer}: ${step.rule}${describePlace(step)}`,
    ),
  ];
  return lines.join('\n');
}

/** What decides about a tool: one sentence, the step it is from, and how many rules more stop it. */
export interface ToolDecision {
  readonly sentence: string;
  readonly step: TraceStep;
  readonly others: number;
}

/** `undefined` where no step says it, as for a tool that nothing puts in front of a model. */
export function decisionOf(explanation: ToolExplanation): ToolDecision | undefined {
  const [step, ...others] = decisiveSteps(explanation);
  if (step === undefined) return undefined;
  const count = explanation.state === 'active' ? 0 : others.length;
  return { sentence: sentenceOf(step), step, others: count };
}

/** Where a tool stands, in a sentence for people; prompts and resources are for clients. */
export function describeState(state: ToolState, name: string): string {
  const isForClients = state === 'active' && entryKind(name) !== 'tool';
  return isForClients ? 'active. Clients see it and may use it.' : SENTENCES[state];
}

/** The step that decides; what else stops a tool is in the trace, and counted here. */
function decisionLines(explanation: ToolExplanation): readonly string[] {
  const decision = decisionOf(explanation);
  if (decision === undefined) return [];
  const { sentence, step, others } = decision;
  return [
    `${INDENT}${sentence}${others === 0 ? '' : moreRules(others)}`,
    ...(step.path === undefined ? [] : [`${INDENT}at ${placeOf(step)}`]),
  ];
}

const RULINGS = {
  allow: 'may be called with these arguments',
  ask: 'waits for a person with these arguments',
  deny: 'is refused with these arguments',
} as const;

/** What becomes of a call with the arguments that were asked about, and what would change that. */
function rulingLines({ tool, ruling }: ToolExplanation, agentId: string): readonly string[] {
  if (ruling === undefined) return [];
  const { verdict, reason, path } = ruling;
  const other = verdict === 'allow' ? 'deny' : 'allow';
  const written = `{"tools":[${JSON.stringify(tool)}],"then":"${other}"}`;
  const attempt = `mortise simulate ${shellWord(agentId)} --rule ${shellWord(written)}`;
  const isDefault = path === undefined || !/\.rules\[\d+\]$/.test(path);
  const change =
    verdict === 'allow' || isDefault
      ? `add a rule to \`tools.rules\`; try it: ${attempt}`
      : 'change or remove that rule, as the strictest counts; then `mortise reload`';
  return [
    `${INDENT}${RULINGS[verdict]}: ${showOnOneLine(reason)}`,
    ...(path === undefined ? [] : [`${INDENT}at ${placeOf({ ...ruling, path })}`]),
    `${INDENT}to change that: ${change}`,
  ];
}

function moreRules(count: number): string {
  return `, and by ${count} more ${count === 1 ? 'rule' : 'rules'} below`;
}

/** A remedy that is a command is shown as the command, to be typed or copied. */
function changes({ tool, state, remedies }: ToolExplanation, agentId: string): readonly string[] {
  if (state === 'active') return [`mortise deny ${shellWord(agentId)} ${shellWord(tool)}`];
  return remedies.map((remedy) => /^Run `(.+)`\.$/.exec(remedy)?.[1] ?? remedy);
}

const SENTENCES: { readonly [State in ToolState]: string } = {
  active: 'active. The model sees it and may call it.',
  denied: 'denied. A rule takes it away, whatever the others say.',
  scope_incompatible: 'not for this agent. The tool must be shared, and its workers are isolated.',
  needs_opt_in: 'hidden. It is optional, and no rule of this agent names it.',
  not_allowed: 'not allowed. A list of what is allowed does not have it.',
  loadable: 'not loaded. The model may load it with a toolkit.',
  discoverable: 'not loaded. The model may discover and load it.',
  hidden: 'hidden. It is permitted, but nothing puts it in front of the model.',
  conflict: 'left out. Its toolkit brings a tool with other overrides than the agent has.',
  unavailable: 'not available now. Everything else would allow it.',
  over_budget: 'left out. The definitions of the tools before it use up the token budget.',
  core_name_clash: 'not registered. A core tool has this name.',
  extension_id_clash: 'not registered. The id of its extension is a name that is taken.',
  extension_name_clash: 'not registered. The name belongs to another extension.',
};

/** Every rule that blocks; of an active tool what was written for it, before what holds for all. */
function decisiveSteps({ state, steps }: ToolExplanation): readonly TraceStep[] {
  if (state !== 'active')
    return steps.filter(({ verdict, phase }) => verdict === 'block' && phase !== 'arguments');
  const exposes = steps.filter(({ verdict }) => verdict === 'expose');
  const isWritten = ({ phase, path, verdict }: TraceStep) =>
    path !== undefined && verdict === 'pass' && (phase === 'optional' || phase === 'allow');
  const written = [...exposes.filter(({ path }) => path !== undefined), ...steps.filter(isWritten)];
  return written.length > 0 ? written : exposes;
}

function sentenceOf({ verdict, phase, layer, rule }: TraceStep): string {
  if (verdict === 'expose') return `exposed by ${layer}`;
  return `${verdict === 'pass' ? 'let through' : 'stopped'} by ${phase} in ${layer}: ${rule}`;
}

function describePlace(step: TraceStep): string {
  return step.path === undefined ? '' : ` (${placeOf(step)})`;
}

function placeOf({ path, file, line }: Pick<TraceStep, 'path' | 'file' | 'line'>): string {
  return file === undefined ? `${path}` : `${path}, ${file}:${line}`;
}
