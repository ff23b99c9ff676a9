import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runTool } from './run-tool.ts';
import { ROOT, type WorkspacePackage } from './workspace-packages.ts';

const BESIDE = /locateBeside\(import\.meta\.url, '([^']+)'\)/g;

/**
 * Compiles what a package publishes with plain `tsc`: its entries, the programs it starts by their
 * place, and what they import. Tests and their fixtures are reached by neither.
 */
export async function compilePackage(
  each: WorkspacePackage,
  all: readonly WorkspacePackage[],
): Promise<void> {
  const published = entriesOf(each).map(([, path]) => join(each.folder, path));
  if (published.length === 0) return;
  const dist = join(each.folder, 'dist');
  const project = join(dist, 'tsconfig.json');
  mkdirSync(dist, { recursive: true });
  writeFileSync(
    project,
    JSON.stringify(projectFor(each, [...published, ...programsOf(each)], all)),
  );
  await runTool(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', project]);
  rmSync(project);
}

/** The published entries of a package, each with its source from the package's folder on. */
export function entriesOf({ manifest }: WorkspacePackage): readonly (readonly [string, string])[] {
  const published = manifest.publishConfig?.exports ?? {};
  return Object.entries(manifest.exports ?? {}).flatMap(([entry, path]) => {
    const isCompiled = Object.hasOwn(published, entry) && String(path).endsWith('.ts');
    return isCompiled ? [[entry, String(path)] as const] : [];
  });
}

/** What is started by its place: the module of a command, and what `locateBeside` finds. */
function programsOf({ folder }: WorkspacePackage): readonly string[] {
  const sources = globSync('src/**/*.ts', { cwd: folder }).filter((path) => !/\.test\./.test(path));
  const beside = sources.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return [...text.matchAll(BESIDE)].map(([, name]) => join(dirname(path), `${name ?? ''}.ts`));
  });
  const mains = sources.filter((path) => path === join('src', 'main.ts'));
  return [...mains, ...beside].map((path) => join(folder, path));
}

function projectFor(
  { folder, manifest }: WorkspacePackage,
  entries: readonly string[],
  all: readonly WorkspacePackage[],
): object {
  // Maps lead to sources: a package that publishes none has no maps.
  const hasSources = manifest.files?.includes('src') === true;
  return {
    extends: relative(join(folder, 'dist'), join(ROOT, 'tsconfig.json')),
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      declarationMap: hasSources,
      sourceMap: hasSources,
      rootDir: join(folder, 'src'),
      outDir: join(folder, 'dist'),
      // Types of neighbours come from what they publish, so that nothing of theirs is compiled again.
      paths: Object.fromEntries(all.flatMap(declarationsOf)),
    },
    files: entries,
    include: [],
  };
}

function declarationsOf(each: WorkspacePackage): readonly (readonly [string, readonly string[]])[] {
  return entriesOf(each).map(([entry, path]) => {
    const declarations = path.replace('./src/', './dist/').replace(/\.ts$/, '.d.ts');
    return [`${each.name}${entry.slice(1)}`, [join(each.folder, declarations)]];
  });
}
