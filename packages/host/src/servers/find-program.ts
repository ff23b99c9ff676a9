import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';

/** Where a program is looked for. */
export interface ProgramPlaces {
  /** As the variable PATH has it. */
  readonly path: string;
  readonly cwd: string;
}

/** The file of a program, as a shell would find it; `undefined` if there is none. */
export function findProgram(command: string, { path, cwd }: ProgramPlaces): string | undefined {
  const candidates = command.includes('/')
    ? [resolve(cwd, command)]
    : foldersOf(path).map((folder) => resolve(folder, command));
  return candidates.find(isProgram);
}

/** The folders of a PATH; what is not absolute depends on where one stands, and is left out. */
export function foldersOf(path: string): readonly string[] {
  return [...new Set(path.split(delimiter).filter((folder) => isAbsolute(folder)))];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
