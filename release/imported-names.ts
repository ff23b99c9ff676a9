import { parseAst } from 'rolldown/parseAst';

/** The packages that a module of JavaScript imports by name, statically or not. */
export function importedNames(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  visit(parseAst(code), (specifier) => {
    if (specifier.startsWith('.') || /^[a-z]+:/.test(specifier)) return;
    const [scope = '', name = ''] = specifier.split('/');
    names.add(scope.startsWith('@') ? `${scope}/${name}` : scope);
  });
  return names;
}

const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
]);

function visit(node: unknown, found: (specifier: string) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, found);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  const { type, source } = node as { readonly type?: unknown; readonly source?: unknown };
  const value = (source as { readonly value?: unknown } | null | undefined)?.value;
  if (IMPORTING.has(String(type)) && typeof value === 'string') found(value);
  for (const child of Object.values(node)) {
    if (child !== null && typeof child === 'object') visit(child, found);
  }
}
