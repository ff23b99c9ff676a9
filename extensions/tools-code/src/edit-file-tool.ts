import { countOf } from '@mortise/extension-text';
import { defineTool, type ToolAnswer, Type, text } from '@mortise/sdk';
import { filePath } from './file-path.ts';
import { findOccurrences, lineOf, MOST_FOUND } from './find-occurrences.ts';
import { failure } from './tool-answers.ts';

const LISTED_LINES = 10;

export const editFileTool = defineTool({
  name: 'edit_file',
  description:
    'Replaces one passage of a UTF-8 text file. oldText must stand in the file exactly once, spaces and line ends included; nothing is changed if it is missing or ambiguous. Read the place with read_file first and take as many lines as make it unique.',
  parameters: Type.Object(
    {
      path: filePath('The file, absolute or relative to the first granted folder.'),
      oldText: Type.String({
        minLength: 1,
        maxLength: 400_000,
        description: 'The passage as it is now, copied exactly.',
      }),
      newText: Type.String({ maxLength: 400_000, description: 'What stands there afterwards.' }),
    },
    { additionalProperties: false },
  ),
  capabilities: { fs_reach: { read: ['*'], write: ['*'] } },
  annotations: { title: 'Edit file', destructiveHint: true, openWorldHint: false },
  async execute(_id, { path, oldText, newText }, { fs }): Promise<ToolAnswer> {
    if (oldText === newText) return failure('oldText and newText are the same; nothing to change.');
    if (!newText.isWellFormed()) {
      return failure('newText has half a surrogate pair, which no UTF-8 file can hold.');
    }
    const { content } = await fs.read(path);
    const [at, ...others] = findOccurrences(content, oldText);
    if (at === undefined) return failure(missing(path, content, oldText));
    if (others.length > 0) return failure(ambiguous(path, content, [at, ...others]));
    await fs.write(path, `${content.slice(0, at)}${newText}${content.slice(at + oldText.length)}`);
    const lines = newText.split('\n').length;
    const first = lineOf(content, at);
    return text(`Changed ${path} at line ${first}; the new text has ${countOf(lines, 'line')}.`);
  },
});

function missing(path: string, content: string, oldText: string): string {
  const isOtherLineEnd = content.includes('\r\n') && !oldText.includes('\r\n');
  const reason = isOtherLineEnd && oldText.includes('\n') ? ' The file has CRLF line ends.' : '';
  return `oldText does not stand in ${path}; nothing was changed.${reason} Read the place with read_file and copy it exactly, spaces included.`;
}

function ambiguous(path: string, content: string, places: readonly number[]): string {
  const lines = places.slice(0, LISTED_LINES).map((at) => lineOf(content, at));
  const more = places.length > LISTED_LINES ? ', …' : '';
  const count = places.length === MOST_FOUND ? `at least ${MOST_FOUND}` : `${places.length}`;
  return `oldText stands in ${path} ${count} times (lines ${lines.join(', ')}${more}); nothing was changed. Add lines around it until it is unique.`;
}
