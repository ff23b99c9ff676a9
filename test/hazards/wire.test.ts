import { describeFamily } from './hazard-family.ts';

await describeFamily('wire', 'forged and oversized messages (S-1, S-5)');
