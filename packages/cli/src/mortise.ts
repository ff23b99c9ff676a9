#!/usr/bin/env node
import { processTerminal } from './output/terminal.ts';
import { runCli } from './run-cli.ts';

const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  terminal: processTerminal(),
  signal: controller.signal,
});
