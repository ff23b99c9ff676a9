import type { ToolExplanation, ToolState, TraceStep } from '@mortise/contracts';
import { describeOrigin } from '../../registry/admit-tools.ts';

/** Turns a config path into the place it was written at. */
export type LocatePath = (
  path: string,
) => { readonly file: string; readonly line: number } | undefined;

const INDENT = '  ';
const VERDICTS = { pass: 'pass  ', block: 'BLOCK ', expose: 'expose', info: 'note  ' } as const;

/**
 * Prints an explanation for a person: where the tool stands, why in one line, what to change, and
 * then every rule that looked at it. Equal input gives equal bytes.
 */
export function formatExplanation(
  explanation: ToolExplanation,
  locate: LocatePath = () => undefined,
): string {
  const { tool, origin, state, steps, remedies } = explanation;
  const place = (step: TraceStep) => describePlace(step.path, locate);
  const lines = [
    `${tool} (${describeOrigin(origin)}): ${SENTENCES[state]}`,
    ...decisiveSteps(explanation).map((step) => `${INDENT}${sentenceOf(step)}${place(step)}`),
    ...remedies.map((remedy) => `${INDENT}to change it: ${remedy}`),
    '',
    ...steps.map(
      (step) =>
        `${INDENT}${VERDICTS[step.verdict]} ${step.phase.padEnd(12)} ${step.layer}: ${step.rule}${place(step)}`,
    ),
  ];
  return lines.join('\n');
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

/** What decided: every rule that blocks, or what exposes an active tool. */
function decisiveSteps({ state, steps }: ToolExplanation): readonly TraceStep[] {
  const verdict = state === 'active' ? 'expose' : 'block';
  return steps.filter((step) => step.verdict === verdict);
}

function sentenceOf({ verdict, phase, layer, rule }: TraceStep): string {
  return verdict === 'expose' ? `exposed by ${layer}` : `stopped by ${phase} in ${layer}: ${rule}`;
}

function describePlace(path: string | undefined, locate: LocatePath): string {
  if (path === undefined) return '';
  const found = locate(path);
  return found === undefined ? ` (${path})` : ` (${path}, ${found.file}:${found.line})`;
}
