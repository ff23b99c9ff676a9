import { openHost } from '../open-host.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import {
  type CliCommand,
  CONFIG_OPTION,
  SESSION_OPTION,
  textArgument,
  textOption,
} from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';

/** `mortise diff <a> <b>`: which tools stand elsewhere for the second agent. */
export const diffCommand: CliCommand = {
  name: 'diff',
  summary: 'Compare what two agents have',
  args: [
    ['<before>', 'an agent'],
    ['<after>', 'another agent'],
  ],
  options: [SESSION_OPTION, CONFIG_OPTION],
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
