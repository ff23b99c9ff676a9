import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../release/workspace-packages.ts';
import type { Declarations } from './emit-declarations.ts';

/** The declarations as a program of the compiler, with what is needed to ask about them. */
export class DeclaredProgram {
  readonly checker: ts.TypeChecker;
  readonly #program: ts.Program;
  readonly #folder: string;

  constructor({ folder, entries }: Declarations) {
    this.#folder = folder;
    const options: ts.CompilerOptions = {
      ...{ target: ts.ScriptTarget.ES2024, strict: true, noEmit: true, types: ['node'] },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
      ...{ allowImportingTsExtensions: true, exactOptionalPropertyTypes: true },
      lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.esnext.collection.d.ts'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    };
    const host = ts.createCompilerHost(options);
    const own = new Map(entries.map(({ specifier, source }) => [specifier, this.#pathOf(source)]));
    host.resolveModuleNameLiterals = (literals, file) =>
      literals.map(({ text }) => {
        const path = own.get(text) ?? this.#relative(text, file);
        if (path !== undefined) return declaredIn(path);
        // What others publish is found from where our source stands.
        return ts.resolveModuleName(
          text,
          this.#sourceOf(file),
          options,
          host,
          undefined,
          undefined,
          this.isOwn(file) ? ts.ModuleKind.ESNext : formatOf(file, host, options),
        );
      });
    this.#program = ts.createProgram([...own.values()], options, host);
    this.checker = this.#program.getTypeChecker();
  }

  /** What a module exports, by name. */
  exportsOf(source: string): readonly ts.Symbol[] {
    const file = this.#program.getSourceFile(this.#pathOf(source));
    const symbol = file && this.checker.getSymbolAtLocation(file);
    if (symbol === undefined) throw new Error(`${source} has no declarations`);
    return this.checker
      .getExportsOfModule(symbol)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** What an exported name stands for. */
  targetOf(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Our declaration files, with what the compiler has to say about each. */
  get ownFiles(): readonly ts.SourceFile[] {
    return this.#program.getSourceFiles().filter(({ fileName }) => this.isOwn(fileName));
  }

  problems(): readonly string[] {
    return this.ownFiles
      .flatMap((file) => this.#program.getSemanticDiagnostics(file))
      .map(({ file, messageText }) => {
        const text = ts.flattenDiagnosticMessageText(messageText, '\n');
        return `${file === undefined ? '' : this.#sourceOf(file.fileName)}: ${text}`;
      });
  }

  isOwn(fileName: string): boolean {
    return fileName.startsWith(this.#folder);
  }

  /** The folder of the package that a file of ours belongs to, like `packages/host`; `undefined` for others. */
  packageFolderOf(node: ts.Node): string | undefined {
    const { fileName } = node.getSourceFile();
    if (!this.isOwn(fileName)) return undefined;
    return fileName
      .slice(this.#folder.length + 1)
      .split('/', 2)
      .join('/');
  }

  #pathOf(source: string): string {
    return join(this.#folder, source.replace(/\.ts$/, '.d.ts'));
  }

  #sourceOf(fileName: string): string {
    if (!this.isOwn(fileName)) return fileName;
    return join(ROOT, fileName.slice(this.#folder.length).replace(/\.d\.ts$/, '.ts'));
  }

  #relative(specifier: string, from: string): string | undefined {
    if (!specifier.startsWith('.') || !this.isOwn(from)) return undefined;
    return join(from, '..', specifier.replace(/\.ts$/, '.d.ts'));
  }
}

/** What others publish may be CommonJS, whose imports name no ending. */
function formatOf(file: string, host: ts.CompilerHost, options: ts.CompilerOptions) {
  return ts.getImpliedNodeFormatForFile(file, undefined, host, options) ?? ts.ModuleKind.ESNext;
}

/** The compiler passes over a file that is not there, and everything in it would be missing in silence. */
function declaredIn(path: string): ts.ResolvedModuleWithFailedLookupLocations {
  if (!existsSync(path)) throw new Error(`The compiler emitted no ${path}.`);
  return { resolvedModule: { resolvedFileName: path, extension: ts.Extension.Dts } };
}
