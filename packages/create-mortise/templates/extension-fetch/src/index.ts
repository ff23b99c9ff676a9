import { defineExtension, defineTool, Type, text } from '@mortise/sdk';

const HOST = 'api.open-meteo.com';

const getForecast = defineTool({
  name: 'get_forecast',
  description: 'Tells the temperature now at a place. Answers in degrees Celsius.',
  parameters: Type.Object({
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  }),
  capabilities: { network: { allowedHosts: [HOST], methods: ['GET'] } },
  annotations: { readOnlyHint: true, openWorldHint: true },
  execute: async (_id, { latitude, longitude }, ctx) => {
    const query = `latitude=${latitude}&longitude=${longitude}&current=temperature_2m`;
    const reply = await ctx.fetch(`https://${HOST}/v1/forecast?${query}`);
    if (!reply.ok) throw new Error(`The forecast service answered ${reply.status}.`);
    return text(`${readTemperature(await reply.json())} °C`);
  },
});

export default defineExtension((api) => {
  api.registerTool(getForecast);
});

/** What another machine answers may be anything. */
function readTemperature(forecast: unknown): number {
  const { current } = (forecast ?? {}) as { current?: { temperature_2m?: unknown } };
  const temperature = current?.temperature_2m;
  if (typeof temperature !== 'number') throw new Error('The forecast has no temperature.');
  return temperature;
}
