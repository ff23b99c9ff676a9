import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { importedNames } from './imported-names.ts';
import type { UnpackedPackage } from './unpacked-package.ts';

/** Words that must stand nowhere in what is published: this machine's folders, a registry's host. */
export interface ForbiddenWords {
  readonly words: readonly string[];
}

type Check = (unpacked: UnpackedPackage, forbidden: ForbiddenWords) => readonly string[];

/** What is wrong with a package as it would be published, one line each; nothing if all is well. */
export function checkPackage(
  unpacked: UnpackedPackage,
  forbidden: ForbiddenWords,
): readonly string[] {
  return CHECKS.flatMap((check) => check(unpacked, forbidden));
}

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
/** The kit of the sdk that authors import is no test. */
const TEST_FILE =
  /\.(?:test|spec|bench)\.[cm]?[jt]s|[-.]fixture|(?:^|\/)(?:fixtures|__tests__)\/|-test-kit/;
/** A project that is written for an author has its tests. */
const TEMPLATE = /^templates\//;
const TEST_TOOLS = ['vitest', 'fast-check'];

const CHECKS: readonly Check[] = [
  ({ manifest }) => (manifest.private === true ? ['is private'] : []),
  ({ files }) =>
    ['README.md', 'LICENSE']
      .filter((name) => !files.includes(name))
      .map((name) => `has no ${name}`),
  ({ manifest, isExtension }) =>
    ['description', 'license', ...(isExtension ? [] : ['engines', 'exports'])]
      .filter((field) => !Object.hasOwn(manifest, field))
      .map((field) => `package.json has no ${field}`),
  ({ manifest }) =>
    INSTALL_SCRIPTS.filter((name) => Object.hasOwn(manifest.scripts ?? {}, name)).map(
      (name) => `has an install script: ${name}`,
    ),
  ({ files }) =>
    files
      .filter((file) => TEST_FILE.test(file) && !TEMPLATE.test(file))
      .map((file) => `has a test: ${file}`),
  ({ read }) =>
    [...read('README.md').matchAll(/\]\((\.\.\/[^)]*)\)/g)].map(
      ([, link]) => `README.md links out of the package: ${link}`,
    ),
  checkVersions,
  checkEntries,
  checkMaps,
  checkImports,
  checkWords,
];

function checkVersions({ manifest }: UnpackedPackage): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies })
    .filter(([, range]) => !/^[~^]?\d|^>=|^npm:/.test(range))
    .map(([name, range]) => `depends on ${name} by ${range}`);
}

/** Entries are there, and what a program imports is JavaScript with types. */
function checkEntries({ manifest, files }: UnpackedPackage): readonly string[] {
  const paths = [...pathsIn(manifest.exports), ...pathsIn(manifest.bin)];
  const missing = paths.filter((path) => !files.includes(normalize(path)));
  const sources = paths.filter((path) => /(?<!\.d)\.[cm]?ts$/.test(path));
  const open = Object.keys(manifest.exports ?? {}).filter((entry) => entry.includes('*'));
  return [
    ...missing.map((path) => `an entry is not there: ${path}`),
    ...sources.map((path) => `an entry is TypeScript: ${path}`),
    ...open.map((entry) => `exports are open: ${entry}`),
  ];
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(pathsIn) : [];
}

/** A map that leads nowhere is worse than none; that of a bundled extension has the texts in it. */
function checkMaps({ files, read, isExtension }: UnpackedPackage): readonly string[] {
  if (isExtension) return [];
  return files
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => {
      const { sources } = JSON.parse(read(file)) as { readonly sources: readonly string[] };
      return sources
        .filter((source) => !files.includes(join(dirname(file), source)))
        .map((source) => `${file} names ${source}, which is not there`);
    });
}

function checkImports({ manifest, files, read }: UnpackedPackage): readonly string[] {
  const { name, dependencies, peerDependencies, optionalDependencies } = manifest;
  const known = { ...dependencies, ...peerDependencies, ...optionalDependencies, [name]: '' };
  return files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...importedNames(read(file))]
        .filter((each) => !isBuiltin(each) && !Object.hasOwn(known, each))
        .map((each) => `${file} imports ${each}, which is no dependency`),
    );
}

function checkWords(
  { files, read }: UnpackedPackage,
  { words }: ForbiddenWords,
): readonly string[] {
  return files.flatMap((file) => {
    const text = read(file);
    const isTest =
      !TEMPLATE.test(file) && TEST_TOOLS.some((tool) => text.includes(`from '${tool}'`));
    return [
      ...words.filter((word) => text.includes(word)).map((word) => `${file} contains ${word}`),
      ...(isTest ? [`${file} imports a tool for tests`] : []),
    ];
  });
}
