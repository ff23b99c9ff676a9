import { join, relative, resolve } from 'node:path';
import { shellWord } from '@mortise/contracts/plain';
import { DEFAULT_TEMPLATE, findTemplate, scaffoldProject } from 'create-mortise';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';

/** `mortise new weather`: what `npm create mortise weather` writes, without asking. */
export const newCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = resolve(world.cwd, textArgument(input, 0));
    const template = findTemplate(textOption(input, 'template') ?? DEFAULT_TEMPLATE);
    const packageName = textOption(input, 'name');
    const link = textOption(input, 'link');
    const { files } = scaffoldProject(folder, {
      template,
      ...(packageName === undefined ? {} : { packageName }),
      ...(link === undefined ? {} : { linkTo: resolve(world.cwd, link) }),
    });
    const place = relative(world.cwd, folder) || '.';
    const listing = files.map((file) => `  ${join(place, file)}`).join('\n');
    const look = template.kind === 'extension' ? 'mortise dev' : 'npm install && npm test';
    const next = place === '.' ? look : `cd ${shellWord(place)} && ${look}`;
    return succeed({ folder, files }, `created\n${listing}\nnext: ${next}`);
  },
};
