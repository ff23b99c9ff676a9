/** Stands for extensions of yours: folders, tarballs, or packages in package.json. */
export default function register(api) {
  api.registerTool({
    name: 'count_words',
    description: 'Counts the words of a text. Answers with the number alone.',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    execute: (_id, { text }) => ({
      content: [{ type: 'text', text: String(text.split(/\s+/).filter(Boolean).length) }],
    }),
  });
}
