/** `pnpm build`: builds the command where `bin/mortise.js` looks for it. */
import { BUILT_FOLDER } from '../../bin/locate-main.js';
import { buildCommand } from './build-command.ts';

await buildCommand(BUILT_FOLDER);
