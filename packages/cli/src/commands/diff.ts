import { openView } from '../host-view/open-view.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';

/** `mortise diff <a> <b>`: which tools stand elsewhere for the second agent. */
export const diffCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    const session = textOption(input, 'session') ?? 'cli';
    const differences = await view.diff(
      { agent: textArgument(input, 0), session },
      { agent: textArgument(input, 1), session },
    );
    return succeed(listDifferences(differences), formatDifferences(differences));
  },
};
