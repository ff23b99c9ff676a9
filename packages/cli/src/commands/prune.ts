import type { PruneReport } from '@mortise/host';
import { openView } from '../host-view/open-view.ts';
import type { CommandResult } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { type CommandAction, textOption } from './cli-command.ts';
import { describePruned } from './describe-pruned.ts';

/** `mortise prune`: takes away what is older than `retention` says; `serve` does so by itself. */
export const pruneCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const dryRun = input.options['dryRun'] === true;
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    const report = await view.prune({ dryRun });
    const isWell = report.parts.every(({ failure }) => failure === undefined);
    return { exit: isWell ? 'ok' : 'unwell', data: report, text: formatReport(report) };
  },
};

function formatReport({ parts, isDryRun }: PruneReport): string {
  const found = parts.filter(({ count }) => count > 0);
  const failed = parts.filter(({ failure }) => failure !== undefined);
  const nothing = isDryRun ? 'nothing would be removed' : 'nothing was old enough';
  const heading = isDryRun ? 'would be removed' : 'removed';
  const went = formatTable(found.map((part) => ['  -', part.what, describePruned(part)]));
  const unread = formatTable(failed.map(({ what, failure }) => ['  !', what, failure ?? '']));
  return [
    ...(found.length > 0 ? [heading, went] : []),
    ...(failed.length > 0 ? ['could not be looked at', unread] : []),
    ...(found.length + failed.length === 0 ? [nothing] : []),
  ].join('\n');
}
