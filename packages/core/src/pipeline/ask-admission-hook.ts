import { type Logger, type Refusal, refuse, type ToolCall } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';
import type { PipelineParts } from './pipeline-parts.ts';

/** Asks the host's policies. Anything but a clear yes is a no: a tap that throws or hangs refuses. */
export async function askAdmissionHook(
  call: ToolCall,
  parts: PipelineParts,
): Promise<Refusal | undefined> {
  const { hooks, logger, admissionTimeoutMs } = parts;
  const answer = await askWithin(admissionTimeoutMs, call.context.abortSignal, async () =>
    hooks.admitCall.promise(call),
  );
  if (answer.kind === 'aborted') {
    return refuse('aborted_before_start', 'The call was cancelled while it waited for admission.');
  }
  if (answer.kind === 'late') return closed(call, 'A policy took too long to answer', logger);
  if (answer.kind === 'threw') return closed(call, `A policy failed: ${answer.reason}`, logger);
  if (answer.value === undefined) return undefined;
  return isRefusal(answer.value)
    ? refuse('admission_refused', answer.value.message)
    : closed(call, 'A policy gave an answer that is neither a refusal nor undefined', logger);
}

function closed(call: ToolCall, reason: string, logger: Logger): Refusal {
  logger.error({ tool: call.toolName, callId: call.callId, reason }, 'Admission failed closed.');
  return refuse('admission_refused', `${reason}; the call is refused to be safe.`);
}

/** A timer for longer would fire at once; such a limit, `Infinity` too, is none. */
const LONGEST_TIMER_MS = 2_147_483_647;

type Answer =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly reason: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted' };

function askWithin(ms: number, signal: AbortSignal, ask: () => Promise<unknown>): Promise<Answer> {
  // A caller may give up while its arguments are read; no event tells of that any more.
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const onAbort = () => finish({ kind: 'aborted' });
    const timer =
      ms <= LONGEST_TIMER_MS ? setTimeout(() => finish({ kind: 'late' }), ms) : undefined;
    const finish = (answer: Answer) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    ask().then(
      (value) => finish({ kind: 'answered', value }),
      (error: unknown) => finish({ kind: 'threw', reason: printUnknown(error) }),
    );
  });
}

function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    value.status === 'refused' &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
