import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** The first program of this name on the path that is none of this workspace. */
export function findProgram(name: string): string {
  const folders = (process.env['PATH'] ?? '')
    .split(':')
    .filter((each) => !/node_modules/.test(each));
  const found = folders.map((folder) => join(folder, name)).find(isProgram);
  if (found === undefined) throw new Error(`there is no ${name} on the path`);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
