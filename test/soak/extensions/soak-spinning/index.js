export default (api) =>
  api.registerTool({
    name: 'soak_spin',
    description: 'Uses up its CPU time.',
    parameters: { type: 'object' },
    execute: () => {
      for (;;);
    },
  });
