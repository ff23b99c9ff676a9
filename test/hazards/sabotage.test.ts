import { describeFamily } from './hazard-family.ts';

await describeFamily('sabotage', 'intrinsics replaced under the sandbox (S-1)');
