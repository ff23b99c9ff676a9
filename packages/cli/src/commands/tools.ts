import type { ToolExplanation } from '@mortise/contracts';
import { openView } from '../host-view/open-view.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';
import { tellErrors } from './describe-troubles.ts';
import { viewSession } from './stated-request.ts';

/** `mortise tools <agent>`: what stands in front of the model, and what does not. */
export const toolsCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    const agent = textArgument(input, 0);
    const { explanations, tokens } = await view.explain(viewSession(input, agent));
    await tellErrors(view, world.terminal);
    const explained = explanations.map((each) => describeTool(each, tokens.get(each.tool) ?? 0));
    const active = explained.filter(({ state }) => state === 'active');
    const total = sumTokens(active);
    const catalogue = sumTokens(explained);
    const shown = input.options['all'] === true ? explained : active;
    const rows = shown.map(({ tool, state, origin, cost }) => [
      tool,
      ...(input.options['all'] === true ? [state] : []),
      origin,
      ...(input.options['cost'] === true ? [`~${cost} tok`] : []),
    ]);
    const closing = `${active.length} active, ~${countOf(total, 'token')}; all of ${countOf(explained.length, 'registered tool')} would be ~${catalogue}`;
    return succeed(
      {
        agent,
        tools: shown,
        activeTokens: total,
        catalogueTokens: catalogue,
      },
      [...(rows.length === 0 ? [] : [formatTable(rows)]), closing].join('\n'),
    );
  },
};

interface ListedTool {
  readonly tool: string;
  readonly state: string;
  readonly origin: string;
  readonly cost: number;
}

function describeTool({ tool, state, origin }: ToolExplanation, cost: number): ListedTool {
  const from =
    origin.kind === 'core'
      ? 'core'
      : origin.kind === 'extension'
        ? origin.id
        : `mcp:${origin.server}`;
  return { tool, state, origin: from, cost };
}

function sumTokens(tools: readonly ListedTool[]): number {
  return tools.reduce((sum, { cost }) => sum + cost, 0);
}
