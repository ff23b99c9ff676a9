import { Type } from '@mortise/sdk';

/** The argument that all file tools share. */
export function filePath(description: string) {
  return Type.String({ minLength: 1, maxLength: 4_000, description });
}

/** `a/b` in the folder `folder`, without a leading `./`. */
export function joinPath(folder: string, name: string): string {
  if (folder === '.' || folder === '') return name;
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
}

/** The folder a path lies in, or `undefined` if it names none. */
export function folderOf(path: string): string | undefined {
  const slash = path.lastIndexOf('/');
  return slash > 0 ? path.slice(0, slash) : undefined;
}
