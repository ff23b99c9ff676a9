import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'imports a built-in module statically',
  source: `
    import fs from 'node:fs';
    export default () => fs.readFileSync('/etc/passwd');`,
  expect: { load: 'registration_failed' },
};
