import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('capabilities', 'what was not granted (E-10, S-6)');
