import { describeFamily } from './hazard-family.ts';

await describeFamily('natives', 'native code that nothing interrupts (S-3, S-4)');
