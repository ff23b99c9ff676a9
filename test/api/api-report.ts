import ts from 'typescript';
import type { DeclaredProgram } from './declared-program.ts';
import type { Entry } from './emit-declarations.ts';
import { printDeclaration } from './print-declaration.ts';

/** The public API of one package as a page: what each entry exports, and what that is made of. */
export function apiReport(
  packageName: string,
  entries: readonly Entry[],
  program: DeclaredProgram,
): string {
  const sections = entries
    .filter((entry) => entry.packageName === packageName)
    .map(({ specifier, source }) => {
      const lines = new EntryReport(program, source).print();
      return `## ${specifier}\n\n\`\`\`ts\n${lines.join('\n\n')}\n\`\`\`\n`;
    });
  const intro =
    'What programs may import, made of the declarations by `pnpm docs:api`. A change here is a change of the public API: it needs a changeset.';
  return [`# ${packageName}\n`, `${intro}\n`, ...sections].join('\n');
}

/** One entry: its exports by name, then types of the package that they name without exporting them. */
class EntryReport {
  readonly #program: DeclaredProgram;
  readonly #exports: readonly ts.Symbol[];
  readonly #home: string;
  readonly #exported: ReadonlySet<ts.Symbol>;
  readonly #named = new Set<ts.Symbol>();

  constructor(program: DeclaredProgram, source: string) {
    this.#program = program;
    this.#exports = program.exportsOf(source);
    this.#home = source.split('/', 2).join('/');
    this.#exported = new Set(this.#exports.map((each) => program.targetOf(each)));
  }

  print(): readonly string[] {
    const exported = this.#exports.flatMap((each) => this.#printExport(each));
    const named: string[] = [];
    // Grows while it is walked: what is named may name more.
    for (const symbol of this.#named) named.push(...this.#printAll(symbol, true));
    if (named.length === 0) return exported;
    return [...exported, '// Not exported, but part of what is.', ...named.toSorted()];
  }

  #printExport(symbol: ts.Symbol): readonly string[] {
    const target = this.#program.targetOf(symbol);
    const [first] = target.declarations ?? [];
    const home = first && this.#program.packageFolderOf(first);
    if (first !== undefined && ts.isSourceFile(first))
      return [this.#printNamespace(symbol, target)];
    if (home === this.#home) return this.#printAll(target, isTypeOnly(symbol), symbol.name);
    return [`export { ${symbol.name} } from '${moduleOf(symbol)}';`];
  }

  #printNamespace(symbol: ts.Symbol, target: ts.Symbol): string {
    const names = this.#program.checker.getExportsOfModule(target).map(({ name }) => name);
    return `export * as ${symbol.name}; // ${names.toSorted().join(', ')}`;
  }

  #printAll(symbol: ts.Symbol, isType: boolean, name = symbol.name): readonly string[] {
    const statements = new Set((symbol.declarations ?? []).map(statementOf));
    return [...statements].map((statement) => {
      this.#note(statement, isType);
      const text = printDeclaration(statement, isType);
      return name === symbol.name ? text : `${text} // exported as ${name}`;
    });
  }

  /** Notes every type of this package that a declaration names and that is not exported. */
  #note(node: ts.Node, isType: boolean): void {
    if (ts.isConstructorDeclaration(node) && isType) return;
    if (ts.isIdentifier(node) && !isDeclaredHere(node)) this.#noteSymbol(node);
    ts.forEachChild(node, (child) => this.#note(child, isType));
  }

  #noteSymbol(node: ts.Identifier): void {
    const found = this.#program.checker.getSymbolAtLocation(node);
    const symbol = found && this.#program.targetOf(found);
    const [first] = symbol?.declarations ?? [];
    if (symbol === undefined || first === undefined || this.#exported.has(symbol)) return;
    if (!ts.isSourceFile(statementOf(first).parent)) return;
    if (this.#program.packageFolderOf(first) === this.#home) this.#named.add(symbol);
  }
}

/** Whether programs can use a name only as a type. */
function isTypeOnly(symbol: ts.Symbol): boolean {
  const [specifier] = symbol.declarations ?? [];
  if (specifier === undefined || !ts.isExportSpecifier(specifier)) return false;
  return specifier.isTypeOnly || specifier.parent.parent.isTypeOnly;
}

function moduleOf(symbol: ts.Symbol): string {
  const [specifier] = symbol.declarations ?? [];
  const from =
    specifier && ts.isExportSpecifier(specifier) && specifier.parent.parent.moduleSpecifier;
  return from && ts.isStringLiteral(from) ? from.text : 'elsewhere';
}

/** A variable is declared inside of a statement, everything else is one. */
function statementOf(declaration: ts.Node): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

/** Whether an identifier is the name of what it stands in, or of a member. */
function isDeclaredHere({ parent }: ts.Identifier): boolean {
  return ts.isTypeElement(parent) || ts.isClassElement(parent) || ts.isParameter(parent);
}
