import type { ApprovalView } from '@mortise/host';
import type { Execution } from './approval-world.ts';
import type { Acknowledged } from './approver.ts';
import type { Heard } from './mark-client.ts';

export interface ApprovalFacts {
  /** Every hold there is, as it was left. */
  readonly holds: readonly ApprovalView[];
  readonly executions: readonly Execution[];
  /** What clients heard, by mark. */
  readonly heard: ReadonlyMap<string, readonly Heard[]>;
  readonly acknowledged: ReadonlyMap<string, Acknowledged>;
  readonly seen: ReadonlySet<string>;
  /** Ids of calls that the audit log says were about to run. */
  readonly recorded: ReadonlySet<string>;
}

/** What contradicts the promise, each with its mark or hold. */
export interface ApprovalFaults {
  /** Calls that ran without an approval, more than once for one, or not although their hold says that they did. */
  readonly wrong: readonly string[];
  /** Answers of hosts that what is left contradicts. */
  readonly untrue: readonly string[];
  /** Holds and decisions that were acknowledged and are gone. */
  readonly lost: readonly string[];
}

export function checkApprovals(facts: ApprovalFacts): ApprovalFaults {
  return {
    wrong: [...wrongHolds(facts), ...wrongExecutions(facts)],
    untrue: untrue(facts),
    lost: lost(facts),
  };
}

/** How often a call may have run that used this hold: exactly, or one or the other. */
function allowedRuns({ state, use }: ApprovalView): readonly number[] {
  if (state === 'used') return use?.effects === 'unknown' ? [0, 1] : [];
  if (state !== 'ended') return use === undefined ? [0] : [];
  if (use?.effects === 'done') return [1];
  return use?.effects === 'none' ? [0] : [0, 1];
}

function wrongHolds({ holds, executions }: ApprovalFacts): readonly string[] {
  return holds.flatMap((hold) => {
    const runs = executions.filter(({ callId }) => callId === hold.use?.callId).length;
    if (allowedRuns(hold).includes(runs)) return [];
    return [`${hold.id} is ${hold.state}, effects ${hold.use?.effects}, and ran ${runs} times`];
  });
}

function wrongExecutions({ holds, executions, recorded }: ApprovalFacts): readonly string[] {
  const used = new Map(holds.map((hold) => [hold.use?.callId, hold]));
  return executions.flatMap(({ mark, callId }) => {
    const hold = used.get(callId);
    const isOfMark = hold?.args.includes(JSON.stringify(mark)) === true;
    if (!isOfMark) return [`${mark} ran as ${callId} without an approval`];
    return recorded.has(callId) ? [] : [`${mark} ran as ${callId} and is not in the audit log`];
  });
}

/** A host that said that a call ran had run it, for each time that it said so. */
function untrue({ heard, executions }: ApprovalFacts): readonly string[] {
  return [...heard].flatMap(([mark, answers]) => {
    const said = answers.filter((each) => each === 'ran').length;
    const runs = executions.filter((each) => each.mark === mark).length;
    return runs < said ? [`${mark} ran ${runs} times, and clients heard so ${said} times`] : [];
  });
}

const AFTER = { approve: ['approved', 'used', 'ended'], deny: ['denied'] } as const;

function lost({ holds, acknowledged, seen }: ApprovalFacts): readonly string[] {
  const byId = new Map(holds.map((hold) => [hold.id, hold]));
  const gone = [...seen].filter((id) => !byId.has(id)).map((id) => `${id} waited and is gone`);
  const undone = [...acknowledged].flatMap(([id, { verdict }]) => {
    const state = byId.get(id)?.state ?? 'gone';
    const isKept = (AFTER[verdict] as readonly string[]).includes(state);
    return isKept ? [] : [`${id} was acknowledged: ${verdict}, and is ${state}`];
  });
  return [...gone, ...undone];
}
