import { describeFamily } from './hazard-family.ts';

await describeFamily('loops', 'code that does not end (S-3)');
