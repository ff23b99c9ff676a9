import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '..', '..');
const MORTISE = join(ROOT, 'packages', 'cli', 'bin', 'mortise.js');
const FIXTURE = join(import.meta.dirname, 'fixtures', 'project');

/** A real `mortise serve` in a folder of its own, as an operator runs it. */
export interface ConsoleHost extends AsyncDisposable {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  /** What it printed before it served. */
  readonly printed: { readonly url: string; readonly console: { readonly url: string } };
  /** Types a command; answers what it printed on standard output. Throws if it fails. */
  type(...words: readonly string[]): string;
  read(name: string): string;
  write(name: string, text: string): void;
  ask<Answer>(path: string, body?: object): Promise<Answer>;
  /** A link that signs in, once. */
  link(...words: readonly string[]): string;
  /** Signs a page in and goes to an address of the console. */
  signIn(page: Page, hash?: string): Promise<void>;
}

/** Copies the project of the fixtures, changes it if asked, and serves it. */
export async function serveConsole(
  prepare?: (folder: string, type: ConsoleHost['type']) => void,
): Promise<ConsoleHost> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-console-'));
  cpSync(FIXTURE, folder, { recursive: true });
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  const type = (...words: readonly string[]) => typeIn(folder, words);
  prepare?.(folder, type);
  const child = spawn(process.execPath, [MORTISE, 'serve', '--port', '0', '--json', ...STATE], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const printed = await firstLine(child, () => said);
  const token = readFileSync(join(folder, 'state', 'token'), 'utf8').trim();
  const { url } = printed;
  const host: Omit<ConsoleHost, 'signIn'> = {
    ...{ folder, url, token, printed, type },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    write: (name, text) => writeFileSync(join(folder, name), text),
    ask: (path, body) => askHost({ url, token }, path, body),
    link: (...words) => (JSON.parse(type('console', '--json', ...words)) as { url: string }).url,
    [Symbol.asyncDispose]: async () => {
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { ...host, signIn: (page, hash) => signIn(page, host, hash) };
}

const STATE = ['--state-dir', 'state'];

function typeIn(folder: string, words: readonly string[]): string {
  const state = words[0] === 'pack' ? [] : STATE;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MORTISE, ...words, ...state], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`mortise ${words.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

async function firstLine(child: ChildProcess, said: () => string): Promise<ConsoleHost['printed']> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The host has no output.');
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The host ended: ${said()}`);
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: stdout }), 'line'),
    ended,
  ])) as [string];
  return JSON.parse(line) as ConsoleHost['printed'];
}

export async function askHost<Answer>(
  { url, token }: { readonly url: string; readonly token: string },
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function signIn(
  page: Page,
  host: Pick<ConsoleHost, 'url' | 'token'>,
  hash = '#/agents',
): Promise<void> {
  const { url } = await askHost<{ readonly url: string }>(host, '/api/console/links', {});
  await page.goto(url);
  await page.getByRole('banner').waitFor();
  await page.goto(`${host.url}/${hash}`);
}
