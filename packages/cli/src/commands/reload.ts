import { formatDiagnostics } from '@mortise/host';
import { reloadRunning } from '../host-view/reload-running.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { type CommandAction, textOption } from './cli-command.ts';

/** `mortise reload`: has the host that runs read its configuration again. */
export const reloadCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const answer = await reloadRunning({ ...world, config: textOption(input, 'config') });
    if (answer === undefined) {
      throw new CliFault('unwell', {
        code: 'no_host_runs',
        message: 'No host serves this configuration.',
        hint: 'Start one with `mortise serve`.',
      });
    }
    const { isAccepted, revision, diagnostics, running } = answer;
    const said = formatDiagnostics(diagnostics);
    if (isAccepted) {
      const text = `configuration ${revision} is in force (pid ${running.pid})`;
      return succeed({ isAccepted, revision, diagnostics }, [text, said].join('\n').trimEnd());
    }
    const text = `configuration refused, the old one stays:\n${said}`;
    return { exit: 'config', data: { isAccepted, revision, diagnostics }, text };
  },
};
