import { EMBEDDER } from '@mortise/contracts';
import type { ApprovalView } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { keepException } from '../config/keep-exception.ts';
import { findAnsweringHost } from '../host-view/open-view.ts';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { osAccount } from '../settings/os-account.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';
import { formatApproval, formatApprovals } from './format-approval.ts';
import { OperatorThread } from './operator-thread.ts';

/** `mortise approvals list|show|approve|deny`: asks the host that runs, or works on its state. */
export const approvalsCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const action = textArgument(input, 0) || 'list';
    await using source = await openApprovals(world, input);
    if (action === 'list') return await list(source, input);
    const id = textArgument(input, 1);
    const isAscii = input.options['ascii'] === true;
    if (action === 'show') return show(await source.show(requireId(id)), isAscii);
    // Awaited here: what is asked is closed when this function is left.
    if (action === 'approve' || action === 'deny') return await decide(source, action, input);
    throw new CliFault('usage', {
      code: 'action_unknown',
      message: `There is no "approvals ${action}".`,
      hint: 'mortise approvals list, show <id>, approve <id> or deny <id>',
    });
  },
};

interface Decision {
  readonly verdict: 'approve' | 'deny';
  readonly reason?: string;
  readonly hash?: string;
  readonly always?: boolean;
}

/** An approval after a decision; what was asked to be kept may not have been. */
type DecidedApproval = ApprovalView & { readonly isKept?: boolean; readonly notKept?: string };

/** What the command asks, of a host that runs or of one that was opened. */
interface ApprovalSource extends AsyncDisposable {
  list(all: boolean): Promise<readonly ApprovalView[]>;
  show(id: string): Promise<ApprovalView>;
  decide(id: string, decision: Decision): Promise<DecidedApproval>;
}

async function openApprovals(world: CommandWorld, input: CommandInput): Promise<ApprovalSource> {
  const config = findConfig(world.cwd, textOption(input, 'config'));
  const choice = { ...world, config };
  const running = await findAnsweringHost(config, choice);
  return running === undefined ? openedSource(world, config) : askedSource(running.ask);
}

type Ask = NonNullable<Awaited<ReturnType<typeof findAnsweringHost>>>['ask'];

function askedSource(ask: Ask): ApprovalSource {
  const path = (id: string) => `/api/approvals/${encodeURIComponent(id)}`;
  return {
    list: async (all) => {
      const state = all ? 'all' : 'waiting';
      const asked = `/api/approvals?limit=500&state=${state}`;
      return (await ask<{ approvals: readonly ApprovalView[] }>(asked)).approvals;
    },
    show: (id) => ask<ApprovalView>(path(id)),
    decide: (id, { verdict, ...body }) => ask<DecidedApproval>(`${path(id)}/${verdict}`, { body }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function openedSource(world: CommandWorld, config: string): Promise<ApprovalSource> {
  const opened = await openHost({ ...world, config });
  const { host, configPath } = opened;
  // What may write the state file may decide: the account of the process is the principal.
  const principal = { ...EMBEDDER, id: osAccount() };
  return {
    list: async (all) =>
      (await (all ? host.approvals.list({ limit: 500 }) : host.approvals.waiting({ limit: 500 })))
        .approvals,
    show: (id) => host.approvals.show(id),
    decide: async (id, { verdict, always = false, ...rest }) => {
      const decided = await host.approvals.decide(id, {
        ...{ ...rest, verdict: verdict === 'approve' ? 'approved' : 'denied' },
        ...{ principal, way: 'command' },
      });
      if (!always) return decided;
      const thread = new OperatorThread(host, { configPath, env: world.env });
      const kept = await keepException({ host, configPath, edit: (edit) => thread.edit(edit) }, id);
      host.audit.recordAction({
        ...{ principal, action: 'approval.always', target: id },
        decision: kept.isKept ? 'allowed' : 'failed',
      });
      return { ...decided, isKept: kept.isKept, ...(kept.isKept ? {} : { notKept: kept.reason }) };
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

async function list(source: ApprovalSource, input: CommandInput): Promise<CommandResult> {
  const approvals = await source.list(input.options['all'] === true);
  return succeed({ approvals }, formatApprovals(approvals));
}

function show(approval: ApprovalView, isAscii: boolean): CommandResult {
  return { exit: 'ok', data: approval, text: formatApproval(approval, isAscii), isVerbatim: true };
}

async function decide(
  source: ApprovalSource,
  verdict: Decision['verdict'],
  input: CommandInput,
): Promise<CommandResult> {
  const id = requireId(textArgument(input, 1));
  const [reason, hash] = [textOption(input, 'reason'), textOption(input, 'hash')];
  // Asked before it is decided: what waits goes on with the decision.
  const { callers } = verdict === 'approve' ? await source.show(id) : { callers: undefined };
  const approval = await source.decide(id, {
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(hash === undefined ? {} : { hash }),
    ...(verdict === 'approve' && input.options['always'] === true ? { always: true } : {}),
  });
  const lines = [
    `${id} is ${approval.decision?.verdict ?? approval.state}: ${approval.tool} of ${approval.agent}, once`,
    ...(approval.isKept === true
      ? [`exactly this call of ${approval.agent} is not asked for again`]
      : []),
    ...(callers === 0 ? [NO_CALLER] : []),
  ];
  if (verdict === 'deny') lines[0] = `${id} is denied: ${approval.tool} of ${approval.agent}`;
  if (approval.notKept === undefined) return succeed(approval, lines.join('\n'));
  const text = `${lines.join('\n')}\nit will be asked for again, nothing was written: ${approval.notKept}`;
  return { exit: 'unwell', data: approval, text, isDone: true };
}

const NO_CALLER =
  'no call of this host waits for it now: unless one waits at another host of the same state, nothing runs until the same call is made again in time';

function requireId(id: string): string {
  if (id !== '') return id;
  throw new CliFault('usage', {
    code: 'id_missing',
    message: 'The id of the call on hold is missing.',
    hint: 'mortise approvals list shows those that wait.',
  });
}
