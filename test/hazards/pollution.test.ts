import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('pollution', 'names and keys that every object has (S-5)');
