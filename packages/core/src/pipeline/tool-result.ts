import type { Failure, Refusal, Success, ToolOutcome, ToolResult } from '@mortise/contracts';

/** The outcome in the seed's form, for reducers and for `executeParallel`. */
export function toToolResult(outcome: ToolOutcome): ToolResult {
  if (outcome.status === 'ok') {
    const { text, media } = outcome;
    return {
      ok: true,
      value: text,
      ...(media === undefined ? {} : { media }),
      ...extrasOf(outcome),
    };
  }
  const { code, message } = outcome;
  return { ok: false, error: message, code, ...extrasOf(outcome) };
}

function extrasOf(outcome: Success | Failure | Refusal) {
  if (outcome.status === 'refused') return {};
  const { structured, costUsd } = outcome;
  return {
    ...(structured === undefined ? {} : { structured }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
  };
}

/** What the budget counts: the text of a success, the message of everything else. */
export function textOf(outcome: ToolOutcome): string {
  return outcome.status === 'ok' ? outcome.text : outcome.message;
}

/** The same outcome with other words. */
export function withText(outcome: ToolOutcome, text: string): ToolOutcome {
  return outcome.status === 'ok' ? { ...outcome, text } : { ...outcome, message: text };
}
