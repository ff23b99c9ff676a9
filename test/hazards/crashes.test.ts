import { describeFamily } from './hazard-family.ts';

await describeFamily('crashes', 'crash loops, back-off and quarantine (S-3, S-4)');
