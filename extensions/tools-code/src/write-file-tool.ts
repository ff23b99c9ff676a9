import { countOf } from '@mortise/extension-text';
import { defineTool, type Files, Type, text } from '@mortise/sdk';
import { filePath, folderOf } from './file-path.ts';
import { failure } from './tool-answers.ts';

/** Hosts that can make folders offer it beside the other operations. */
type FolderMaker = { readonly mkdir?: (path: string) => Promise<unknown> };

export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Writes a whole UTF-8 text file in one step; readers see the old text or the new one, never a part. Refuses to replace a file that exists unless overwrite is true. To change a part of a file use edit_file.',
  parameters: Type.Object(
    {
      path: filePath('The file, absolute or relative to the first granted folder.'),
      content: Type.String({ maxLength: 900_000, description: 'The whole text of the file.' }),
      overwrite: Type.Optional(
        Type.Boolean({ description: 'Replace the file if it exists. Default false.' }),
      ),
    },
    { additionalProperties: false },
  ),
  capabilities: { fs_reach: { write: ['*'] } },
  annotations: { title: 'Write file', destructiveHint: true, openWorldHint: false },
  async execute(_id, { path, content, overwrite = false }, { fs }) {
    if (!content.isWellFormed()) {
      return failure('The content has half a surrogate pair, which no UTF-8 file can hold.');
    }
    await makeFolder(fs, folderOf(path));
    try {
      const { bytes, created } = await fs.write(path, content, { exclusive: !overwrite });
      return text(`${created ? 'Created' : 'Replaced'} ${path}, ${countOf(bytes, 'byte')}.`);
    } catch (error) {
      throw overwrite ? error : withNextStep(error);
    }
  },
});

async function makeFolder(fs: Files & FolderMaker, folder: string | undefined): Promise<void> {
  if (folder !== undefined && fs.mkdir !== undefined) await fs.mkdir(folder);
}

/** Adds to the words, not to the error: the host knows its refusals by the error itself. */
function withNextStep(error: unknown): unknown {
  if (error instanceof Error && /already/.test(error.message)) {
    error.message = `${error.message} Use edit_file to change a part of it, or pass overwrite: true.`;
  }
  return error;
}
