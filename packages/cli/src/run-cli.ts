import { readFileSync } from 'node:fs';
import type { SettingName } from '@mortise/contracts';
import { visibleJson } from '@mortise/contracts/plain';
import { Command, CommanderError } from 'commander';
import {
  type CliCommand,
  CONFIG_OPTION,
  type CommandInput,
  type CommandWorld,
} from './commands/cli-command.ts';
import { COMMANDS } from './commands/commands.ts';
import type { CommandResult } from './output/command-result.ts';
import { describeFailure } from './output/describe-failure.ts';
import { EXIT_CODES } from './output/exit-codes.ts';
import { paint } from './output/paint.ts';
import { progressTerminal } from './output/progress.ts';
import type { Terminal } from './output/terminal.ts';
import { fittedTerminal, visibleTerminal } from './output/visible-terminal.ts';
import { isRepeatable, settingOption } from './settings/setting-flags.ts';

/** For a command line that commander does not take. */
const USAGE_HINT = 'See `mortise --help`, or `mortise <command> --help`.';
const TEST_HINT =
  'Tests of an extension are programs of Node: run `npm test` in its folder, or press `t` while `mortise dev` runs.';

/** `npm test` stands beside `mortise dev` and `mortise check` in the scripts of an extension, and is none of ours. */
function usageHint([command]: readonly string[]): string {
  return command === 'test' ? TEST_HINT : USAGE_HINT;
}

/** Runs one command line and answers its exit code. Never throws. */
export async function runCli(argv: readonly string[], given: CommandWorld): Promise<number> {
  const asJson = argv.includes('--json');
  // A line that a script reads must stay one.
  const terminal = asJson ? visibleTerminal(given.terminal) : fittedTerminal(given.terminal);
  const world = { ...given, terminal };
  let exitCode: number = EXIT_CODES.ok;
  const program = createProgram(usageHint(argv), {
    world,
    verbatim: visibleTerminal(given.terminal),
    finish: (code) => {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    // commander has said what is wrong already; help that was asked for is no failure.
    if (!(error instanceof CommanderError)) return print(describeFailure(error), terminal, asJson);
    if (error.exitCode === 0) return EXIT_CODES.ok;
    const { code, message } = error;
    const data = { error: { code, message, hint: usageHint(argv) } };
    return print({ exit: 'usage', data, text: '' }, terminal, asJson);
  }
}

function createProgram(hint: string, running: Running): Command {
  const { terminal } = running.world;
  const program = new Command('mortise')
    .description(
      'Decide which agent may use which tool, and run the tools of extensions in a sandbox.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .showSuggestionAfterError()
    .showHelpAfterError(`  hint: ${hint}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    });
  for (const command of COMMANDS) addCommand(program, command, running);
  return program;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { readonly version?: unknown }).version);
}

interface Running {
  readonly world: CommandWorld;
  /** For what a tool answers, which is written as it is. */
  readonly verbatim: Terminal;
  readonly finish: (exitCode: number) => void;
}

function addCommand(program: Command, command: CliCommand, running: Running): void {
  const added = program.command(command.name).description(command.summary);
  for (const [argument, meaning] of command.args) added.argument(argument, meaning);
  for (const [flags, meaning] of command.options) added.option(flags, meaning);
  for (const name of settingsOf(command)) addSetting(added, name);
  added.option('--json', 'print the result as one JSON line');
  added.action(async (...words: unknown[]) => {
    const args = words.slice(0, command.args.length) as CommandInput['args'];
    const options = added.opts() as CommandInput['options'];
    const { world, verbatim, finish } = running;
    const result = await runCommand(command, { ...world, flags: options }, { args, options });
    const terminal = result.isVerbatim === true ? verbatim : world.terminal;
    finish(print(result, terminal, options['json'] === true));
    const isDone = result.exit === 'ok' || result.isDone === true;
    if (options['dryRun'] === true) return;
    // A line that names no command to run changes nothing.
    if (isRecorded(command, { args, options }) && result.exit !== 'usage') {
      const { recordCommand } = await import('./commands/record-command.ts');
      await recordCommand(command.name, { ...world, flags: options }, { args, options, isDone });
    }
    if (command.isEdit === true && isDone) await tellRunningHost(world, options);
  });
}

function isRecorded({ isEdit = false, isRecorded = isEdit }: CliCommand, input: CommandInput) {
  return typeof isRecorded === 'function' ? isRecorded(input) : isRecorded;
}

async function runCommand(
  command: CliCommand,
  world: CommandWorld,
  input: CommandInput,
): Promise<CommandResult> {
  const isQuiet = command.isLasting === true || input.options['json'] === true;
  using progress = progressTerminal(
    isQuiet ? withoutDrawing(world.terminal) : world.terminal,
    command.name,
  );
  try {
    const action = await command.load();
    return await action.run({ ...world, terminal: progress.terminal }, input);
  } catch (error) {
    return describeFailure(error);
  }
}

/** What was edited is in force where a host runs, or the user hears why not. */
async function tellRunningHost(
  world: CommandWorld,
  options: CommandInput['options'],
): Promise<void> {
  const { tellRunning } = await import('./host-view/tell-running.ts');
  const { config } = options;
  const named = typeof config === 'string' ? { config } : {};
  await tellRunning({ ...world, flags: options, ...named });
}

function withoutDrawing({ draw: _, ...terminal }: Terminal): Terminal {
  return terminal;
}

function settingsOf({ settings = [], options }: CliCommand): readonly SettingName[] {
  return options.includes(CONFIG_OPTION) ? [...settings, 'stateDir', 'state'] : settings;
}

function addSetting(added: Command, name: SettingName): void {
  const [flag, meaning] = settingOption(name);
  if (!isRepeatable(name)) added.option(flag, meaning);
  else added.option(flag, meaning, (value: string, all: string[] = []) => [...all, value]);
}

function print(result: CommandResult, terminal: Terminal, asJson: boolean): number {
  const isGood = result.exit === 'ok';
  if (asJson) {
    if (result.data !== undefined) terminal.out(visibleJson(result.data) ?? '');
  } else if (result.text === '') return EXIT_CODES[result.exit];
  else if (isGood) terminal.out(result.text);
  else terminal.err(redFirstLine(result.text, terminal));
  return EXIT_CODES[result.exit];
}

/** What is wrong stands out; what to do about it is to be read. */
function redFirstLine(text: string, terminal: Terminal): string {
  const [first = '', ...rest] = text.split('\n');
  const hasColour = terminal.hasErrorColour ?? terminal.hasColour;
  return [paint({ hasColour }, 'red', first), ...rest].join('\n');
}
