import { countOf, readArgument, utf8Length, withShorterValue } from '@mortise/extension-text';
import type { ToolReducer } from '@mortise/sdk';

const LINE_LIMIT = 200;

/**
 * Shows the first 200 lines of a file that was read without a range, its size, and how to read
 * on. A read with a range, and a file that fits, come back as they are.
 */
export const readFileReducer: ToolReducer = {
  toolName: 'read_file',
  reduce(result, { args }) {
    if (!result.ok || isConstrained(args)) return result;
    const excerpt = takeExcerpt(result.value, readArgument(result, 'structured'));
    if (excerpt === undefined) return result;
    const hinted = withShorterValue(result, `${excerpt.hint}\n${excerpt.body}`);
    // Few short lines beyond the limit: the marker alone may still pay.
    return hinted === result ? withShorterValue(result, excerpt.body) : hinted;
  },
};

/** Models send `null` for an argument they do not mean to give. */
function isConstrained(rawArgs: unknown): boolean {
  return ['lineStart', 'lineEnd'].some(
    (name) => (readArgument(rawArgs, name) ?? undefined) !== undefined,
  );
}

interface Excerpt {
  readonly hint: string;
  readonly body: string;
}

function takeExcerpt(value: string, structured: unknown): Excerpt | undefined {
  const lines = value.split('\n');
  // A final line end closes the last line; it does not open another one.
  const shown = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const total = totalLines(shown, structured);
  if (shown <= LINE_LIMIT) return undefined;
  const left = total === undefined ? 'more lines' : countOf(total - LINE_LIMIT, 'line');
  const lastNext = Math.min(total ?? Number.MAX_SAFE_INTEGER, 2 * LINE_LIMIT);
  const next = `lineStart: ${LINE_LIMIT + 1}, lineEnd: ${lastNext}`;
  const bytes = readCount(structured, 'sizeBytes') ?? utf8Length(value);
  const size = `${total === undefined ? '' : `${countOf(total, 'line')}, `}${countOf(bytes, 'byte')}`;
  return {
    hint: `[file: ${size}; showing lines 1-${LINE_LIMIT}]`,
    body: [...lines.slice(0, LINE_LIMIT), `[… ${left} left; to read on pass ${next} …]`].join('\n'),
  };
}

/** Lines of the whole file; `undefined` if the tool did not look at its end. */
function totalLines(shown: number, structured: unknown): number | undefined {
  const isFromTool = readCount(structured, 'sizeBytes') !== undefined;
  return isFromTool ? readCount(structured, 'totalLines') : shown;
}

/** What the tool knows of the whole file; the text may be only the part that a result can hold. */
function readCount(structured: unknown, name: 'totalLines' | 'sizeBytes'): number | undefined {
  const count = readArgument(structured, name);
  return typeof count === 'number' && Number.isSafeInteger(count) ? count : undefined;
}
