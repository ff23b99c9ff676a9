import { describeFamily } from './hazard-family.ts';

await describeFamily('results', 'results that are none (S-5, E-14)');
