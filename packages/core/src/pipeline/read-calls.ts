import type { RequestedCall } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';

/** Calls come from a model through the embedder's parser: any field may be missing, no text or throw. Their id is `callId` from here on. */
export function readCalls(
  rawCalls: unknown,
  idKey: 'id' | 'toolCallId',
): readonly RequestedCall<'callId'>[] {
  const calls: RequestedCall<'callId'>[] = [];
  try {
    if (!Array.isArray(rawCalls)) return calls;
    for (let index = 0; index < rawCalls.length; index += 1)
      calls.push(readCall(rawCalls[index], idKey));
    return calls;
  } catch {
    return [];
  }
}

function readCall(rawCall: unknown, idKey: 'id' | 'toolCallId'): RequestedCall<'callId'> {
  try {
    const fields = (rawCall ?? {}) as { readonly [key: string]: unknown };
    const { [idKey]: id, name, args } = fields;
    return { callId: readText(id), name: readText(name), args };
  } catch {
    // Without a name it is refused like any tool that is not there.
    return { callId: '', name: '', args: undefined };
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : printUnknown(value ?? '');
}
