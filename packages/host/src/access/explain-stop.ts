import type { ToolExplanation } from '@mortise/contracts';
import { describeStop, resumeCommand } from '../stops/describe-stop.ts';
import type { HeldStop } from '../stops/held-stops.ts';

/** Says in a trace that an operator has stopped what a tool belongs to: it stays listed, its calls are refused. */
export function explainStop(
  explanation: ToolExplanation,
  stop: HeldStop | undefined,
): ToolExplanation {
  if (stop === undefined) return explanation;
  const step = {
    phase: 'availability',
    layer: 'stop',
    rule: `${describeStop(stop)}: every call is refused`,
    verdict: 'block',
  } as const;
  const { steps, remedies } = explanation;
  return {
    ...explanation,
    steps: [step, ...steps],
    remedies: [resumeCommand(stop), ...remedies],
  };
}
