import { openView } from '../host-view/open-view.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';
import { askedArguments, viewSession } from './stated-request.ts';

/** `mortise diff <a> <b>`: which tools stand elsewhere for the second agent. */
export const diffCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    const differences = await view.diff(
      viewSession(input, textArgument(input, 0)),
      viewSession(input, textArgument(input, 1)),
      askedArguments(input),
    );
    return succeed(listDifferences(differences), formatDifferences(differences));
  },
};
