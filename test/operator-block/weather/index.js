const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const answer = (text) => ({ content: [{ type: 'text', text }] });

export default function register(api) {
  api.registerTool({
    name: 'get_forecast',
    description: 'Tells the weather of a city for the next hours.',
    parameters: city,
    execute: async (_id, args) => answer(`${args.city}: 4 °C, light rain`),
  });
  api.registerTool(
    {
      name: 'set_home_city',
      description: 'Remembers the city to tell the weather of if none is named.',
      parameters: city,
      execute: async (_id, args) => answer(`home is ${args.city}`),
    },
    { optional: true },
  );
}
