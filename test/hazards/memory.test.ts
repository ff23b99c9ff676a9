import { describeFamily } from './hazard-family.ts';

await describeFamily('memory', 'memory of every kind (S-3, S-4)');
