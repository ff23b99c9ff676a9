import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('escape', 'ways out of the isolate (S-1, S-5)');
