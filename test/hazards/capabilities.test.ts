import { describeFamily } from './hazard-family.ts';

await describeFamily('capabilities', 'what was not granted (E-10, S-6)');
