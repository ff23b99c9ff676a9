import { formatExplanation } from '@mortise/core';
import { type ExplainedCall, explainCall } from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';
import type { CommandResult } from '../output/command-result.ts';
import { auditLogOf } from './audit.ts';
import { type CommandAction, type CommandInput, textArgument, textOption } from './cli-command.ts';

/** `mortise why <call>`: what was decided on a call, and whether the policy of then says so again. */
export const whyCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const log = await auditLogOf(world, input);
    const callId = textArgument(input, 0);
    const answer = await explainCall(log, callId, givenArguments(input));
    const isWell = answer.verdict === 'equal' && answer.rule?.verdict !== 'differs';
    return { exit: isWell ? 'ok' : 'unwell', data: answer, text: format(answer, callId) };
  },
};

function givenArguments(input: CommandInput): { readonly args?: unknown } {
  const text = textOption(input, 'args');
  if (text === undefined) return {};
  try {
    return { args: JSON.parse(text) as unknown };
  } catch {
    throw new CliFault('usage', {
      code: 'arguments_not_json',
      message: 'What stands behind --args is no JSON.',
      hint: `Write it as one word: --args '{"path":"a.txt"}'.`,
    });
  }
}

const VERDICTS = {
  equal: 'made again from the policy of then: the same',
  differs: 'made again from the policy of then: ANOTHER decision',
  policy_gone: 'cannot be made again: the policy of then was removed or changed',
  policy_not_recorded: 'cannot be made again: no policy was recorded with it',
} as const satisfies Record<ExplainedCall['verdict'], string>;

const RULES = {
  equal: 'rules on its arguments: the same',
  differs: 'rules on its arguments: ANOTHER verdict',
  not_checked: 'rules on its arguments: not checked; its arguments were not kept (give --args)',
  other_arguments: 'rules on its arguments: not checked; the call had other arguments than these',
} as const satisfies Record<NonNullable<ExplainedCall['rule']>['verdict'], string>;

/** Who calls chooses the id, and could hide one call behind another. By the id of a run alone those of others are not found. */
function repeated(askedId: string): string {
  const id = /^[\w.:-]+$/.test(askedId) ? askedId : '<id>';
  return `other calls had the same id: mortise audit search --call ${id}`;
}

function format(answer: ExplainedCall, askedId: string): string {
  const { record, verdict, explanation, rule, recorded, recomputed } = answer;
  const { seq, at, toolName = '', agentId = '', principalId = '', decision, reason } = record;
  const states =
    recomputed === undefined || verdict === 'equal'
      ? recorded.state
      : `${recorded.state}, now ${recomputed.state}`;
  return [
    `${toolName} for ${agentId}, asked by ${principalId}: ${decision}${reason === undefined ? '' : ` (${reason})`}`,
    `record ${seq}, ${new Date(at).toISOString()}, policy ${recorded.policyHash.slice(0, 16)}`,
    `${VERDICTS[verdict]} (${states})`,
    ...(rule === undefined ? [] : [RULES[rule.verdict]]),
    ...(answer.isRepeated ? [repeated(askedId)] : []),
    ...(explanation === undefined ? [] : ['', formatExplanation(explanation, agentId)]),
  ].join('\n');
}
