import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { ApprovalAnswer, ApprovalView } from '@mortise/host';
import type { CallContext } from './call-context.ts';

/** Answers that one request may bring; it is asked about one call. */
const MOST_ANSWERS = 4;

/**
 * Asks the client to have its user decide: revision 2026-07-28 gets it as the result of its request, to
 * an older client the SDK sends `elicitation/create`. The key is the id of the hold, which the host finds
 * again by what is called, so that the answer decides nothing else.
 */
export function askUser(approval: ApprovalView): InputRequiredResult {
  const { id, tool, args, isRedacted, reason, expiresAt } = approval;
  const lines = [
    `${tool} waits for your approval: ${reason}`,
    `Arguments: ${args}`,
    ...(isRedacted ? ['Known secrets in them are not shown.'] : []),
    `Approval ${id}, until ${new Date(expiresAt).toISOString()}.`,
  ];
  const approve = { type: 'boolean', title: 'Approve this call', default: false } as const;
  const requestedSchema = {
    type: 'object',
    properties: { approve },
    required: ['approve'],
  } as const;
  const message = lines.join('\n');
  const question = inputRequired.elicit({
    message,
    requestedSchema: { ...requestedSchema, required: [...requestedSchema.required] },
  });
  return inputRequired({ inputRequests: { [id]: question } });
}

/** What the user of the client said of which hold. Anything but a clear yes is a no. */
export function readAnswers({
  mcpReq: { inputResponses },
}: CallContext): readonly (readonly [id: string, answer: ApprovalAnswer])[] {
  const ids = Object.keys(inputResponses ?? {}).slice(0, MOST_ANSWERS);
  return ids.flatMap((id) => {
    const response = inputResponse(inputResponses, id);
    if (response.kind !== 'elicit') return [];
    const isYes = response.action === 'accept' && response.content?.['approve'] === true;
    return [[id, { verdict: isYes ? 'approved' : 'denied' }] as const];
  });
}
