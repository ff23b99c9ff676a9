import { openHost } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';

/** `mortise diff <a> <b>`: which tools stand elsewhere for the second agent. */
export const diffCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const { host } = opened;
    const key = textOption(input, 'session') ?? 'cli';
    const differences = await host.diff(
      host.agent(textArgument(input, 0)).session(key),
      host.agent(textArgument(input, 1)).session(key),
    );
    return succeed(listDifferences(differences), formatDifferences(differences));
  },
};
