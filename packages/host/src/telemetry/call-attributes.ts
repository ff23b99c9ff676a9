import {
  type CallReport,
  showOnOneLine,
  type ToolEntry,
  type TracedCall,
} from '@mortise/contracts';
import type { OtelAttributes } from './otel-api.ts';

/** Of ids that a model or a client made up. */
const MOST_ID_CHARS = 128;

/** What is said of a call by OpenTelemetry's conventions for tool execution, and what only we know of it. */
export function describeCall({ callId, entry, context }: TracedCall): OtelAttributes {
  const { agentId, sessionKey } = context;
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    ...(callId === '' ? {} : { 'gen_ai.tool.call.id': shortId(callId) }),
    ...(agentId === undefined ? {} : { 'gen_ai.agent.id': shortId(agentId) }),
    ...(sessionKey ? { 'gen_ai.conversation.id': shortId(sessionKey) } : {}),
    ...(entry === undefined ? {} : describeTool(entry)),
  };
}

/** A registered name is short and plain; one that is not registered is a model's and never gets here. */
function describeTool({ name, origin }: ToolEntry): OtelAttributes {
  const common = { 'gen_ai.tool.name': name, 'mortise.tool.origin': origin.kind };
  if (origin.kind === 'extension') return { ...common, 'mortise.extension.id': origin.id };
  return origin.kind === 'mcp' ? { ...common, 'mortise.mcp.server': origin.server } : common;
}

/** How it ended. No text of a tool is in it. */
export function describeEnd({ outcome, size, dryRun }: CallReport): OtelAttributes {
  const cost = outcome.status === 'refused' ? undefined : outcome.costUsd;
  return {
    'mortise.call.status': outcome.status,
    'mortise.result.chars': size.reduced,
    ...(outcome.status === 'ok' ? {} : { 'error.type': outcome.code }),
    ...(outcome.status === 'failed' ? { 'mortise.call.effects': outcome.effects } : {}),
    ...(cost === undefined ? {} : { 'mortise.call.cost_usd': cost }),
    ...(dryRun ? { 'mortise.call.dry_run': true } : {}),
  };
}

/** A text from outside as an attribute: short, on one line, nothing hidden in it. */
export function shortId(text: string): string {
  return showOnOneLine(text.slice(0, MOST_ID_CHARS).toWellFormed());
}
