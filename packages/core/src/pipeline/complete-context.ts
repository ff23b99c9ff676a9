import type { Logger, ToolContext } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';

/** Fills in what the pipeline itself needs of a context that an embedder made by hand. */
export function completeContext(context: ToolContext | undefined, logger: Logger): ToolContext {
  const abortSignal = context?.abortSignal ?? new AbortController().signal;
  // What an embedder left out is for its own tools to miss; nothing of it decides here.
  return { ...(context as ToolContext), abortSignal, emit: safeEmit(context?.emit, logger) };
}

/** A listener for progress that may throw, in a form that does not. */
export function safeEmit(
  listener: ToolContext['emit'] | undefined,
  logger: Logger,
): ToolContext['emit'] {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      logger.error({ error: printUnknown(error) }, 'A listener for progress failed.');
    }
  };
}
