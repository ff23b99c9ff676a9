const text = (value) => ({ content: [{ type: 'text', text: value }] });

export default (api) => {
  const { pageUrl, workspace } = api.config;
  api.registerTool({
    name: 'soak_fetch',
    description: 'Reads a page.',
    parameters: { type: 'object', properties: { page: { type: 'number' } } },
    capabilities: { network: { allowedHosts: ['*'] } },
    execute: async (_id, args, ctx) => {
      const answer = await ctx.fetch(`${pageUrl}/${args.page}`);
      return text(`${answer.status} ${(await answer.text()).length}`);
    },
  });
  api.registerTool({
    name: 'soak_store',
    description: 'Keeps a value, reads it again and forgets some.',
    parameters: {
      type: 'object',
      properties: { key: { type: 'string' }, value: { type: 'string' } },
    },
    capabilities: { storage: {} },
    execute: async (_id, { key, value }, ctx) => {
      await ctx.storage.set(key, value);
      const kept = await ctx.storage.get(key);
      if (key.endsWith('7')) await ctx.storage.delete(key);
      const keys = await ctx.storage.list('key-', { limit: 10 });
      return text(`${kept} ${keys.length}`);
    },
  });
  api.registerTool({
    name: 'soak_file',
    description: 'Writes a file, reads it again and removes some.',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string' }, text: { type: 'string' } },
    },
    capabilities: { fs_reach: { read: ['*'], write: ['*'] } },
    execute: async (_id, args, ctx) => {
      const path = `${workspace}/${args.name}`;
      await ctx.fs.write(path, args.text);
      const kept = await ctx.fs.read(path);
      if (args.name.includes('7')) await ctx.fs.remove(path);
      return text(`${kept.length}`);
    },
  });
};
