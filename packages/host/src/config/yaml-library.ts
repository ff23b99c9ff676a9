import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** 72 modules that only a file in YAML needs. */
export function yamlLibrary(): typeof import('yaml') {
  return load('yaml');
}
