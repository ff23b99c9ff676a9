import type { SettingName } from '@mortise/contracts';
import { CliFault } from '../output/cli-fault.ts';
import type { CommandResult } from '../output/command-result.ts';
import type { Terminal } from '../output/terminal.ts';
import type { SettingFlags } from '../settings/setting-flags.ts';

/** What a command may know of the world it runs in. */
export interface CommandWorld {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  /** Aborts when the user wants the command to end. */
  readonly signal: AbortSignal;
  /** Calls back when the user wants the configuration read again (SIGHUP); answers how to stop it. */
  readonly onReload: (reload: () => Promise<void>) => () => void;
  /** Settings that stood on the command line; filled in for the command that runs. */
  readonly flags?: SettingFlags;
}

/** One command as data; the program and its help are made from the list. */
export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<agent>`, `[tool]`, `[selectors...]`. */
  readonly args: readonly (readonly [argument: string, meaning: string])[];
  readonly options: readonly (readonly [flags: string, meaning: string])[];
  /** Settings that the command takes as options. The state folder is one of every command with a configuration. */
  readonly settings?: readonly SettingName[];
  /** It changes the configuration or the lock file, which a host that runs has to read again. */
  readonly isEdit?: boolean;
  /** It changes something else that operators answer for: it is written into the audit log, as edits are. */
  readonly isRecorded?: boolean | ((input: CommandInput) => boolean);
  /** It lasts until it is told to stop, and says by itself what it does. */
  readonly isLasting?: boolean;
  /** Imports what the command does: only the command that runs pays for its modules. */
  load(): Promise<CommandAction>;
}

/** What a command does. */
export interface CommandAction {
  run(world: CommandWorld, input: CommandInput): Promise<CommandResult>;
}

/** Parsed words of the command line; arguments in order, options by their long name in camel case. */
export interface CommandInput {
  readonly args: readonly (string | readonly string[] | undefined)[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

export function textArgument(input: CommandInput, index: number): string {
  const value = input.args[index];
  return typeof value === 'string' ? value : '';
}

export function listArgument(input: CommandInput, index: number): readonly string[] {
  const value = input.args[index];
  return Array.isArray(value) ? value : [];
}

export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The words behind an option that takes several. */
export function listOption(input: CommandInput, name: string): readonly string[] | undefined {
  const value = input.options[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : undefined;
}

/** The number of a port, 0 for any that is free. */
export function portOption(input: CommandInput, fallback: number): number {
  const text = textOption(input, 'port');
  if (text === undefined) return fallback;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CliFault('usage', {
    code: 'port_invalid',
    message: `"${text}" is no port.`,
    hint: 'A port is a number from 1 to 65535, or 0 for any that is free.',
  });
}

export const CONFIG_OPTION = [
  '--config <file>',
  'the configuration file; found from this folder upwards if absent',
] as const;
export const SESSION_OPTION = [
  '--session <key>',
  'the session whose loaded toolkits count',
] as const;

/** What a command may say of the request that it asks for. */
export const STATED_OPTIONS = [
  ['--provider <name>', 'as a request for a model of this provider; the agent says if absent'],
  ['--model <name>', 'as a request for this model'],
  ['--sandboxed', 'as a request of a sandboxed session'],
] as const;

export const ARGUMENTS_OPTION = [
  '--args <json>',
  'what the rules on arguments say to a call with these',
] as const;

/** For commands that try an extension in its folder. */
export const EXTENSION_CONFIG_OPTION = [
  '--extension-config <json>',
  'the configuration of the extension itself, as its configSchema describes it',
] as const;

export const AUTHOR_OPTIONS = [
  [
    '--grant <what...>',
    'all, none, or some of what it asks for; asked once and kept for the folder if absent',
  ],
  ['--loopback', 'its requests may go to servers of this machine, too'],
  EXTENSION_CONFIG_OPTION,
] as const;

export const PROGRAM_OPTION = [
  '--argv <json>',
  'what they say to a program that it runs, with its arguments: ["git","push"]',
] as const;
