import type { RequirementSection } from '../requirement.ts';

/** C9.2 */
export const ACTION_APPROVAL = {
  title: 'Approval of actions with high impact',
  requirements: {
    '9.2.1': {
      level: 1,
      asks: 'Privileged or irreversible actions wait for an explicit yes of a person.',
      status: 'met',
      how: 'A rule says `ask`: the call is held, and runs only with an approval of exactly this call.',
      tests: ['packages/host/src/approvals/held-calls.test.ts', 'test/interop/approvals.test.ts'],
    },
    '9.2.2': {
      level: 2,
      asks: 'Requests for approval show all parameters, complete and canonical.',
      status: 'met',
      how: 'An approver sees the whole arguments in canonical form, made harmless for terminals and nothing cut.',
      tests: ['packages/host/src/approvals/held-calls.test.ts'],
    },
    '9.2.3': {
      level: 2,
      asks: 'Each action of high impact is classified by whether it can be undone.',
      status: 'met',
      how: 'Operators classify tools as read-only, reversible, external or irreversible (`tools.reversibility`); what is not classified counts as irreversible, and what a tool says of itself can make it graver and not milder.',
      tests: ['packages/host/src/assembly/tool-classes.test.ts'],
    },
    '9.2.4': {
      level: 2,
      asks: 'The runtime enforces those classes.',
      status: 'met',
      how: '`gates` and `floors` allow, ask for or deny each class; a floor holds whatever rules accept.',
      tests: ['packages/host/src/assembly/tool-classes.test.ts'],
    },
    '9.2.5': {
      level: 2,
      asks: 'What an agent can change of itself has enforced bounds.',
      status: 'met',
      how: 'A model loads and unloads toolkits that the operator allowed, and nothing else: permission is decided before exposure.',
      tests: [
        'packages/core/src/toolkits/toolkit-operations.test.ts',
        'packages/host/src/assembly/session-abuse.test.ts',
      ],
    },
    '9.2.6': {
      level: 2,
      asks: 'A model reviews risky plans besides the deterministic gate.',
      status: 'not ours',
      how: 'The host runs no model. An embedder can do so in `admitCall`, which can only refuse.',
    },
    '9.2.7': {
      level: 2,
      asks: 'That review cannot be manipulated.',
      status: 'not ours',
      how: 'See 9.2.6.',
    },
    '9.2.8': {
      level: 3,
      asks: 'Approvals are bound to parameters, requester, context and a nonce for one use.',
      status: 'met',
      how: 'An approval is a hash over tool, definition, canonical arguments, agent, session, user, client, policy and expiry, with an id of its own; it is used up before tool code starts.',
      tests: [
        'packages/host/src/approvals/changed-calls.test.ts',
        'packages/host/src/approvals/held-calls.test.ts',
        'test/faults/approval-kills.test.ts',
      ],
    },
    '9.2.9': {
      level: 3,
      asks: 'What issues approvals is apart from the agent runtime.',
      status: 'met',
      how: 'Deciding needs the role `approve` or `operate`; a client’s token has neither, and extensions reach no file of the host.',
      tests: ['test/interop/principals.test.ts', 'packages/host/src/assembly/own-files.test.ts'],
    },
    '9.2.10': {
      level: 3,
      asks: 'A chain of actions is gated by its most dangerous step.',
      status: 'met',
      how: 'With `chain: batch` all calls that are made together have the gate of the gravest of them, with `chain: session` also those that come after it in the session, of agents below too.',
      tests: ['packages/host/src/assembly/tool-classes.test.ts'],
    },
  },
} as const satisfies RequirementSection;
