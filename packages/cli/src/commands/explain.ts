import { nearestName } from '@mortise/contracts';
import { formatExplanation } from '@mortise/core';
import { describeUnreadExtensions } from '@mortise/host';
import { openView } from '../host-view/open-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { tellErrors } from './describe-troubles.ts';
import { askedArguments, viewSession } from './stated-request.ts';

/** `mortise explain <agent> <tool>`: why a tool is or is not there, and what to change. */
export const explainCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const tool = textArgument(input, 1);
    await using view = await openView({ ...world, config: textOption(input, 'config') }, {}, tool);
    const agent = textArgument(input, 0);
    const of = viewSession(input, agent);
    // A host that was just opened has not heard yet which nodes would run the tool.
    await view.fleet();
    const { explanations } = await view.explain(of, tool, askedArguments(input));
    if (explanations.length === 0) {
      await tellErrors(view, world.terminal);
      const near = nearestName(tool, await view.toolNames());
      throw new CliFault('usage', {
        code: 'unknown_tool',
        message: `There is no tool "${tool}".${describeUnreadExtensions(await view.extensions())}`,
        hint:
          near === undefined ? `See \`mortise tools ${agent} --all\`.` : `Did you mean "${near}"?`,
      });
    }
    const text = explanations.map((each) => formatExplanation(each, agent)).join('\n\n');
    return succeed(explanations, text);
  },
};
