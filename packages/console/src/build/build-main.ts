/** `pnpm build`: builds the console where `openConsole` looks for it. */
import { join } from 'node:path';
import { buildConsole } from './build-console.ts';

await buildConsole(join(import.meta.dirname, '..', '..', 'built'));
