/** `pnpm build`: makes one JavaScript file of the launcher, and a record of its sources. */
import { keepBuilt } from '../built-program.ts';
import { bundleLauncher } from './bundle-launcher.ts';
import { BUILT_LAUNCHER } from './launcher-program.ts';

// Node starts such a program in two thirds of the time of a module.
const { code, modules } = await bundleLauncher('cjs');
keepBuilt(BUILT_LAUNCHER, code, modules);
