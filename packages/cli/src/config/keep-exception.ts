import { MortiseError } from '@mortise/contracts';
import type { KeptSwitch } from '@mortise/gateway';
import { type ApprovalView, formatDiagnostics, type Host } from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';
import { AFTER_EDIT } from './after-edit.ts';
import type { SwitchPlace } from './keep-switch.ts';

/** How long a call that was just approved may take to start before the policy under it changes, in ms. */
const START_MS = 3_000;
const LOOK_MS = 50;

/**
 * Writes down that exactly the call of an approval is not asked for again, and has the host read that.
 * What cannot be written is an answer, not a throw: the approval stands.
 */
export async function keepException(
  { host, configPath, edit }: SwitchPlace,
  approvalId: string,
): Promise<KeptSwitch> {
  try {
    const approval = await started(host, approvalId);
    const { rule, tool, agent, isRedacted } = approval;
    if (rule === undefined) return notKept('It is not known which rule asked.');
    if (approval.operation !== undefined)
      return notKept(
        'A program is approved for its folder and input; write a rule for it by hand.',
      );
    if (/\.floors\.\w+$/.test(rule))
      return notKept(`A floor (${rule}) asks whatever rules allow; change it by hand.`);
    if (isRedacted) return notKept('The arguments hold a secret, which is not written down.');
    const args: unknown = JSON.parse(approval.args);
    // A rule must show what it is about.
    if (JSON.stringify(args) !== approval.args)
      return notKept('The arguments hold characters that cannot be seen.');
    const call = { rule, agent, tool, args };
    await edit({ kind: 'except', call });
    const { status, diagnostics } = await host.reload(configPath, AFTER_EDIT);
    return status === 'refused' ? notKept(formatDiagnostics(diagnostics)) : { isKept: true };
  } catch (error) {
    if (!(error instanceof CliFault || MortiseError.is(error))) throw error;
    return notKept(`${error.code}: ${error.message}`);
  }
}

function notKept(reason: string): KeptSwitch {
  return { isKept: false, reason };
}

/** An approval is for the policy under which it was asked: a call that waits for it goes first. */
async function started(host: Host, approvalId: string): Promise<ApprovalView> {
  const until = performance.now() + START_MS;
  for (;;) {
    const approval = await host.approvals.show(approvalId);
    if (approval.state !== 'approved' || performance.now() > until) return approval;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
