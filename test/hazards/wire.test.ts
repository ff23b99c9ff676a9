import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('wire', 'forged and oversized messages (S-1, S-5)');
