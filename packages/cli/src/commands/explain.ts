import { nearestName } from '@mortise/contracts';
import { formatExplanation, placeExplanation } from '@mortise/core';
import { openHost } from '../open-host.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';

/** `mortise explain <agent> <tool>`: why a tool is or is not there, and what to change. */
export const explainCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const { host } = opened;
    const tool = textArgument(input, 1);
    const session = host
      .agent(textArgument(input, 0))
      .session(textOption(input, 'session') ?? 'cli');
    const explanations = await session.explain(tool);
    if (explanations.length === 0) {
      const near = nearestName(
        tool,
        host.tools().map(({ name }) => name),
      );
      throw new CliFault('usage', {
        code: 'unknown_tool',
        message: `There is no tool "${tool}".`,
        hint:
          near === undefined
            ? `See \`mortise tools ${textArgument(input, 0)} --all\`.`
            : `Did you mean "${near}"?`,
      });
    }
    const placed = explanations.map((each) => placeExplanation(each, (path) => host.locate(path)));
    const agentId = textArgument(input, 0);
    const text = placed.map((each) => formatExplanation(each, agentId)).join('\n\n');
    return succeed(placed, text);
  },
};
