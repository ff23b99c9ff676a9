import { defineExtension, defineTool, Type, text } from '@mortise/sdk';

const NOTES = 'TODO.md';
const MOST_LINES = 50;

const listTodos = defineTool({
  name: 'list_todos',
  description: 'Lists the lines with TODO in the files of a folder, as path:line text.',
  parameters: Type.Object({
    folder: Type.Optional(Type.String({ description: 'The whole workspace if absent.' })),
  }),
  capabilities: { fs_reach: { read: ['*'] } },
  annotations: { readOnlyHint: true },
  execute: async (_id, { folder = '.' }, ctx) => {
    const { files } = await ctx.fs.search(folder, 'TODO', { limit: MOST_LINES });
    const found = files.flatMap(({ path, lines }) =>
      lines.map((each) => `${path}:${each.line} ${each.text.trim()}`),
    );
    return text(found.join('\n') || 'Nothing is to do.');
  },
});

const addTodo = defineTool({
  name: 'add_todo',
  description: `Adds a line to ${NOTES} of the workspace.`,
  parameters: Type.Object({ task: Type.String({ minLength: 1, maxLength: 200 }) }),
  capabilities: { fs_reach: { read: ['*'], write: ['*'] } },
  execute: async (_id, { task }, ctx) => {
    const isThere = (await ctx.fs.stat(NOTES)) !== null;
    const before = isThere ? (await ctx.fs.read(NOTES)).content : '';
    await ctx.fs.write(NOTES, `${before}- TODO ${task.replaceAll('\n', ' ')}\n`);
    return text(`Noted in ${NOTES}.`);
  },
});

export default defineExtension((api) => {
  api.registerTool(listTodos);
  // It changes files: hidden until an operator names it.
  api.registerTool(addTodo, { optional: true });
});
