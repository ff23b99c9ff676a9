import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Consumer } from './consumer.ts';

/** An installed `mortise serve`. */
export interface ServedHost extends AsyncDisposable {
  /** What it answers, as text; throws for an answer that is a problem. */
  ask(path: string, body?: object): Promise<string>;
}

/** Serves what is configured in the folder of a consumer. Throws if the host ends first. */
export async function serveFor({ folder, env }: Consumer): Promise<ServedHost> {
  const program = join(folder, 'node_modules', '.bin', 'mortise');
  const child = spawn(program, ['serve', '--port', '0', '--json', '--state-dir', 'state'], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => {
    throw new Error(`The host ended with ${code}.`);
  });
  ended.catch(() => undefined);
  const first = once(createInterface({ input: child.stdout }), 'line');
  const [line] = (await Promise.race([first, ended])) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  const token = readFileSync(join(folder, 'state', 'token'), 'utf8').trim();
  return {
    ask: async (path, body) => {
      const response = await fetch(`${url}${path}`, {
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return text;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
