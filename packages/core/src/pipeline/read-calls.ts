import type { ToolCall } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';

/** A call as it was asked for, under the names that it has from here on. All of it is hostile. */
export type AskedCall = Pick<ToolCall, 'callId' | 'toolName' | 'args'>;

/** Calls come from a model through the embedder's parser: any field may be missing, no text or throw. */
export function readCalls(rawCalls: unknown, idKey: 'id' | 'toolCallId'): readonly AskedCall[] {
  const calls: AskedCall[] = [];
  try {
    if (!Array.isArray(rawCalls)) return calls;
    for (let index = 0; index < rawCalls.length; index += 1)
      calls.push(readCall(rawCalls[index], idKey));
    return calls;
  } catch {
    return [];
  }
}

function readCall(rawCall: unknown, idKey: 'id' | 'toolCallId'): AskedCall {
  try {
    const fields = (rawCall ?? {}) as { readonly [key: string]: unknown };
    const { [idKey]: id, name, args } = fields;
    return { callId: readText(id), toolName: readText(name), args };
  } catch {
    // Without a name it is refused like any tool that is not there.
    return { callId: '', toolName: '', args: undefined };
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : printUnknown(value ?? '');
}
