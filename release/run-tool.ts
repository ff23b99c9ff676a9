import { spawn } from 'node:child_process';
import { ROOT } from './workspace-packages.ts';

export interface ToolOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Shows what it prints while it runs, in place of keeping it for a failure. */
  readonly isShown?: boolean;
}

/** Runs a program to its end and answers what it printed. Throws with all of it if it fails. */
export function runTool(
  program: string,
  args: readonly string[],
  { cwd = ROOT, env = process.env, isShown = false }: ToolOptions = {},
): Promise<string> {
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', output, output] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else
        reject(new Error(`${program} ${args.join(' ')} ended with ${code ?? signal}\n${printed}`));
    });
  });
}
