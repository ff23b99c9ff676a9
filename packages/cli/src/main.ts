import { endSignal } from './end-signal.ts';
import { processTerminal } from './output/terminal.ts';
import { runCli } from './run-cli.ts';

/** Runs the command line of this process. */
export async function main(): Promise<void> {
  process.exitCode = await runCli(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    terminal: processTerminal(),
    signal: endSignal(),
    onReload: (reload) => {
      const listener = () => void reload();
      process.on('SIGHUP', listener);
      return () => void process.off('SIGHUP', listener);
    },
  });
}
