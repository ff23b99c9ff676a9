import posixPath from 'path-browserify';
import { HOME } from '../places.ts';

/** The absolute path that code means: a text, bytes or a `file:` URL, from the working folder. */
export function filePath(rawPath: unknown): string {
  const text = textOf(rawPath);
  if (text.includes('\0')) {
    const message = 'The argument "path" must be a string without null bytes';
    throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_VALUE' });
  }
  const path = posixPath.resolve(HOME, text);
  return path === '' ? '/' : path;
}

function textOf(rawPath: unknown): string {
  if (typeof rawPath === 'string') return rawPath;
  if (rawPath instanceof URL) return decodeURIComponent(rawPath.pathname);
  if (rawPath instanceof Uint8Array) return new TextDecoder().decode(rawPath);
  const message = `The "path" argument must be of type string or an instance of Buffer or URL. Received ${typeof rawPath}`;
  throw Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}
