import type { JsonValue, ToolOutcome } from '@mortise/contracts';
import { textOf, withText } from './tool-result.ts';

/** Takes known secret values out of what leaves the host. */
export interface OutcomeRedactor {
  redact(text: string): string;
  redactJson(value: JsonValue): JsonValue;
}

/** Cleans an outcome before reducers, observers or models see it. */
export function redactOutcome(outcome: ToolOutcome, redactor: OutcomeRedactor): ToolOutcome {
  const clean = withText(outcome, redactor.redact(textOf(outcome)));
  if (clean.status === 'refused' || clean.structured === undefined) return clean;
  return { ...clean, structured: redactor.redactJson(clean.structured) };
}
