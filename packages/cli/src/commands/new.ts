import { basename, join, resolve } from 'node:path';
import { scaffoldExtension } from '@mortise/loader';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, TEMPLATES, textArgument, textOption } from './cli-command.ts';

/** `mortise new weather`: an extension with a tool and its test, ready to run. */
export const newCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = resolve(world.cwd, textArgument(input, 0));
    const template = TEMPLATES.find((each) => each === (textOption(input, 'template') ?? 'basic'));
    if (template === undefined) {
      throw new CliFault('usage', {
        code: 'unknown_template',
        message: `There is no template "${textOption(input, 'template')}".`,
        hint: `Templates: ${TEMPLATES.join(', ')}.`,
      });
    }
    const link = textOption(input, 'link');
    const files = await scaffoldExtension(folder, {
      id: basename(folder),
      template,
      ...(link === undefined ? {} : { linkTo: resolve(world.cwd, link) }),
    });
    const listing = files.map((file) => `  ${join(basename(folder), file)}`).join('\n');
    return succeed(
      { folder, files },
      `created\n${listing}\nnext: cd ${textArgument(input, 0)} && mortise dev`,
    );
  },
};
