import { defineExtension, defineTool, Type, text } from '@mortise/sdk';

const MINUTES_OF_A_DAY = 24 * 60;

const addMinutes = defineTool({
  name: 'add_minutes',
  description: 'Adds minutes to a time of day. Answers with the new time, as HH:MM.',
  parameters: Type.Object({
    time: Type.String({ pattern: '^\\d\\d:\\d\\d$', description: 'As HH:MM.' }),
    minutes: Type.Integer({ minimum: 0 }),
  }),
  annotations: { readOnlyHint: true },
  execute: (_id, { time, minutes }) => {
    const [hours = 0, rest = 0] = time.split(':').map(Number);
    const total = (hours * 60 + rest + minutes) % MINUTES_OF_A_DAY;
    return text(`${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}`);
  },
});

export default defineExtension((api) => {
  api.registerTool(addMinutes);
});

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
