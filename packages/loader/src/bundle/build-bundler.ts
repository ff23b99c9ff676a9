/** `pnpm build`: makes one JavaScript file of the bundler's program, and a record of its sources. */
import { keepBuilt } from '@mortise/processes';
import { bundleBundler } from './bundle-bundler.ts';
import { BUILT_BUNDLER } from './bundler-program.ts';

const { code, modules } = await bundleBundler();
keepBuilt(BUILT_BUNDLER, code, modules);
