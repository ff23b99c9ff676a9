import { resolve } from 'node:path';
import { formatDiagnostics, loadConfigFile } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { openHost } from '../open-host.ts';
import type { CommandResult } from '../output/command-result.ts';
import { checkExtension } from './check-extension.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';

/** `mortise check`: everything that is wrong with the configuration, each with its line. */
export const checkCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = textArgument(input, 0);
    if (folder !== '') return checkExtension(resolve(world.cwd, folder));
    const path = findConfig(world.cwd, textOption(input, 'config'));
    const parsed = await loadConfigFile(path, { env: world.env });
    if (parsed.status === 'failed') return report(path, parsed.diagnostics);
    await using opened = await openHost({ ...world, config: path });
    return report(path, opened.host.validate());
  },
};

function report(path: string, diagnostics: Parameters<typeof formatDiagnostics>[0]): CommandResult {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const closing = `${path}: ${errors} errors, ${diagnostics.length - errors} warnings`;
  const text = diagnostics.length === 0 ? closing : `${formatDiagnostics(diagnostics)}\n${closing}`;
  return { exit: errors > 0 ? 'config' : 'ok', data: diagnostics, text };
}
