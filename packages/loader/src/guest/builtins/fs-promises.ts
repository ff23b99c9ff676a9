import { packageFile } from '../package-files.ts';
import { Buffer } from './buffer.ts';

type Encoding = string | { readonly encoding?: string | null } | null | undefined;

export async function readFile(path: unknown, options?: Encoding): Promise<unknown> {
  const bytes = packageFile(path);
  if (bytes === undefined) {
    throw new Error(
      `needs capability fs_reach: fs.promises.readFile(${JSON.stringify(String(path))})`,
    );
  }
  const encoding = typeof options === 'object' ? options?.encoding : options;
  const buffer = Buffer.from(bytes);
  return encoding === undefined || encoding === null ? buffer : buffer.toString(encoding as 'utf8');
}
