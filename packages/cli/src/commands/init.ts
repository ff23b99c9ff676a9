import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import type { CommandAction } from './cli-command.ts';

const FILE = 'mortise.config.jsonc';

const TEXT = `{
  // Completion and checks in any editor that knows JSON Schema.
  "$schema": "./node_modules/@mortise/host/mortise.config.schema.json",

  // Extensions to load: folders, tarballs or npm packages. Nothing else is ever run.
  "extensions": [],

  "agents": {
    "main": {
      // Which tools this agent may use. Try: mortise explain main <tool>
      "tools": {
        "deny": []
      }
    }
  }
}
`;

/** `mortise init`: a configuration to start from. */
export const initCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const path = join(world.cwd, FILE);
    if (existsSync(path) && input.options['force'] !== true) {
      throw new CliFault('usage', {
        code: 'config_exists',
        message: `${path} is there already.`,
        hint: 'Edit it, or replace it with --force.',
      });
    }
    await writeFile(path, TEXT, { mode: 0o644 });
    return succeed({ path }, `wrote ${path}\nnext: mortise tools main`);
  },
};
