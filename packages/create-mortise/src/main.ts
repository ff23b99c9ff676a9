import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MortiseError, shellWord, showHidden } from '@mortise/contracts/plain';
import { askProject, type ChosenProject, takeProject } from './choose-project.ts';
import { helpText } from './help-text.ts';
import { detectPackageManager, type PackageManager } from './package-managers.ts';
import { type Arguments, readArguments } from './read-arguments.ts';
import { type Project, scaffoldProject } from './scaffold/scaffold-project.ts';
import { UsageFault } from './usage-fault.ts';

/** As `mortise` itself ends: the command line was wrong, this machine is not well, or given up. */
const EXIT = { ok: 0, usage: 2, unwell: 5, cancelled: 130 } as const;

/** What is used of the process. */
export interface Program {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  cwd(): string;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** `npm create mortise`: answers the exit code, and never throws for what its user can mend. */
export async function main(program: Program): Promise<number> {
  try {
    const given = readArguments(program.argv.slice(2));
    if (given.wants === 'project') return await create(program, given);
    tell(program, given.wants === 'help' ? helpText() : ownVersion());
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof UsageFault || MortiseError.is(error))) throw error;
    program.stderr.write(`${error.code}  ${showHidden(error.message)}\n  hint: ${error.hint}\n`);
    return error.code === 'scaffold_unwritable' ? EXIT.unwell : EXIT.usage;
  }
}

async function create(program: Program, given: Arguments): Promise<number> {
  const isAsked = !given.yes && program.stdin.isTTY === true && program.stdout.isTTY === true;
  const chosen = isAsked
    ? await askProject(given, program.cwd())
    : takeProject(given, program.cwd());
  if (chosen === undefined) {
    program.stderr.write('given up; nothing was written\n');
    return EXIT.cancelled;
  }
  const project = write(program, chosen, given);
  const manager = given.packageManager ?? detectPackageManager(program.env);
  tell(program, describe(project, { chosen, manager, cwd: program.cwd() }));
  return EXIT.ok;
}

/** A signal that arrives meanwhile is dealt with afterwards: the project is whole, or not there. */
function write(program: Program, chosen: ChosenProject, given: Arguments): Project {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const wait = () => {};
  for (const signal of signals) program.on(signal, wait);
  const { packageName } = given;
  return scaffoldProject(chosen.folder, {
    template: chosen.template,
    ...(packageName === undefined ? {} : { packageName }),
  });
}

interface Shown {
  readonly chosen: ChosenProject;
  readonly manager: PackageManager;
  readonly cwd: string;
}

function describe(project: Project, { chosen, manager, cwd }: Shown): string {
  const place = relative(cwd, project.folder) || '.';
  const files = project.files.map((file) => `  ${join(place, file)}`);
  const { name, kind, summary } = chosen.template;
  const enter = place === '.' ? [] : [`cd ${shellWord(place)}`];
  const look = kind === 'extension' ? 'dev' : 'start';
  const next = [...enter, `${manager} install`, `${manager} test`, `${manager} run ${look}`];
  return [
    `created ${project.packageName} from ${name}: ${summary}`,
    ...files,
    'next:',
    ...next.map((line) => `  ${line}`),
  ].join('\n');
}

function tell(program: Program, text: string): void {
  program.stdout.write(`${showHidden(text)}\n`);
}

function ownVersion(): string {
  const manifest = join(import.meta.dirname, '..', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
