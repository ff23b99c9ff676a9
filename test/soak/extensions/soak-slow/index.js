export default (api) =>
  api.registerTool({
    name: 'soak_hang',
    description: 'Waits for what never comes.',
    parameters: { type: 'object' },
    execute: () => new Promise(() => {}),
  });
