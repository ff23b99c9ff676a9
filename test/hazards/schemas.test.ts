import { describeFamily } from './hazard-family.ts';

await describeFamily('schemas', 'schemas, names and arguments (S-5, E-14)');
