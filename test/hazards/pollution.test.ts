import { describeFamily } from './hazard-family.ts';

await describeFamily('pollution', 'names and keys that every object has (S-5)');
