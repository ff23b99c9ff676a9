import { foldName, nearestName } from '@mortise/contracts';
import { parseSelector } from '@mortise/core';
import type { HostView, RuleChange } from '../host-view/host-view.ts';
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
    if (differences.length === 0) await requireKnown(view, change.text);
    return succeed(listDifferences(differences), formatDifferences(differences));
  },
};

/** A name that nothing has would change nothing, and say nothing about the one that was meant. */
async function requireKnown(view: HostView, text: string): Promise<void> {
  const selector = parseSelector(text);
  if (selector.kind !== 'name') return;
  const [tools, extensions] = [await view.toolNames(), await view.extensions()];
  const known = [...tools, ...extensions.map(({ id }) => id)];
  if (known.some((each) => foldName(each) === selector.name)) return;
  const near = nearestName(text, known);
  throw new CliFault('usage', {
    code: 'unmatched_selector',
    message: `nothing matches "${text}"${near === undefined ? '' : `: did you mean ${near}?`}`,
    hint: 'See `mortise tools <agent> --all`.',
  });
}

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
