import type { ToolCode } from './guest-tools.ts';
import { isArray, jsonParse, jsonStringify } from './intrinsics.ts';
import { textPart, type WrittenResult } from './write-result.ts';

interface Part {
  readonly type: string;
  readonly text?: string;
}

/**
 * Lets the extension's own reducer shorten a result. Works on the written form, so that a
 * reducer sees plain data: whatever it does, a failure stays a failure, `structured` and the cost
 * stay, and the text never grows.
 */
export function reduceResult(
  tool: ToolCode,
  written: WrittenResult,
  context: { readonly args: unknown; readonly turnCount: number },
): WrittenResult {
  if (tool.reduce === undefined) return written;
  // A sole text part is known as it is; anything else is read back from what was written.
  const parts: readonly Part[] = written.plainText === undefined ? jsonParse(written.content) : [];
  const text = written.plainText ?? textOf(parts);
  const rawChars = text.length;
  let shorter: string | undefined;
  try {
    const reduced = tool.reduce(resultFor(written, text), context);
    shorter = shorterText(reduced, written.isError, rawChars);
  } catch {
    return { ...written, reduction: { state: 'failed', rawChars } };
  }
  if (shorter === undefined) return { ...written, reduction: { state: 'rejected', rawChars } };
  return { ...withText(written, shorter, parts), reduction: { state: 'applied', rawChars } };
}

/** What a reducer gets. */
function resultFor({ isError, structured }: WrittenResult, text: string): object {
  const extra = structured === undefined ? undefined : { structured: jsonParse(structured) };
  if (isError) return { ok: false, error: text, code: 'execution_failed', ...extra };
  return extra === undefined ? { ok: true, value: text } : { ok: true, value: text, ...extra };
}

function withText(written: WrittenResult, text: string, parts: readonly Part[]): WrittenResult {
  if (text === written.plainText) return written;
  if (written.plainText !== undefined) return { ...written, plainText: text };
  return { ...written, content: `[${partsWith(text, parts)}]` };
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

/** JSON of the parts, with one text where the first was. */
function partsWith(text: string, parts: readonly Part[]): string {
  let json = '';
  let isWritten = false;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part?.type === 'text' && isWritten) continue;
    const written = part?.type === 'text' ? { ...part, text } : part;
    isWritten ||= part?.type === 'text';
    json += `${json === '' ? '' : ','}${jsonStringify(written)}`;
  }
  if (isWritten || text === '') return json;
  return json === '' ? textPart(text) : `${textPart(text)},${json}`;
}
