import { describeFamily } from './hazard-family.ts';

await describeFamily('floods', 'too much of everything that crosses (S-3)');
