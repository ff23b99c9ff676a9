import { splitCommand } from './split-command.ts';
import { unwrapCommand } from './unwrap-command.ts';

/** What a shell line is for, as far as its output is concerned. */
export type CommandPurpose = 'git-status' | 'test-run' | 'package-install';

// What these print is nothing or an error, and an error is a line that no format knows.
const SILENT = new Set([
  'cd',
  'export',
  'set',
  'unset',
  'umask',
  'true',
  ':',
  'sleep',
  'mkdir',
  'rm',
]);
const PASS_THROUGH = new Set(['head', 'tail', 'cat', 'tee']);
const EXIT_CODE_ECHO = /^[\w :=]*\$\?[\w ]*$/;
// `-v` adds a diff, `-z` and porcelain v2 are other formats.
const STATUS_FLAG =
  /^(?:-[sb]+|-u(?:no|all|normal)?|--(?:short|branch|long|show-stash|porcelain(?:=v?1)?|untracked-files(?:=\w+)?|ignored(?:=\w+)?|(?:no-)?ahead-behind|no-renames)|--)$/;
const TEST_PROGRAMS = new Set(['vitest', 'jest', 'pytest', 'py.test', 'unittest']);
const TEST_SUBCOMMANDS = /^(?:go|cargo|make|bun) test$/;
const TEST_SCRIPT = /^(?:npm|pnpm|yarn|bun) (?:t|test|run test(?::\S+)?|test:\S+)(?: |$)/;
const INSTALL =
  /^(?:npm (?:i|in|install|ci|add|update|up)|pnpm (?:i|install|add|update|up)|yarn (?:install|add|upgrade)|pip3? install|apt(?:-get)? (?:install|update|upgrade|dist-upgrade|full-upgrade))(?: |$)|^yarn$/;

/**
 * The one purpose of a shell line, or `undefined` if it has none, several, or a part whose output
 * could be anything: then the lines of the recognised program cannot be told apart.
 */
export function commandPurpose(command: string): CommandPurpose | undefined {
  let found: CommandPurpose | undefined;
  for (const { words, isPiped } of splitCommand(command) ?? []) {
    const purpose = isPiped ? purposeOfFilter(words) : purposeOfWords(words);
    if (purpose === 'unknown') return undefined;
    if (purpose === 'silent') continue;
    if (found !== undefined && found !== purpose) return undefined;
    found = purpose;
  }
  return found;
}

/** A filter that selects lines was asked for exactly those lines, so the output stays as it is. */
function purposeOfFilter(words: readonly string[]): 'silent' | 'unknown' {
  return PASS_THROUGH.has(words[0] ?? '') ? 'silent' : 'unknown';
}

function purposeOfWords(words: readonly string[]): CommandPurpose | 'silent' | 'unknown' {
  const [program = '', ...rest] = unwrapCommand(words);
  if (SILENT.has(program)) return 'silent';
  if (program === 'echo' && EXIT_CODE_ECHO.test(rest.join(' '))) return 'silent';
  if (program === 'git') return isGitStatus(rest) ? 'git-status' : 'unknown';
  const line = [program, ...withoutLeadingOptions(rest)].join(' ');
  if (isTestRun(program, rest, line)) return 'test-run';
  return INSTALL.test(line) ? 'package-install' : 'unknown';
}

function isGitStatus(words: readonly string[]): boolean {
  const [subcommand, ...rest] = withoutLeadingOptions(words);
  return (
    subcommand === 'status' && rest.every((word) => !word.startsWith('-') || STATUS_FLAG.test(word))
  );
}

function isTestRun(program: string, rest: readonly string[], line: string): boolean {
  if (TEST_PROGRAMS.has(program)) return true;
  if (program === 'node') return rest.includes('--test');
  return TEST_SUBCOMMANDS.test(line.split(' ', 2).join(' ')) || TEST_SCRIPT.test(line);
}

const OPTIONS_WITH_VALUE = new Set([
  '-C',
  '-c',
  '--filter',
  '-F',
  '--prefix',
  '--cwd',
  '--dir',
  '-w',
  '--workspace',
]);

/** The words from the subcommand on: `-C dir status` and `--filter core test` have one as well. */
function withoutLeadingOptions(words: readonly string[]): readonly string[] {
  let at = 0;
  while (words[at]?.startsWith('-')) at += OPTIONS_WITH_VALUE.has(words[at] ?? '') ? 2 : 1;
  return words.slice(at);
}
