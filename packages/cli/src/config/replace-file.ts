import { rename, stat, writeFile } from 'node:fs/promises';

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  const { mode } = await stat(path);
  await writeFile(draft, text, { mode });
  await rename(draft, path);
}
