import { apiReport } from './api-report.ts';
import { DeclaredProgram } from './declared-program.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { findAny } from './find-any.ts';

/** What is to be known about the public API of all packages. */
export interface ApiReports {
  /** By the name of the file in `docs/api`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Places where a type is `any`. */
  readonly anys: readonly string[];
  /** What a compiler says that reads the declarations. */
  readonly problems: readonly string[];
}

export async function apiReports(): Promise<ApiReports> {
  using declarations = await emitDeclarations();
  const program = new DeclaredProgram(declarations);
  const { entries } = declarations;
  const names = new Set(entries.map(({ packageName }) => packageName));
  const pages = [...names].map(
    (name) => [`${fileName(name)}.api.md`, apiReport(name, entries, program)] as const,
  );
  return { pages: new Map(pages), anys: findAny(entries, program), problems: program.problems() };
}

function fileName(packageName: string): string {
  return packageName.split('/').at(-1) ?? packageName;
}
