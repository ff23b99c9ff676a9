import { readArgument, withShorterValue } from '@mortise/extension-text';
import type { ToolReducer } from '@mortise/sdk';
import { stderrHeading } from '../format-run.ts';
import { type CommandPurpose, commandPurpose } from './command-purpose.ts';
import { condenseOutput } from './condense-output.ts';
import { gitStatusLong, gitStatusShort } from './git-status.ts';
import { headAndTail } from './head-and-tail.ts';
import type { OutputFormat } from './output-format.ts';
import { PACKAGE_INSTALL_FORMATS } from './package-install.ts';
import { splitRun } from './split-run.ts';
import { stripAnsi } from './strip-ansi.ts';
import { TEST_RUN_FORMATS } from './test-run.ts';

const FORMATS: Readonly<Record<CommandPurpose, readonly OutputFormat[]>> = {
  'git-status': [gitStatusLong, gitStatusShort],
  'test-run': TEST_RUN_FORMATS,
  'package-install': PACKAGE_INSTALL_FORMATS,
};

/**
 * Shortens shell output: known formats lose the lines that say nothing, and whatever is longer
 * than 8,192 characters loses its middle. A format counts as known only if the command asks for
 * it and the output has its shape; everything else below that size is left as it is.
 */
export const terminalReducer: ToolReducer = {
  toolName: 'terminal',
  reduce(result, { args }) {
    if (!result.ok) return result;
    const parts = splitRun(result.value, readArgument(result, 'structured'));
    if (parts === undefined) return withShorterValue(result, reduceOutput(result.value, args));
    const { heading, stdout, stderr } = parts;
    const shorter = reduceOutput(stdout, args);
    const error = stderr === '' ? '' : `${stderrHeading(shorter)}${reduceOutput(stderr, args)}`;
    return withShorterValue(result, `${heading}${shorter}${error}`);
  },
};

function reduceOutput(value: string, rawArgs: unknown): string {
  const command = readArgument(rawArgs, 'command');
  const purpose = typeof command === 'string' ? commandPurpose(command) : undefined;
  if (purpose === undefined) return headAndTail(value);
  const lines = stripAnsi(value).replaceAll('\r\n', '\n').split('\n');
  const format = FORMATS[purpose].find((candidate) => candidate.matches(lines));
  return format === undefined ? headAndTail(value) : condenseOutput(lines, format);
}
