import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'imports JSON with import attributes',
  source: `
    import data from '/etc/passwd' with { type: 'json' };
    export default () => data;`,
  expect: { load: 'import_outside' },
};
