import { describeFamily } from './hazard-family.ts';

// What loops uses up all that it may: less than others get shows the same, sooner.
await describeFamily('loops', 'code that does not end (S-3)', { limits: { cpuMs: 150 } });
