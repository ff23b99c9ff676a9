import { processTerminal } from './output/terminal.ts';
import { runCli } from './run-cli.ts';

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  process.exitCode = await runCli(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    terminal: processTerminal(),
    signal: controller.signal,
    onReload: (reload) => {
      const listener = () => void reload();
      process.on('SIGHUP', listener);
      return () => void process.off('SIGHUP', listener);
    },
  });
}
