import { ERROR_CODES, foldName, nearestName } from '@mortise/contracts';
import { parseSelector, readRule } from '@mortise/core';
import type { HostView, RuleChange } from '../host-view/host-view.ts';
import { openView } from '../host-view/open-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { formatDifferences, listDifferences } from './format-differences.ts';
import { askedArguments, parseJson, viewSession } from './stated-request.ts';

/** `mortise simulate <agent> --allow x`: what would change; writes nothing. */
export const simulateCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const change = changeOf({
      allow: textOption(input, 'allow'),
      alsoAllow: textOption(input, 'alsoAllow'),
      deny: textOption(input, 'deny'),
      rule: textOption(input, 'rule'),
    });
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    const of = viewSession(input, textArgument(input, 0));
    const differences = await view.simulate(of, change, askedArguments(input));
    if (differences.length === 0)
      for (const text of textsOf(change)) await requireKnown(view, text);
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

function textsOf(change: RuleChange): readonly string[] {
  return change.kind === 'select' ? [change.text] : change.rule.tools;
}

type ChangeOptions = Readonly<Record<'allow' | 'alsoAllow' | 'deny' | 'rule', string | undefined>>;

function changeOf(options: ChangeOptions): RuleChange {
  const given = Object.entries(options).filter(([, text]) => text !== undefined);
  const [first] = given;
  if (first === undefined || given.length > 1) {
    throw new CliFault('usage', {
      code: 'one_rule_needed',
      message: 'simulate takes exactly one of --allow, --also-allow, --deny and --rule.',
      hint: 'For example: mortise simulate main --allow get_forecast',
    });
  }
  const [list, text = ''] = first;
  if (list === 'rule') return ruleOf(text);
  return { kind: 'select', layer: 'agent', list: list as 'allow' | 'alsoAllow' | 'deny', text };
}

function ruleOf(text: string): RuleChange {
  const read = readRule(parseJson(text, 'rule_invalid'));
  if (read.status === 'ok') return { kind: 'rule', layer: 'agent', rule: read.rule };
  const { hint } = ERROR_CODES.rule_invalid;
  throw new CliFault('usage', { code: 'rule_invalid', message: read.message, hint });
}
