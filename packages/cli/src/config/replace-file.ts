import { realpath, rename, stat, writeFile } from 'node:fs/promises';

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  // A rename would put a file in the place of a link.
  const target = await realpath(path);
  const draft = `${target}.draft`;
  const { mode } = await stat(target);
  await writeFile(draft, text, { mode });
  await rename(draft, target);
}
