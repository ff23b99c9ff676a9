import type { PolicyChange } from '@mortise/core';
import { openHost } from '../open-host.ts';
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
    await using opened = await openHost({ ...world, config: textOption(input, 'config') });
    const session = opened.host
      .agent(textArgument(input, 0))
      .session(textOption(input, 'session') ?? 'cli');
    const { differences } = await opened.host.simulate(session, change);
    return succeed(listDifferences(differences), formatDifferences(differences));
  },
};

function changeOf(allow?: string, alsoAllow?: string, deny?: string): PolicyChange {
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
