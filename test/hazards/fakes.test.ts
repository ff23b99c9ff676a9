import { describeFamily } from './hazard-family.ts';

await describeFamily('fakes', 'endings and results that only look real (S-3, E-11)');
