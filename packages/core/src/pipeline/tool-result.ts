import { type ToolOutcome, type ToolResult, textOf } from '@mortise/contracts';

/** The outcome in the seed's form, for reducers and for `executeParallel`. */
export function toToolResult(outcome: ToolOutcome): ToolResult {
  if (outcome.status === 'refused')
    return { ok: false, error: outcome.message, code: outcome.code };
  const { structured, costUsd } = outcome;
  const extras = {
    ...(structured === undefined ? {} : { structured }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
  };
  if (outcome.status === 'failed')
    return { ok: false, error: outcome.message, code: outcome.code, ...extras };
  const media = outcome.content.filter(({ type }) => type !== 'text');
  const value = textOf(outcome.content);
  return { ok: true, value, ...(media.length === 0 ? {} : { media }), ...extras };
}
