import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const MORTISE = join(
  import.meta.dirname,
  '..',
  '..',
  'packages',
  'cli',
  'bin',
  'mortise.js',
);

/** A folder with a configuration, and where its host keeps what lasts. */
export interface ServedFolder {
  readonly config: string;
  readonly state: string;
  /** A free one if absent. */
  readonly port?: number;
  /** For the Node that serves it. */
  readonly nodeArguments?: readonly string[];
}

/** A real `mortise serve`. */
export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  /** What it has said on standard error so far. */
  said(): string;
}

export async function serve(folder: ServedFolder, ...words: string[]): Promise<Served> {
  const { config, state, port = 0, nodeArguments = [] } = folder;
  const argv = [
    ...nodeArguments,
    MORTISE,
    'serve',
    '--port',
    String(port),
    '--json',
    '--state-dir',
    state,
    ...words,
  ];
  // A process group of its own, so that a test can signal all of it as a terminal does.
  const child = spawn(process.execPath, argv, {
    ...{ cwd: config, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const token = readFileSync(join(state, 'token'), 'utf8').trim();
  return { child, url: JSON.parse(line).url, token, ended, said: () => said };
}

/** Types a command in that folder; answers its exit code and all that it said. */
export function type({ config, state }: ServedFolder, ...argv: string[]): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MORTISE, ...argv, '--state-dir', state],
    { cwd: config, encoding: 'utf8' },
  );
  return [status, stdout + stderr];
}
