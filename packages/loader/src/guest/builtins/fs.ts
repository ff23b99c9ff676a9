import { needs } from '../missing.ts';
import { packageFile } from '../package-files.ts';
import { Buffer } from './buffer.ts';
import * as asynchronous from './fs-promises.ts';

type Encoding = string | { readonly encoding?: string | null } | null | undefined;

/** Files of the extension's own package were bundled with it; every other file is the host's. */
export function readFileSync(path: unknown, options?: Encoding): unknown {
  const bytes = packageFile(path);
  if (bytes === undefined) throw missingFile('readFileSync', path);
  const encoding = typeof options === 'object' ? options?.encoding : options;
  const buffer = Buffer.from(bytes);
  return encoding === undefined || encoding === null ? buffer : buffer.toString(encoding as 'utf8');
}

export function existsSync(path: unknown): boolean {
  return packageFile(path) !== undefined;
}

export const promises: object = new Proxy(asynchronous, {
  get: (target, key) =>
    typeof key === 'symbol' || key === 'then' || key in target
      ? Reflect.get(target, key)
      : needs('fs_reach', `fs.promises.${key}`),
});

/** Flags and modes as Linux has them; plain numbers. */
export const constants = {
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  COPYFILE_EXCL: 1,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 64,
  O_EXCL: 128,
  O_TRUNC: 512,
  O_APPEND: 1024,
  O_NOFOLLOW: 131_072,
  S_IFMT: 61_440,
  S_IFREG: 32_768,
  S_IFDIR: 16_384,
  S_IFLNK: 40_960,
};

function missingFile(member: string, path: unknown): Error {
  return new Error(`needs capability fs_reach: fs.${member}(${JSON.stringify(String(path))})`);
}
