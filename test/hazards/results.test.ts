import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('results', 'results that are none (S-5, E-14)');
