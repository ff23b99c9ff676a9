import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf } from '../../release/compile-package.ts';
import { runTool } from '../../release/run-tool.ts';
import { ROOT, workspacePackages } from '../../release/workspace-packages.ts';

/** An entry point of a published package. */
export interface Entry {
  readonly packageName: string;
  /** As a program imports it. */
  readonly specifier: string;
  /** Its source, from the root of the repository on. */
  readonly source: string;
}

/** The declarations of all published packages, as the compiler emits them, in a folder of their own. */
export interface Declarations extends Disposable {
  readonly folder: string;
  readonly entries: readonly Entry[];
}

/** One run of the compiler for all packages: they are built one by one only to be packed. */
export async function emitDeclarations(): Promise<Declarations> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-api-'));
  const entries = publishedEntries();
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify(projectFor(folder, entries)));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await runTool(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', project]);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, entries, [Symbol.dispose]: remove };
}

function publishedEntries(): readonly Entry[] {
  return workspacePackages().flatMap((each) =>
    entriesOf(each).map(([entry, path]) => ({
      packageName: each.name,
      specifier: `${each.name}${entry.slice(1)}`,
      source: join(each.folder, path).slice(ROOT.length + 1),
    })),
  );
}

function projectFor(folder: string, entries: readonly Entry[]): object {
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
      ...{ rootDir: ROOT, outDir: folder, typeRoots: [join(ROOT, 'node_modules', '@types')] },
      // A file that is first found through node_modules counts as a stranger's, of which nothing is emitted.
      paths: Object.fromEntries(
        entries.map(({ specifier, source }) => [specifier, [join(ROOT, source)]]),
      ),
    },
    include: [],
    files: entries.map(({ source }) => join(ROOT, source)),
  };
}
