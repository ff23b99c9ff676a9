// Written by the bundler: base64 of each file by its path, `/extension/assets/logo.png`.
import { files } from 'mortise:package-files';
import { Buffer } from './builtins/buffer.ts';

/** Bytes of a file that was bundled with the code, by path or by `file:` URL. */
export function packageFile(path: unknown): Uint8Array | undefined {
  const text = String(path);
  const name = text.startsWith('file://') ? decodeURIComponent(new URL(text).pathname) : text;
  const base64 = Object.hasOwn(files, name) ? files[name] : undefined;
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}
