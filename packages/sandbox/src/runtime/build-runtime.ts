/** `pnpm build`, and a sandbox whose sources were edited: makes the runtime of these sources. */
import { bundleParts } from './bundle-parts.ts';
import { makeRuntime } from './make-runtime.ts';
import { BUILT_FOLDER, locateRuntime } from './runtime-files.ts';

await makeRuntime(locateRuntime(process.argv[2] ?? BUILT_FOLDER), bundleParts);
