import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONFIG_LIMITS } from './config-limits.ts';
import { isModule } from './config-modules.ts';

/** What a config file holds, before anything is interpreted. */
export type ConfigSource =
  | { readonly kind: 'text'; readonly fileName: string; readonly text: string }
  | { readonly kind: 'value'; readonly fileName: string; readonly value: unknown }
  | {
      readonly kind: 'unreadable';
      readonly code: 'config_unreadable' | 'config_too_large';
      readonly fileName: string;
      readonly reason: string;
    };

const FILE_NAMES = ['yaml', 'yml', 'jsonc', 'json', 'json5', 'ts', 'mts'].map(
  (ending) => `mortise.config.${ending}`,
);
const LONGEST_REASON = 200;

/** Reads a config file, or the one `mortise.config.*` of a folder. Never rejects. */
export async function readConfigFile(path: string): Promise<ConfigSource> {
  let fileName = path;
  try {
    const [only, ...others] = await findConfigFile(path);
    if (only === undefined || others.length > 0) {
      const names = FILE_NAMES.join(', ');
      return unreadable(fileName, `there must be exactly one of ${names} in the folder`);
    }
    fileName = only;
    return await readFound(fileName);
  } catch (error) {
    return unreadable(fileName, describeError(error));
  }
}

async function findConfigFile(path: string): Promise<readonly string[]> {
  const entry = await stat(path);
  if (!entry.isDirectory()) return [path];
  const present = new Set(await readdir(path));
  return FILE_NAMES.filter((name) => present.has(name)).map((name) => join(path, name));
}

async function readFound(fileName: string): Promise<ConfigSource> {
  if (isModule(fileName)) return importModule(fileName);
  // Before opening: to open a pipe without a writer would wait for ever.
  const entry = await stat(fileName);
  if (!entry.isFile()) return unreadable(fileName, 'it is not a file');
  if (entry.size > CONFIG_LIMITS.bytes) {
    const reason = `it has ${entry.size} bytes, and ${CONFIG_LIMITS.bytes} at most are read`;
    return { ...unreadable(fileName, reason), code: 'config_too_large' };
  }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(fileName));
  return { kind: 'text', fileName, text };
}

function unreadable(fileName: string, reason: string) {
  return { kind: 'unreadable', code: 'config_unreadable', fileName, reason } as const;
}

/** The file is the operator's own program: it runs here, with every right the host has. */
async function importModule(fileName: string): Promise<ConfigSource> {
  const url = pathToFileURL(resolve(fileName));
  // Without it a second look would get the module of the first one from Node's cache.
  url.searchParams.set('modified', String((await stat(fileName)).mtimeMs));
  const module: { readonly default?: unknown } = await import(url.href);
  if (module.default !== undefined) return { kind: 'value', fileName, value: module.default };
  return unreadable(fileName, 'it has no default export');
}

function describeError(error: unknown): string {
  const [firstLine = ''] = error instanceof Error ? error.message.split('\n') : ['reading failed'];
  return firstLine.slice(0, LONGEST_REASON);
}
