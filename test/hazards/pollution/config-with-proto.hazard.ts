import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'gets a configuration with a __proto__ key and tries to change it',
  source: `
    export default (api) => {
      const failed = (run) => { try { run(); return 'changed'; } catch (error) { return error.name; } };
      const { config } = api;
      api.registerTool({ name: 'attack', description: 'Attacks', parameters: { type: 'object' },
        execute: () => ({ content: [{ type: 'text', text: [Object.hasOwn(config, '__proto__'), {}.polluted,
          failed(() => { 'use strict'; config.list.push(2); }), failed(() => { 'use strict'; config.added = 1; })].join(' ') }] }) });
    };`,
  config: JSON.parse('{"__proto__":{"polluted":true},"list":[1]}'),
  expect: { text: 'true  TypeError TypeError' },
};
