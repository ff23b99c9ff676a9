export type { CliCommand, CommandWorld } from './commands/cli-command.ts';
export { COMMANDS } from './commands/commands.ts';
export { EXIT_CODES } from './output/exit-codes.ts';
export { runCli } from './run-cli.ts';
