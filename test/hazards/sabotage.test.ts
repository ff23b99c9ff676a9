import { describeFamilyInOneRunner } from './hazard-family.ts';

await describeFamilyInOneRunner('sabotage', 'intrinsics replaced under the sandbox (S-1)');
