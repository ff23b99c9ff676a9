const text = (value) => ({ content: [{ type: 'text', text: value }] });

export default (api) => {
  api.registerTool({
    name: 'soak_echo',
    description: 'Says what it is told.',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    },
    execute: (_id, args) => text(args.text),
  });
  api.registerTool({
    name: 'soak_throw',
    description: 'Fails.',
    parameters: { type: 'object' },
    execute: () => {
      throw new Error('on purpose');
    },
  });
  api.registerTool({
    name: 'soak_wait',
    description: 'Waits.',
    parameters: { type: 'object', properties: { ms: { type: 'number' } } },
    execute: async (_id, args, ctx) => {
      await ctx.sleep(args.ms);
      return text('waited');
    },
  });
};
