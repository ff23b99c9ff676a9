import { describeFamily } from './hazard-family.ts';

await describeFamily('shared', 'neighbours in the same runner process (S-3, S-4)', {
  sandbox: { placement: 'shared' },
  mayLoseCalls: true,
});
