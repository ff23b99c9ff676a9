// Written by the bundler: base64 of each file by its path, `/extension/assets/logo.png`.
import { files } from 'mortise:package-files';
import { Buffer } from './builtins/buffer.ts';

/** Bytes of a file that was bundled with the code. */
export function packageFile(path: string): Uint8Array | undefined {
  const base64 = Object.hasOwn(files, path) ? files[path] : undefined;
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

/** What lies in a folder of the bundled files; `undefined` if there is none. */
export function packageFolder(
  path: string,
): readonly { readonly name: string; readonly kind: string }[] | undefined {
  const start = path === '/' ? '/' : `${path}/`;
  const names = new Map<string, string>();
  for (const file of Object.keys(files)) {
    if (!file.startsWith(start)) continue;
    const [name = '', ...rest] = file.slice(start.length).split('/');
    names.set(name, rest.length === 0 ? 'file' : 'directory');
  }
  const isThere = names.size > 0 && path.startsWith('/extension');
  return isThere ? [...names].map(([name, kind]) => ({ name, kind })) : undefined;
}
