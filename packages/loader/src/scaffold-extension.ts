import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXTENSION_ID_PATTERN, MortiseError } from '@mortise/contracts';
import { listFolder } from './files/list-folder.ts';

export interface ScaffoldOptions {
  /** Of the extension; stands in the manifest and in the name of the package. */
  readonly id: string;
  readonly template: ScaffoldTemplate;
  /**
   * The folder of a checkout whose packages are used instead of published ones, for authors who
   * work beside it.
   */
  readonly linkTo?: string;
}

export type ScaffoldTemplate = 'basic' | 'fetch';

const TEMPLATES = join(import.meta.dirname, '..', '..', '..', 'examples', 'extension-template');
const MAX_FILES = 100;
/** Stands in the templates where the id belongs; they are extensions that work under this name. */
const TEMPLATE_ID = 'my-extension';

/**
 * Writes a new extension with its test into a folder, and answers the files written. Throws
 * `scaffold_refused` for a folder that is not empty: nothing of an author is ever overwritten.
 */
export async function scaffoldExtension(
  folder: string,
  options: ScaffoldOptions,
): Promise<readonly string[]> {
  if (!new RegExp(EXTENSION_ID_PATTERN).test(options.id)) {
    const rule = `An id matches ${EXTENSION_ID_PATTERN}.`;
    throw new MortiseError('scaffold_refused', `${JSON.stringify(options.id)}: ${rule}`);
  }
  await requireEmpty(folder);
  const template = join(TEMPLATES, options.template);
  const files = listFolder(template, MAX_FILES) ?? [];
  for (const file of files) {
    const text = await readFile(join(template, file), 'utf8');
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, fillIn(file, text, options), { flag: 'wx' });
  }
  return files;
}

function fillIn(file: string, text: string, options: ScaffoldOptions): string {
  const named =
    file === 'package.json'
      ? text.replaceAll(TEMPLATE_ID, options.id.toLowerCase())
      : text.replaceAll(TEMPLATE_ID, options.id);
  if (file !== 'package.json' || options.linkTo === undefined) return named;
  const { linkTo } = options;
  return named.replace(/"@mortise\/(\w+)": "[^"]+"/g, (_, name: string) => {
    return `"@mortise/${name}": ${JSON.stringify(`link:${join(linkTo, 'packages', name)}`)}`;
  });
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new MortiseError('scaffold_refused', `${folder} cannot be read.`, { cause: error });
  });
  if (entries.length > 0) throw new MortiseError('scaffold_refused', `${folder} is not empty.`);
}
