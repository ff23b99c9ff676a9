import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectNames } from './project-names.ts';
import { PLACEHOLDERS, type Template } from './templates.ts';

/** One file of a new project, by its path in it, with `/`. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export interface FillIn {
  readonly names: ProjectNames;
  /** What to ask of our packages, which all have one version. */
  readonly versionOf: (packageName: string) => string;
}

const TEMPLATE_FOLDER = join(import.meta.dirname, '..', '..', 'templates');
/** What using a template in the workspace leaves there. */
const LEFT_OVER = new Set(['node_modules', 'dist', '.mortise']);
/** Packing leaves out or renames a file that is really called so. */
const RENAMED: ReadonlyMap<string, string> = new Map([['_gitignore', '.gitignore']]);

/** The files of a template, with the names and versions of the new project in them. */
export function readTemplate(template: Template, fillIn: FillIn): readonly ProjectFile[] {
  const folder = join(TEMPLATE_FOLDER, template.name);
  return listFiles(folder).map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return {
      path: RENAMED.get(path) ?? path,
      text: path === 'package.json' ? fillPackage(text, fillIn) : fillText(text, template, fillIn),
    };
  });
}

function listFiles(root: string, below = ''): readonly string[] {
  return readdirSync(join(root, below), { withFileTypes: true })
    .filter(({ name }) => !LEFT_OVER.has(name))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, path) : [path];
    })
    .toSorted();
}

function fillText(text: string, { kind }: Template, { names }: FillIn): string {
  return text.replaceAll(PLACEHOLDERS[kind], () => names.id);
}

function fillPackage(text: string, { names, versionOf }: FillIn): string {
  const described = JSON.parse(text) as Record<string, unknown>;
  const filled = Object.entries(described).map(([key, value]) => {
    if (key === 'name') return [key, names.packageName];
    return [key, /ependencies$/.test(key) ? fillVersions(value, versionOf) : value];
  });
  return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`;
}

function fillVersions(value: unknown, versionOf: FillIn['versionOf']): unknown {
  const wanted = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(
    wanted.map(([name, version]) => [
      name,
      name.startsWith('@mortise/') ? versionOf(name) : version,
    ]),
  );
}
