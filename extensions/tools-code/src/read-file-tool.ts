import { countOf, groupDigits } from '@mortise/extension-text';
import { defineTool, type ToolAnswer, Type } from '@mortise/sdk';
import { filePath } from './file-path.ts';
import { NotTextError, readChunks } from './read-chunks.ts';
import { type LinesRead, readLines } from './read-lines.ts';
import { failure } from './tool-answers.ts';

const LineNumber = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description }));

export const readFileTool = defineTool({
  name: 'read_file',
  description:
    'Reads a UTF-8 text file, whole or a range of lines. Without a range a file of more than 200 lines is shortened to its first 200, with its size and how to read on; so for a long file pass lineStart and lineEnd, for example around a line that search_files found.',
  parameters: Type.Object(
    {
      path: filePath('The file, absolute or relative to the first granted folder.'),
      lineStart: LineNumber('First line to read, from 1.'),
      lineEnd: LineNumber('Last line to read, inclusive.'),
    },
    { additionalProperties: false },
  ),
  capabilities: { fs_reach: { read: ['*'] } },
  annotations: {
    title: 'Read file',
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  async execute(_id, { path, lineStart, lineEnd }, { fs }): Promise<ToolAnswer> {
    const range = { first: lineStart ?? 1, last: lineEnd ?? Number.MAX_SAFE_INTEGER };
    if (range.last < range.first) {
      return failure(`lineEnd ${range.last} is before lineStart ${range.first}. Swap them.`);
    }
    try {
      return describe(path, await readLines(readChunks(fs, path), range));
    } catch (error) {
      if (error instanceof NotTextError) return failure(error.message);
      throw error;
    }
  },
});

function describe(path: string, read: LinesRead): ToolAnswer {
  const { first, last, totalLines, sizeBytes, isCut } = read;
  if (isCut && last < first) {
    return failure(
      `Line ${first} of ${path} alone is longer than a result may be. Use search_files to see parts of it.`,
    );
  }
  if (last < first && totalLines !== undefined && first > Math.max(totalLines, 1)) {
    return failure(
      `${path} has ${countOf(totalLines, 'line')}; lineStart ${first} is beyond its end.`,
    );
  }
  const marker = isCut ? `${cutMarker(last, totalLines)}` : '';
  return {
    content: [{ type: 'text', text: `${read.text}${marker}` }],
    structured: {
      ...{ lineStart: first, lineEnd: last, sizeBytes },
      ...(totalLines === undefined ? {} : { totalLines }),
    },
  };
}

function cutMarker(last: number, totalLines: number | undefined): string {
  const of = totalLines === undefined ? '' : ` of ${groupDigits(totalLines)}`;
  return `[… cut after line ${groupDigits(last)}${of}: a result holds no more; to read on pass lineStart: ${last + 1} …]`;
}
