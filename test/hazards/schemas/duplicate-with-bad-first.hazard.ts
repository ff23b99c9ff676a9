import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'registers a name twice, first with a description that is refused',
  source: `
    export default (api) => {
      const say = (text) => ({ content: [{ type: 'text', text }] });
      api.registerTool({ name: 'attack', description: 'x'.repeat(100_000), parameters: { type: 'object' }, execute: () => say('first') });
      api.registerTool({ name: 'attack', description: 'harmless', parameters: { type: 'object' }, execute: () => say('second') });
    };`,
  expect: { skipped: 'tool_invalid' },
};
