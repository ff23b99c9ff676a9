import ts from 'typescript';
import type { DeclaredProgram } from './declared-program.ts';
import type { Entry } from './emit-declarations.ts';

/** Levels of types inside of types that are looked at. */
const DEPTH = 8;

/**
 * Every place of the exported surface where a type is `any`: written, inferred, or what is left of an import
 * that cannot be resolved. Types of other packages are looked at only for what we put into them.
 */
export function findAny(entries: readonly Entry[], program: DeclaredProgram): readonly string[] {
  const search = new AnySearch(program);
  for (const { specifier, source } of entries) {
    for (const symbol of program.exportsOf(source)) search.look(symbol, specifier);
  }
  return [...search.found].toSorted();
}

const ITERATED = /^(?:Async)?(?:Iterable|Iterator|IterableIterator|Generator)$/;

class AnySearch {
  readonly found = new Set<string>();
  readonly #program: DeclaredProgram;
  readonly #checker: ts.TypeChecker;
  readonly #seen = new Set<ts.Type>();

  constructor(program: DeclaredProgram) {
    this.#program = program;
    this.#checker = program.checker;
  }

  look(symbol: ts.Symbol, specifier: string): void {
    const target = this.#program.targetOf(symbol);
    const place = `${specifier} ${symbol.name}`;
    if (target.flags & ts.SymbolFlags.Type) {
      this.#visit(this.#checker.getDeclaredTypeOfSymbol(target), place, DEPTH);
    }
    const [declaration] = target.declarations ?? [];
    if (target.flags & ts.SymbolFlags.Value && declaration !== undefined) {
      this.#visit(this.#checker.getTypeOfSymbol(target), place, DEPTH);
    }
  }

  #visit(type: ts.Type, place: string, depth: number): void {
    if (type.flags & ts.TypeFlags.Any) this.found.add(place);
    if (depth === 0 || this.#seen.has(type)) return;
    this.#seen.add(type);
    const inside = (each: ts.Type, name: string) =>
      this.#visit(each, name === '' ? place : `${place}.${name}`, depth - 1);
    for (const each of this.#partsOf(type)) inside(each, '');
    if (isParameter(type) || type.symbol === undefined || !this.#isOurs(type.symbol)) return;
    for (const property of type.getProperties()) {
      if (!isPrivate(property)) inside(this.#checker.getTypeOfSymbol(property), property.name);
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.getParameters())
        inside(this.#checker.getTypeOfSymbol(parameter), `(${parameter.name})`);
      inside(signature.getReturnType(), '()');
    }
    for (const { type: value } of this.#checker.getIndexInfosOfType(type)) inside(value, '[]');
  }

  #partsOf(type: ts.Type): readonly ts.Type[] {
    const { aliasSymbol, aliasTypeArguments = [] } = type;
    if (aliasSymbol !== undefined && !this.#isOurs(aliasSymbol)) return aliasTypeArguments;
    if (type.isUnionOrIntersection()) return type.types;
    if (isParameter(type)) return [type.getConstraint() ?? []].flat();
    const [first] = this.#argumentsOf(type);
    // What a loop over it never sees is `any` in the compiler's own library, unless it is said.
    const name = type.symbol?.name ?? '';
    if (first !== undefined && ITERATED.test(name)) return [first];
    return this.#argumentsOf(type);
  }

  #argumentsOf(type: ts.Type): readonly ts.Type[] {
    const isReference =
      type.flags & ts.TypeFlags.Object &&
      (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    const own = isReference ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    return [...own, ...(type.aliasTypeArguments ?? [])];
  }

  /** Literal objects and functions have no name of their own, and are where they are written. */
  #isOurs({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((each) => this.#program.isOwn(each.getSourceFile().fileName));
  }
}

function isPrivate({ name, declarations = [] }: ts.Symbol): boolean {
  const isSaid = declarations.some(
    (each) => (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Private) !== 0,
  );
  return isSaid || name.startsWith('#') || name.startsWith('__#');
}

/** Not `isTypeParameter`, which tells the compiler that nothing else is left. */
function isParameter({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.TypeParameter) !== 0;
}
