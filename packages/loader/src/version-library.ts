import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** 47 modules that only an extension with a version to compare needs. */
export function versionLibrary(): typeof import('semver') {
  return load('semver');
}
