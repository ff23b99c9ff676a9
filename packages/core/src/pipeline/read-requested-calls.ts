import type { RequestedCall } from '@mortise/contracts';
import { printUnknown } from '../registry/print-unknown.ts';

/** Calls come from a model through the embedder's parser: any field may be missing, no text or throw. */
export function readRequestedCalls(
  rawCalls: unknown,
  idKey: 'id' | 'toolCallId',
): readonly RequestedCall[] {
  const calls: RequestedCall[] = [];
  try {
    if (!Array.isArray(rawCalls)) return calls;
    for (let index = 0; index < rawCalls.length; index += 1)
      calls.push(readCall(rawCalls[index], idKey));
    return calls;
  } catch {
    return [];
  }
}

function readCall(rawCall: unknown, idKey: 'id' | 'toolCallId'): RequestedCall {
  try {
    const fields = (rawCall ?? {}) as { readonly [key: string]: unknown };
    const { [idKey]: id, name, args } = fields;
    return { toolCallId: printUnknown(id ?? ''), name: printUnknown(name ?? ''), args };
  } catch {
    // Without a name it is refused like any tool that is not there.
    return { toolCallId: '', name: '', args: undefined };
  }
}
