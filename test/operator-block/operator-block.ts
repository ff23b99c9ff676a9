import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const COMMAND = join(ROOT, 'packages', 'cli', 'bin', 'mortise.js');
const README = join(ROOT, 'README.md');
const MADE = '<!-- The next lines are made by `pnpm docs:operator`. -->';

/** What an operator types, from an empty folder to an agent with exactly one tool. */
export const OPERATOR_LINES = [
  'mortise init --agent main',
  'mortise add ./weather-0.1.0.tgz --grant all',
  'mortise allow main get_forecast',
  'mortise allow main get_forcast',
  'mortise explain main set_home_city',
  'mortise tools main --cost',
] as const;

export interface TypedLine {
  readonly line: string;
  readonly exit: number;
  /** Everything that was printed. */
  readonly shown: string;
  readonly tookMs: number;
}

/** A folder that has a tarball of an extension in it and nothing else. Dispose it. */
export async function openOperatorFolder(): Promise<{ readonly path: string } & Disposable> {
  const path = mkdtempSync(join(tmpdir(), 'mortise-operator-'));
  const source = mkdtempSync(join(tmpdir(), 'mortise-weather-'));
  cpSync(join(import.meta.dirname, 'weather'), source, { recursive: true });
  await typeLine(`mortise pack ${source} --out .`, path);
  rmSync(source, { recursive: true, force: true });
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs one command line in a process of its own, as a shell would. */
export async function typeLine(line: string, folder: string): Promise<TypedLine> {
  const [, ...args] = line.split(' ');
  const startedAt = performance.now();
  // Errors stand between the lines where a person sees them.
  const shell = ['-c', '"$0" "$@" 2>&1', process.execPath, COMMAND, ...args];
  const { exit, shown } = await promisify(execFile)('/bin/sh', shell, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  }).then(
    ({ stdout }) => ({ exit: 0, shown: stdout }),
    ({ code, stdout }) => ({ exit: Number(code), shown: String(stdout) }),
  );
  return { line, exit, shown: tidy(shown, folder), tookMs: performance.now() - startedAt };
}

/** The lines and what they print, as the README shows them. */
export function drawTranscript(typed: readonly TypedLine[]): string {
  return typed
    .map(({ line, exit, shown }) => {
      const closing = exit === 0 ? '' : `(exit ${exit})\n`;
      return `$ ${line}\n${shown.trimEnd()}\n${closing}`;
    })
    .join('');
}

export function readTranscript(): string {
  const [, block = ''] = readFileSync(README, 'utf8').split(MADE);
  return /^\s*```\n(.*?)```/s.exec(block)?.[1] ?? '';
}

export function writeTranscript(transcript: string): void {
  const [before = '', after = ''] = readFileSync(README, 'utf8').split(MADE);
  const rest = after.replace(/^\s*```\n.*?```\n/s, '');
  writeFileSync(README, `${before}${MADE}\n\n\`\`\`\n${transcript}\`\`\`\n${rest}`);
}

/** Without what differs from one machine or one run to the next. */
function tidy(text: string, folder: string): string {
  return text
    .replaceAll(`${folder}/`, '')
    .replaceAll(/sha512-[\w+/=]+…?/g, 'sha512-…')
    .replaceAll(/(in a jail of the kernel: ).+/g, '$1…');
}
