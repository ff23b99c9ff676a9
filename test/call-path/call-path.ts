import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CallPath } from './measure-call.ts';

const ARCHITECTURE = join(import.meta.dirname, '..', '..', 'ARCHITECTURE.md');
const BEGIN = '<!-- The next lines are made by `pnpm docs:call`. -->\n\n```\n';
const END = '```\n';

/** Runs one warm call in a process of its own and says which of our files it went through. */
export async function measureCallPath(): Promise<CallPath> {
  const script = join(import.meta.dirname, 'measure-call.ts');
  const args = ['--no-node-snapshot', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  // `measure-call.ts` wrote it.
  return JSON.parse(stdout) as CallPath;
}

/** The drawing of a call: each file where the call enters it for the first time, with the function. */
export function drawCallPath({ entries }: CallPath): string {
  const width = Math.max(...entries.map(({ file }) => file.length));
  return entries.map(({ file, name }) => `${file.padEnd(width)}  ${name}`.trimEnd()).join('\n');
}

export function readDrawing(): string {
  const { text, begin, end } = findDrawing();
  return text.slice(begin, end).trimEnd();
}

export function writeDrawing(drawing: string): void {
  const { text, begin, end } = findDrawing();
  writeFileSync(ARCHITECTURE, `${text.slice(0, begin)}${drawing}\n${text.slice(end)}`);
}

function findDrawing() {
  const text = readFileSync(ARCHITECTURE, 'utf8');
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  if (begin < BEGIN.length) throw new Error('ARCHITECTURE.md has no place for the drawing');
  return { text, begin, end: text.indexOf(END, begin) };
}
