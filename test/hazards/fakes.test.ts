import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('fakes', 'endings and results that only look real (S-3, E-11)');
