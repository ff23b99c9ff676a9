import { extname } from 'node:path';

/** `json` covers JSON with comments and JSON5 as well. */
export type ConfigFormat = 'yaml' | 'json';

const FORMATS: ReadonlyMap<string, ConfigFormat> = new Map([
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.json', 'json'],
  ['.jsonc', 'json'],
  ['.json5', 'json'],
]);

export function formatOf(fileName: string): ConfigFormat | undefined {
  return FORMATS.get(extname(fileName).toLowerCase());
}
