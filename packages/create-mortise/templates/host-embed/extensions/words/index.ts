import { defineExtension, defineTool, Type, text } from '@mortise/sdk';

const countWords = defineTool({
  name: 'count_words',
  description: 'Counts the words of a text. Answers with the number alone.',
  parameters: Type.Object({
    text: Type.String({ description: 'The text to count in.' }),
  }),
  annotations: { readOnlyHint: true },
  execute: (_id, params) => {
    const words = params.text.split(/\s+/).filter((word) => word !== '');
    return text(`${words.length}`);
  },
});

export default defineExtension((api) => {
  api.registerTool(countWords);
});
