import type { RuleChange } from '../host-view/host-view.ts';
import { openView } from '../host-view/open-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';

/** `mortise simulate <agent> --allow x`: what would change; writes nothing. */
export const simulateCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const change = changeOf(
      textOption(input, 'allow'),
      textOption(input, 'alsoAllow'),
      textOption(input, 'deny'),
    );
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    const session = textOption(input, 'session') ?? 'cli';
    const differences = await view.simulate({ agent: textArgument(input, 0), session }, change);
    return succeed(listDifferences(differences), formatDifferences(differences));
  },
};

function changeOf(allow?: string, alsoAllow?: string, deny?: string): RuleChange {
  const given = Object.entries({ allow, alsoAllow, deny }).filter(([, text]) => text !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1) {
    throw new CliFault('usage', {
      code: 'one_rule_needed',
      message: 'simulate takes exactly one of --allow, --also-allow and --deny.',
      hint: 'For example: mortise simulate main --allow get_forecast',
    });
  }
  const [list, text = ''] = first;
  return { kind: 'select', layer: 'agent', list: list as 'allow' | 'alsoAllow' | 'deny', text };
}
