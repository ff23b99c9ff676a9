import { showOnOneLine, visibleJson } from '@mortise/contracts';
import type { ApprovalView } from '@mortise/host';
import { formatTable } from '../output/format-table.ts';

/** Of the arguments, in a list; `show` has all of them. */
const LIST_CHARS = 60;

export function formatApprovals(approvals: readonly ApprovalView[]): string {
  if (approvals.length === 0) return 'no call waits for approval';
  const rows = approvals.map(({ id, state, tool, operation, agent, user, args, expiresAt }) => [
    ...[
      id,
      state,
      operation === undefined ? tool : `${tool} (runs a program)`,
      user === undefined ? agent : `${agent} (${user})`,
    ],
    ...[shortened(args), `until ${timeOf(expiresAt)}`],
  ]);
  const next = 'mortise approvals show <id>, approve <id> or deny <id>';
  return `${formatTable(rows, '')}\nnext: ${next}`;
}

/** Says that it is a part: what is approved is all of it. */
function shortened(args: string): string {
  if (args.length <= LIST_CHARS) return args;
  return `${args.slice(0, LIST_CHARS).toWellFormed()}… (${args.length} characters)`;
}

/** Everything there is to know, the arguments complete. */
export function formatApproval(approval: ApprovalView, isAscii: boolean): string {
  const { args, isRedacted, decision, use } = approval;
  const shown = visibleJson(JSON.parse(args), 2) ?? '';
  // Only ASCII shows letters that look like others, and text that runs from right to left, for what they are.
  const safe = isAscii ? shown.replaceAll(/[^\n\x20-\x7e]/g, escaped) : shown;
  const beyond =
    isAscii || !/[^\x20-\x7e\n]/.test(safe)
      ? []
      : ['  note     has letters beyond ASCII; --ascii shows them as escapes'];
  const redacted = isRedacted
    ? ['  note     known secrets are not shown; the hash is over the arguments with them']
    : [];
  return [
    `${approval.id}   ${approval.state}`,
    ...describeCall(approval),
    ...(decision === undefined ? [] : [`  decided  ${describeDecision(decision)}`]),
    ...(use === undefined ? [] : [`  used     ${describeUse(use)}`]),
    ...[...beyond, ...redacted, '  arguments, complete:', safe],
  ].join('\n');
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function describeCall(approval: ApprovalView): readonly string[] {
  const { tool, agent, user, session, principal, reason, rule, operation } = approval;
  const what = operation === undefined ? 'call    ' : 'program ';
  return [
    `  ${what} ${operation === undefined ? '' : 'run by '}${tool} of ${agent}${user === undefined ? '' : ` for ${user}`}, session ${session || '(none)'}`,
    `  asked    by ${principal} at ${timeOf(approval.createdAt)}, until ${timeOf(approval.expiresAt)}`,
    `  because  ${showOnOneLine(reason)}${rule === undefined ? '' : `  (${rule})`}`,
    `  hash     ${approval.hash}`,
  ];
}

function describeDecision({
  verdict,
  by,
  way,
  at,
  reason,
}: NonNullable<ApprovalView['decision']>): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  return `${verdict} by ${by} (${way}) at ${timeOf(at)}${why}`;
}

function describeUse({ at, outcome, effects }: NonNullable<ApprovalView['use']>): string {
  const end = outcome === undefined ? 'no end was written' : outcome;
  return `at ${timeOf(at)}, ${end}, effects: ${effects}`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
