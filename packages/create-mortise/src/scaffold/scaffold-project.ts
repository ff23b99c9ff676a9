import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nameProject, type ProjectNames } from './project-names.ts';
import { readTemplate } from './read-template.ts';
import type { Template } from './templates.ts';
import { requireVacant, writeProject } from './write-project.ts';

export interface ProjectOptions {
  readonly template: Template;
  /** Of the package, where the folder's name will not do. */
  readonly packageName?: string;
  /** A checkout whose packages are used instead of published ones, for those who work on both. */
  readonly linkTo?: string;
}

export interface Project extends ProjectNames {
  /** Absolute. */
  readonly folder: string;
  /** What was written, by path in the folder. */
  readonly files: readonly string[];
}

/**
 * Writes a new project into a folder that is not there yet or is empty: all of it or nothing. Throws
 * a `MortiseError` (`package_name_invalid`, `scaffold_refused`, `scaffold_unwritable`) and then has
 * changed nothing.
 */
export function scaffoldProject(place: string, options: ProjectOptions): Project {
  const folder = resolve(place);
  const names = nameProject(folder, options.template, options.packageName);
  requireVacant(folder);
  const versionOf = versionsFor(options.linkTo);
  const files = readTemplate(options.template, { names, versionOf });
  writeProject(folder, files);
  return { ...names, folder, files: files.map(({ path }) => path) };
}

function versionsFor(linkTo: string | undefined): (packageName: string) => string {
  if (linkTo === undefined) return () => `^${ownVersion()}`;
  return (name) => `link:${join(resolve(linkTo), 'packages', name.slice('@mortise/'.length))}`;
}

/** All packages are released together, under one version. */
function ownVersion(): string {
  const manifest = join(import.meta.dirname, '..', '..', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
