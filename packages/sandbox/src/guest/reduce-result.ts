import type { GuestTool } from './guest-tools.ts';
import { isArray, jsonParse, jsonStringify } from './intrinsics.ts';
import { joinResult, type WrittenResult } from './write-result.ts';

type Written = WrittenResult & { readonly ok: true };

interface Part {
  readonly type: string;
  readonly text?: string;
}

/**
 * Lets the extension's own reducer shorten a result (E-11). Works on the written form, so that a
 * reducer sees plain data: whatever it does, a failure stays a failure, `structured` and the cost
 * stay, and the text never grows.
 */
export function reduceResult(
  tool: GuestTool,
  written: Written,
  context: { readonly args: unknown; readonly turnCount: number },
): string {
  if (tool.reduce === undefined) return joinResult(written);
  // A sole text part is known as it is; anything else is read back from what was written.
  const parts: readonly Part[] = written.plainText === undefined ? jsonParse(written.content) : [];
  const text = written.plainText ?? textOf(parts);
  const structured =
    written.structured === undefined ? {} : { structured: jsonParse(written.structured) };
  const before = written.isError
    ? { ok: false, error: text, code: 'execution_failed', ...structured }
    : { ok: true, value: text, ...structured };
  let shorter: string | undefined;
  try {
    shorter = shorterText(tool.reduce(before, context), written.isError, text.length);
  } catch {
    return mark(written, 'failed', text.length);
  }
  if (shorter === undefined) return mark(written, 'rejected', text.length);
  if (shorter === written.plainText) return mark(written, 'applied', text.length);
  const content = `[{"type":"text","text":${jsonStringify(shorter)}}${otherParts(parts)}]`;
  return mark({ ...written, content }, 'applied', text.length);
}

function shorterText(reduced: unknown, isError: boolean, maxChars: number): string | undefined {
  if (typeof reduced !== 'object' || reduced === null || isArray(reduced)) return undefined;
  const result = reduced as {
    readonly ok?: unknown;
    readonly value?: unknown;
    readonly error?: unknown;
  };
  if (result.ok !== !isError) return undefined;
  const text = isError ? result.error : result.value;
  return typeof text === 'string' && text.length <= maxChars ? text : undefined;
}

function textOf(parts: readonly Part[]): string {
  let text = '';
  let isFirst = true;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part?.type !== 'text') continue;
    text += isFirst ? part.text : `\n${part.text}`;
    isFirst = false;
  }
  return text;
}

function otherParts(parts: readonly Part[]): string {
  let json = '';
  for (let index = 0; index < parts.length; index += 1) {
    if (parts[index]?.type !== 'text') json += `,${jsonStringify(parts[index])}`;
  }
  return json;
}

function mark(written: Written, state: string, rawChars: number): string {
  return joinResult({
    ...written,
    rest: `${written.rest},"reduction":{"state":"${state}","rawChars":${rawChars}}`,
  });
}
