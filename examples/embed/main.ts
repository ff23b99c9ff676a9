/** A host in a program of yours, in twenty lines: one sandboxed extension, one agent, one call. */
import { createHost } from '@mortise/host';

const weather = {
  id: 'weather',
  source: `
    import { defineExtension, text, Type } from '@mortise/sdk';
    export default defineExtension((api) => {
      api.registerTool({
        name: 'get_forecast',
        description: 'Tells the weather of a city.',
        parameters: Type.Object({ city: Type.String() }),
        execute: (_id, { city }) => text(city + ': 4 °C, light rain'),
      });
    });`,
};
const agents = { main: { tools: { allow: ['get_forecast'] } } };
await using host = await createHost({ config: { agents }, extensions: [weather] });
for (const { code, message, hint } of host.diagnostics()) console.error(code, message, hint);
const main = host.agent('main').session('conversation-1');
const definitions = await main.definitions({ format: 'openai' });
console.log(definitions.map((tool) => tool.function.name));
const [result] = await main.execute([{ id: 'c1', name: 'get_forecast', args: { city: 'Oslo' } }]);
console.log(result?.ok === true ? result.text : result?.message);
