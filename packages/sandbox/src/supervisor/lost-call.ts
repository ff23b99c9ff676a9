import { performance } from 'node:perf_hooks';
import type { FailureCode, ToolOutcome } from '@mortise/contracts';
import type { RunnerEnd } from '../api/sandbox-api.ts';
import { failed, outcomeOfUnbegun, timeoutMessage } from '../calls/call-endings.ts';
import type { PendingCall } from '../calls/pending-call.ts';
import type { Extension } from '../extensions/extension.ts';
import { isBusyWith, isStillToBegin } from '../processes/busy-report.ts';
import type { RunnerProcess } from '../processes/runner-process.ts';

/** How a runner ended, and which extensions may have ended it. */
export interface RunnerLoss {
  readonly runner: RunnerProcess;
  readonly end: RunnerEnd;
  readonly detail: string;
  readonly suspects: ReadonlySet<Extension>;
}

/**
 * Whether a call that was lost with its runner is sent again: one that had not begun, a few times;
 * one whose tool says that it may run twice, once, unless its extension is a suspect. No other.
 */
export function mayRunAgain(call: PendingCall, loss: RunnerLoss): boolean {
  const { end, suspects } = loss;
  const { extension } = call;
  if (end === 'closed' || extension.findRefusal() !== undefined) return false;
  if (hasNotBegun(call, loss)) {
    return call.mayBegin && (end === 'start_failed' ? call.mayWaitForAnother : call.mayBeSentAgain);
  }
  if (call.ending !== undefined) return false;
  const mayRunTwice = extension.isIdempotent(call.request.toolName);
  return call.isFirstAttempt && mayRunTwice && !suspects.has(extension);
}

/** What a call that was lost with its runner is told. */
export function outcomeOfLoss(call: PendingCall, loss: RunnerLoss): ToolOutcome {
  const { runner, end, detail, suspects } = loss;
  if (end !== 'closed' && hasNotBegun(call, loss)) {
    const isBlameless = end === 'start_failed';
    return outcomeOfUnbegun(
      call,
      isBlameless ? `No process got ready for it: ${detail}.` : undefined,
    );
  }
  const usage = call.usageSoFar();
  if (call.ending !== undefined) return failed(call.ending.code, call.ending.message, usage);
  const { busy } = runner;
  const isGuilty = busy === undefined ? suspects.size === 1 : isBusyWith(busy, call);
  const code = isGuilty ? guiltyCode(end, call) : 'sandbox_crashed';
  const message = code === 'timeout' ? timeoutMessage(call) : endMessage(end, detail);
  return failed(code, message, usage);
}

/** What has asked something of the host has begun, whatever its watch thread says. */
function hasNotBegun(call: PendingCall, { runner: { busy, isReady } }: RunnerLoss): boolean {
  if (!isReady || !call.isSent) return true;
  if (call.hasAsked || busy === undefined) return false;
  return isStillToBegin(busy, call);
}

/** The runner ended because too much memory was used in it. */
export function isForMemory(end: RunnerEnd): boolean {
  return end === 'rss' || end === 'heap';
}

function guiltyCode(end: RunnerEnd, call: PendingCall): FailureCode {
  if (isForMemory(end)) return 'memory_limit';
  if (end === 'protocol') return 'protocol_violation';
  if (end !== 'wedged') return 'sandbox_crashed';
  return performance.now() >= call.deadline ? 'timeout' : 'cpu_limit';
}

function endMessage(end: RunnerEnd, detail: string): string {
  const reason = detail === '' ? '' : ` (${detail})`;
  switch (end) {
    case 'rss':
      return `Its process grew beyond its limit${reason} and was ended.`;
    case 'heap':
      return `The memory it asked for ended its process${reason}.`;
    case 'wedged':
      return 'Its code could not be interrupted; its process was ended.';
    case 'protocol':
      return `Its process broke the protocol${reason} and was ended.`;
    case 'closed':
      return 'The sandbox was closed.';
    default:
      return `Its process ended${reason}.`;
  }
}
