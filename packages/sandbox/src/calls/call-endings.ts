import {
  type Failure,
  type FailureCode,
  fail,
  type RunUsage,
  refuse,
  type ToolOutcome,
} from '@mortise/contracts';
import type { Trace } from '../traces/trace.ts';
import type { CallFault } from '../wire/faults.ts';
import type { PendingCall } from './pending-call.ts';

/** By how much the clocks of host and runner may differ over a call. */
const CLOCK_MS = 100;

/** What a runner reports with the end of a call. */
export interface EndReport {
  readonly fault: CallFault;
  readonly text: string;
  readonly usage: RunUsage;
  /** Where it was thrown, if something was. */
  readonly trace: Trace;
}

/** The outcome of a call that a runner says has ended without a result. */
export function outcomeOfFault(pendingCall: PendingCall, report: EndReport): ToolOutcome {
  if (report.fault === 'unreached') return outcomeOfUnbegun(pendingCall);
  if (pendingCall.ending !== undefined)
    return failed(pendingCall.ending.code, pendingCall.ending.message, report.usage);
  switch (report.fault) {
    case 'input_invalid':
      return refuse('input_invalid', report.text, report.usage);
    case 'unknown_tool':
      return refuse(
        'extension_unavailable',
        `The extension did not register ${pendingCall.request.toolName} this time.`,
        report.usage,
      );
    case 'threw':
      return withTrace(failed('execution_failed', report.text, report.usage), report);
    case 'refused_host_call':
      return outcomeOfRefusedHostCall(pendingCall, report);
    case 'result_invalid':
    case 'output_invalid':
    case 'result_too_large':
    case 'host_call_limit':
      return failed(report.fault, report.text, report.usage);
    case 'cpu':
      return failed('cpu_limit', cpuMessage(pendingCall), report.usage);
    case 'deadline':
      return failed('timeout', deadlineMessage(pendingCall), report.usage);
    case 'memory':
      return failed(
        'memory_limit',
        `Its heap is limited to ${pendingCall.extension.limits.heapBytes} bytes.`,
        report.usage,
      );
    case 'cancelled':
    case 'broken':
    case 'isolate_lost':
      return failed('sandbox_crashed', LOSS_MESSAGES[report.fault], report.usage);
    default:
      return report.fault satisfies never;
  }
}

/** The outcome of a call that certainly has not begun and cannot be sent again. */
export function outcomeOfUnbegun(
  { ending, extension }: PendingCall,
  message = 'Other calls ended its isolate before it began, again and again.',
): ToolOutcome {
  if (ending?.code === 'aborted') return refuse('aborted_before_start', '');
  return extension.findRefusal() ?? refuse('extension_unavailable', message);
}

const LOSS_MESSAGES = {
  cancelled: 'The call was ended by the sandbox.',
  broken: 'The code of the extension broke the platform it runs on.',
  isolate_lost: 'Another call of the extension ended the isolate they shared.',
} as const;

/** A guest may only claim a refusal that the host did give to this very call. */
function outcomeOfRefusedHostCall(pendingCall: PendingCall, report: EndReport): ToolOutcome {
  const space = report.text.indexOf(' ');
  const id = Number(report.text.slice(0, space));
  const code = pendingCall.refusalOf(id) ?? 'execution_failed';
  return withTrace(failed(code, report.text.slice(space + 1), report.usage), report);
}

function withTrace(failure: Failure, { trace }: EndReport): Failure {
  return trace.length === 0 ? failure : { ...failure, trace };
}

/** A runner also stops an entry that got so little of the machine that waiting for its end makes no sense. */
function deadlineMessage(pendingCall: PendingCall): string {
  const isEarly = performance.now() < pendingCall.deadline - CLOCK_MS;
  return isEarly ? 'The machine was too busy to let it go on.' : timeoutMessage(pendingCall);
}

export function cpuMessage(pendingCall: PendingCall): string {
  return `It was busy for more than ${pendingCall.extension.limits.cpuMs} ms.`;
}

export function timeoutMessage(pendingCall: PendingCall): string {
  return `It took longer than ${pendingCall.allowedMs} ms.`;
}

/** What the host saw, with what it cost. */
export function failed(
  code: FailureCode,
  message: string,
  usage: RunUsage | undefined,
  effects: Failure['effects'] = 'unknown',
): Failure {
  return fail(code, message, usage === undefined ? { effects } : { effects, usage });
}
