import { resolve } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { BROKEN_LOADOUT_CODES } from '@mortise/core';
import { formatDiagnostics, loadConfigFile } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { openView } from '../host-view/open-view.ts';
import type { CommandResult } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { checkExtension } from './check-extension.ts';
import { type CommandAction, textArgument, textOption } from './cli-command.ts';

/** `mortise check`: everything that is wrong with the configuration and what it names, each with its line. */
export const checkCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const folder = textArgument(input, 0);
    if (folder !== '') return checkExtension(resolve(world.cwd, folder), world);
    const path = findConfig(world.cwd, textOption(input, 'config'));
    const parsed = await loadConfigFile(path, { env: world.env });
    if (parsed.status === 'failed') return report(path, parsed.diagnostics, () => true);
    await using view = await openView({ ...world, config: path });
    const written = await view.checkFile();
    const listed = await view.diagnostics({ strict: true });
    const isOfFile = ({ code }: Diagnostic) => BROKEN_LOADOUT_CODES.has(code);
    const isWritten = (each: Diagnostic) => written.some((other) => isSame(each, other));
    const found = [...written, ...listed.filter((each) => !isWritten(each))];
    return report(path, found, (each) => isOfFile(each) || written.includes(each));
  },
};

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.subject === other.subject && one.path === other.path;
}

/** What it is about, where the message does not say it. */
function withSubject(diagnostic: Diagnostic): Diagnostic {
  const { subject, message } = diagnostic;
  return message.includes(subject)
    ? diagnostic
    : { ...diagnostic, message: `${subject}: ${message}` };
}

/** Mistakes of the file come before those of what it names: each has an exit code of its own. */
function report(
  path: string,
  diagnostics: readonly Diagnostic[],
  isOfFile: (diagnostic: Diagnostic) => boolean,
): CommandResult {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const others = diagnostics.length - errors.length;
  const closing = `${path}: ${countOf(errors.length, 'error')}, ${countOf(others, 'warning')}`;
  const lines = formatDiagnostics(diagnostics.map(withSubject));
  const text = diagnostics.length === 0 ? closing : `${lines}\n${closing}`;
  const exit = errors.some(isOfFile) ? 'config' : errors.length > 0 ? 'unwell' : 'ok';
  return { exit, data: diagnostics, text };
}
