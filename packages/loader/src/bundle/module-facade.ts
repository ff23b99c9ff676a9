import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { builtinKind } from './builtins.ts';
import { guestFile } from './guest-files.ts';

const MISSING = guestFile('missing.ts');
const PLUGIN_SDK = guestFile('openclaw/plugin-sdk.ts');

/**
 * The module that one importer gets for a module of Node. It has exactly the names that this
 * importer takes: those of the polyfill, and for the rest stand-ins that name what is missing
 * when they are used. So a bundle is the same whichever Node it was made with.
 */
export function builtinFacade(name: string, names: ReadonlySet<string>): string {
  const kind = builtinKind(name);
  const need = kind.kind === 'pure' ? 'none' : kind.need;
  const polyfill = kind.kind === 'impure' ? undefined : guestFile(`builtins/${kind.polyfill}`);
  return facade({ name, names, polyfill, stand: `needs(${JSON.stringify(need)}, ` });
}

/** The same for `openclaw/plugin-sdk` and its parts: one file answers for all of them. */
export function pluginSdkFacade(specifier: string, names: ReadonlySet<string>): string {
  return facade({ name: specifier, names, polyfill: PLUGIN_SDK, stand: 'unsupported(' });
}

/** Whether a file of ours really does what a member promises. */
export function isPolyfilled(name: string, member: string): boolean {
  const kind = builtinKind(name);
  if (kind.kind === 'impure') return false;
  return exportedNames(guestFile(`builtins/${kind.polyfill}`)).has(member);
}

export function isInPluginSdk(name: string): boolean {
  return exportedNames(PLUGIN_SDK).has(name);
}

interface FacadeParts {
  readonly name: string;
  readonly names: ReadonlySet<string>;
  readonly polyfill: string | undefined;
  /** Start of the call that makes a stand-in. */
  readonly stand: string;
}

function facade(parts: FacadeParts): string {
  const known = parts.polyfill === undefined ? new Set<string>() : exportedNames(parts.polyfill);
  const wanted = [...parts.names].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name)).sort();
  const given = wanted.filter((name) => known.has(name) && name !== 'default');
  const absent = wanted.filter((name) => !known.has(name) && name !== 'default');
  const standIn = (path: string): string =>
    `/* @__PURE__ */ ${parts.stand}${JSON.stringify(path)})`;
  return [
    `import { needs, unsupported, withStandIns } from ${JSON.stringify(MISSING)};`,
    parts.polyfill === undefined
      ? `const whole = ${standIn(parts.name)};`
      : `import * as known from ${JSON.stringify(parts.polyfill)};
const whole = /* @__PURE__ */ withStandIns(known, (member) => ${parts.stand}${JSON.stringify(`${parts.name}.`)} + member));`,
    given.length === 0
      ? ''
      : `export { ${given.join(', ')} } from ${JSON.stringify(parts.polyfill)};`,
    ...absent.map((name, index) => `const absent${index} = ${standIn(`${parts.name}.${name}`)};`),
    ...absent.map((name, index) => `export { absent${index} as ${name} };`),
    `export { whole as default, whole as 'module.exports' };`,
  ].join('\n');
}

function exportedNames(path: string): ReadonlySet<string> {
  const program = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' });
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') names.add('default');
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const { exported } of statement.specifiers) {
      names.add(exported.type === 'Literal' ? exported.value : exported.name);
    }
    for (const name of declaredNames(statement.declaration)) names.add(name);
  }
  return names;
}

type Declaration = Extract<
  ReturnType<typeof parseAst>['body'][number],
  { type: 'ExportNamedDeclaration' }
>['declaration'];

function declaredNames(declaration: Declaration): readonly string[] {
  if (declaration === null) return [];
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => patternNames(id));
  }
  return 'id' in declaration && declaration.id !== null && 'name' in declaration.id
    ? [declaration.id.name]
    : [];
}

function patternNames(pattern: { readonly type: string }): readonly string[] {
  const { name, properties } = pattern as {
    readonly name?: string;
    readonly properties?: readonly { readonly value?: { readonly type: string } }[];
  };
  if (name !== undefined) return [name];
  return (properties ?? []).flatMap(({ value }) =>
    value === undefined ? [] : patternNames(value),
  );
}
