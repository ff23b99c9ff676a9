import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Diagnostic, ERROR_CODES } from '@mortise/contracts';
import { Child } from '@mortise/processes';

const MOST_CHARS = 200_000;
const MOST_FINDINGS = 100;
const TOO_LONG_MS = 120_000;
/** As the compiler writes them without colours. */
const LINE = /^([^\s(][^(]*)\((\d+),(\d+)\): error (TS\d+): (.*)$/;

/** What came of the types: undefined if they could not be checked, with the reason in words. */
export type TypeCheck =
  | { readonly status: 'checked'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: 'unchecked'; readonly reason: string };

/**
 * Has the compiler of the folder that the command was typed in look at an extension. Never one that came
 * with the extension, unless that is where it was typed: who only looks at an extension runs nothing of it.
 */
export async function checkTypes(folder: string, world: TypeCheckWorld): Promise<TypeCheck> {
  if (!existsSync(join(folder, 'tsconfig.json'))) return unchecked('there is no tsconfig.json');
  const compiler = join(world.cwd, 'node_modules/.bin/tsc');
  if (!existsSync(compiler)) return unchecked('TypeScript is not installed in this folder');
  const args = ['--noEmit', '--pretty', 'false', '--incremental', 'false', '-p', folder];
  const child = Child.start({
    ...{ program: compiler, args, cwd: folder, env: world.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stream(1), child.stream(2)])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text = (text + piece).slice(0, MOST_CHARS);
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), TOO_LONG_MS);
  const end = await child.ended;
  clearTimeout(timer);
  if (end.kind === 'not_started') return unchecked(end.message);
  const diagnostics = readErrors(text, folder);
  if (end.code === 0 || diagnostics.length > 0) return { status: 'checked', diagnostics };
  return unchecked(`the compiler ended with ${end.code ?? end.signal}: ${text.slice(0, 300)}`);
}

interface TypeCheckWorld {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

function unchecked(reason: string): TypeCheck {
  return { status: 'unchecked', reason };
}

function readErrors(text: string, folder: string): readonly Diagnostic[] {
  const found = text.split('\n').flatMap((line) => readError(line, folder) ?? []);
  return found.slice(0, MOST_FINDINGS);
}

function readError(text: string, folder: string): Diagnostic | undefined {
  const [, file = '', line, column, code = '', message = ''] = LINE.exec(text) ?? [];
  if (code === '') return undefined;
  const path = file.startsWith('/') ? relative(folder, file) : file;
  return {
    ...{ code: 'types_wrong', severity: 'error', subject: path },
    ...{ file: path, line: Number(line), column: Number(column) },
    message: `${code}: ${message.slice(0, 500)}`,
    hint: ERROR_CODES.types_wrong.hint,
  };
}
