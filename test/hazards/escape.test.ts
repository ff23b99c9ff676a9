import { describeFamily } from './hazard-family.ts';

await describeFamily('escape', 'ways out of the isolate (S-1, S-5)');
