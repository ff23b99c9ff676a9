import { sep } from 'node:path';

/** Whether a path is a folder or lies in it, by its text. */
export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
