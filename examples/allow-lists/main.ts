/** Two agents, one extension: who sees what, who may call what, and why. */
import { createHost } from '@mortise/host';

const notes = {
  id: 'notes',
  source: `export default (api) => {
    const tool = (name, description) => ({
      name, description, parameters: { type: 'object' },
      execute: async () => ({ content: [{ type: 'text', text: name + ' done' }] }),
    });
    api.registerTool(tool('notes_read', 'Reads a note.'));
    api.registerTool(tool('notes_write', 'Writes a note.'), { optional: true });
  };`,
};
await using host = await createHost({
  config: { agents: { reader: {}, writer: { tools: { allow: ['notes'] } } } },
  extensions: [notes],
});
for (const id of host.agentIds) {
  const session = host.agent(id).session('example');
  const [result] = await session.execute([{ id: '1', name: 'notes_write', args: {} }]);
  const names = (await session.definitions()).map(({ name }) => name);
  console.log(`${id} sees ${names.join(', ')}; notes_write: ${result?.status}`);
}
const [why] = await host.agent('reader').session('example').explain('notes_write');
console.log(`why: ${why?.state}; ${why?.remedies[0]}`);
