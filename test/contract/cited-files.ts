import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Citation, findCitations } from './find-citations.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = '{packages,extensions,examples,test}';
/** The tests of the contract cite rules that do not exist, on purpose. */
const NOT_SCANNED = 'test/contract/';

/** A citation with the file it stands in. */
export interface PlacedCitation extends Citation {
  readonly file: string;
}

/** Citations in what runs as a test: test files, hazards, shared suites, conformance cases. */
export function citationsOfTests(): readonly PlacedCitation[] {
  const forms = ['**/*.{test,hazard}.ts', '**/*-suite.ts', 'conformance/cases/*.json'];
  return citationsIn(forms.map((form) => `${FOLDERS}/${form}`));
}

/** Citations in the sources of packages and extensions. */
export function citationsOfSources(): readonly PlacedCitation[] {
  const all = citationsIn(['{packages,extensions}/*/src/**/*.ts']);
  return all.filter(({ file }) => !/\.(?:test|hazard)\.ts$|-suite\.ts$/.test(file));
}

/** Links to rules in the documents. */
export function citationsOfDocuments(): readonly PlacedCitation[] {
  const all = citationsIn(['*.md', 'docs/*.md', `${FOLDERS}/**/*.md`]);
  return all.filter(({ kind }) => kind === 'link');
}

function citationsIn(patterns: readonly string[]): readonly PlacedCitation[] {
  const files = globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'node_modules' });
  return files
    .filter((file) => !file.startsWith(NOT_SCANNED))
    .flatMap((file) =>
      findCitations(readFileSync(join(ROOT, file), 'utf8')).map((citation) => ({
        ...citation,
        file,
      })),
    );
}
