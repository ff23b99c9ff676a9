import type { JsonValue, Success, ToolCall } from '@mortise/contracts';
import { redactArguments } from './redact-arguments.ts';

/** What a call would have done, without doing it. Secrets are not shown. */
export function dryRunOutcome(call: ToolCall): Success {
  const args = JSON.stringify(redactArguments(call.args as JsonValue, call.entry));
  const { ruling } = call;
  const asked = ruling?.verdict === 'ask' ? ` once a person approves it: ${ruling.reason}` : '';
  const text = `[dry run] ${call.toolName} would run with ${args}${asked}`;
  return { status: 'ok', content: [{ type: 'text', text }] };
}
