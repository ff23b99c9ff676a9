import { spawn } from 'node:child_process';

export interface RunResult {
  readonly code: number | null;
  /** What it printed, on both streams. */
  readonly text: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a program without a terminal to its end. */
export function run(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}
