import { describeFamily } from './hazard-family.ts';

await describeFamily('lifecycle', 'before, between and after calls (F-8, S-3)');
