import { Type } from '@mortise/sdk';

/** The argument that all file tools share. */
export function filePath(description: string) {
  return Type.String({ minLength: 1, maxLength: 4_000, description });
}

/** The folder a path lies in, or `undefined` if it names none. */
export function folderOf(path: string): string | undefined {
  const slash = path.lastIndexOf('/');
  return slash > 0 ? path.slice(0, slash) : undefined;
}
