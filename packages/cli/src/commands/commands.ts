import { addCommand } from './add.ts';
import { buildCommand, packCommand } from './build.ts';
import { callCommand } from './call.ts';
import { checkCommand } from './check.ts';
import type { CliCommand } from './cli-command.ts';
import { devCommand } from './dev.ts';
import { diffCommand } from './diff.ts';
import { doctorCommand } from './doctor.ts';
import { allowCommand, denyCommand } from './edit-list.ts';
import { explainCommand } from './explain.ts';
import { initCommand } from './init.ts';
import { approveCommand, removeCommand, updateCommand } from './installed.ts';
import { newCommand } from './new.ts';
import { mcpCommand, serveCommand } from './serve.ts';
import { simulateCommand } from './simulate.ts';
import { toolsCommand } from './tools.ts';

/** Every command there is, in the order in which help lists them. */
export const COMMANDS: readonly CliCommand[] = [
  initCommand,
  serveCommand,
  mcpCommand,
  toolsCommand,
  explainCommand,
  diffCommand,
  simulateCommand,
  allowCommand,
  denyCommand,
  callCommand,
  newCommand,
  devCommand,
  checkCommand,
  buildCommand,
  packCommand,
  addCommand,
  removeCommand,
  updateCommand,
  approveCommand,
  doctorCommand,
];
