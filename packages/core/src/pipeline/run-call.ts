import type {
  AdmittedCall,
  GuestReduction,
  RunProgress,
  RunReply,
  RunUsage,
  Tool,
  ToolOutcome,
  ToolRunner,
} from '@mortise/contracts';
import type { RegisteredTool } from '../registry/tool-catalog.ts';
import { askToRun } from './ask-to-run.ts';
import { fail } from './failure.ts';
import { interpretGuestResult, interpretRaw } from './interpret-result.ts';
import type { CallBatch, PipelineParts } from './pipeline-parts.ts';
import { refuse } from './refusal.ts';
import { replyWithin } from './reply-within.ts';
import { resolveCapabilities } from './resolve-capabilities.ts';
import { runInProcess } from './run-in-process.ts';
import { describeRun } from './run-request.ts';

export interface RunOutcome {
  readonly outcome: ToolOutcome;
  readonly usage?: RunUsage;
  /** What the extension's own reducer did. */
  readonly reduction?: GuestReduction;
}

interface CallToRun {
  readonly call: AdmittedCall;
  readonly tool: RegisteredTool;
  readonly batch: CallBatch;
}

/** Runs the tool's code where it lives and says how it ended. Never rejects. */
export function runCall(run: CallToRun, parts: PipelineParts): Promise<RunOutcome> {
  const { implementation, entry } = run.tool;
  const timeoutMs = Math.min(entry.timeoutMs ?? parts.callTimeoutMs, parts.callTimeoutMs);
  return implementation.kind === 'runner'
    ? askRunner(run, implementation.runner, timeoutMs, parts)
    : runCoreTool(run, implementation.tool, timeoutMs, parts);
}

async function runCoreTool(
  { call, batch }: CallToRun,
  tool: Tool,
  timeoutMs: number,
  parts: PipelineParts,
): Promise<RunOutcome> {
  parts.hooks.callStarted.call(call);
  const resolved = resolveCapabilities(call, parts.backends, batch.attachments);
  if (resolved.status === 'refused') return { outcome: resolved };
  const raw = await runInProcess({ call, tool, handles: resolved.handles, timeoutMs });
  return { outcome: interpretRaw(raw) };
}

function askRunner(
  { call, batch }: CallToRun,
  runner: ToolRunner,
  timeoutMs: number,
  parts: PipelineParts,
): Promise<RunOutcome> {
  const overrides = batch.gate.overridesOf?.(call.entry);
  const details = { mode: 'run', timeoutMs } as const;
  const request = describeRun(call, overrides === undefined ? details : { ...details, overrides });
  const { abortSignal: signal, emit } = call.context;
  const onProgress = (progress: RunProgress) =>
    emit({ type: 'progress', toolName: call.toolName, ...progress });
  const run = (startClock: () => void) => {
    const onStarted = () => {
      startClock();
      parts.hooks.callStarted.call(call);
    };
    return askToRun(runner, request, { signal, onProgress, onStarted });
  };
  return replyWithin({ run, timeoutMs, read: interpretReply });
}

function interpretReply(reply: RunReply): RunOutcome {
  const outcome = outcomeOf(reply);
  const ran = reply.usage === undefined ? { outcome } : { outcome, usage: reply.usage };
  const reduction = reply.kind === 'returned' ? reply.reduction : undefined;
  return reduction === undefined ? ran : { ...ran, reduction };
}

function outcomeOf(reply: RunReply): ToolOutcome {
  switch (reply.kind) {
    case 'returned':
      return interpretGuestResult(reply.value);
    case 'refused':
      return refuse(reply.code, reply.message);
    case 'failed':
      return fail(reply.code, reply.message, reply.effects);
    default:
      return reply satisfies never;
  }
}
