import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { builtinKind } from './builtins.ts';
import { guestFile } from './guest-files.ts';
import { NODE_MEMBERS } from './node-members.ts';

const MISSING = guestFile('missing.ts');
const PLUGIN_SDK = guestFile('openclaw/plugin-sdk.ts');
const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * The module that one importer gets for a module of Node. It has the names that this importer takes:
 * those of the polyfill, and for the rest stand-ins that name what is missing when they are used. So a
 * bundle is the same whichever Node it was made with.
 */
export function builtinFacade(name: string, names: ReadonlySet<string>): string {
  const polyfill = polyfillOf(name);
  const known = polyfill === undefined ? new Set<string>() : exportedNames(polyfill);
  const missing = nodeMembers(name).filter((member) => !known.has(member));
  return facade({
    ...{ name, names, polyfill, missing },
    // Whatever a capability backs has a polyfill; for the rest there is none.
    stand: `needs("none", `,
  });
}

/** What code may want by a name that it computes. */
const COMPUTED =
  'assert buffer child_process crypto events fs fs/promises http https os path querystring stream url util zlib'.split(
    ' ',
  );

/** `module` for code that requires by computed names: modules of Node are there for them. */
export function computedModuleFacade(names: ReadonlySet<string>): string {
  const imports = COMPUTED.map((name, index) => `import known${index} from 'node:${name}';`);
  const table = COMPUTED.map((name, index) => `${JSON.stringify(name)}: known${index}`);
  const wanted = [...names].filter((name) => NAME.test(name) && name !== 'default').sort();
  return [
    ...imports,
    `import Module, { provideBuiltins } from ${JSON.stringify(polyfillOf('module'))};`,
    `const whole = provideBuiltins(Module, { ${table.join(', ')} });`,
    ...wanted.map((name, index) => `const taken${index} = whole[${JSON.stringify(name)}];`),
    ...wanted.map((name, index) => `export { taken${index} as ${name} };`),
    `export { whole as default, whole as 'module.exports' };`,
  ].join('\n');
}

/** The same for `openclaw/plugin-sdk` and its parts: one file answers for all of them. */
export function pluginSdkFacade(specifier: string, names: ReadonlySet<string>): string {
  const stand = 'unsupported(';
  return facade({ name: specifier, names, polyfill: PLUGIN_SDK, missing: undefined, stand });
}

/** Whether a file of ours really does what a member promises. */
export function isPolyfilled(name: string, member: string): boolean {
  const polyfill = polyfillOf(name);
  return polyfill !== undefined && exportedNames(polyfill).has(member);
}

export function isInPluginSdk(name: string): boolean {
  return exportedNames(PLUGIN_SDK).has(name);
}

/** What Node's module exports; nothing for one that is not known. */
export function nodeMembers(name: string): readonly string[] {
  const members = Object.hasOwn(NODE_MEMBERS, name) ? NODE_MEMBERS[name] : undefined;
  return members === undefined || members === '' ? [] : members.split(' ');
}

function polyfillOf(name: string): string | undefined {
  const kind = builtinKind(name);
  return kind.kind === 'impure' ? undefined : guestFile(`builtins/${kind.polyfill}`);
}

interface FacadeParts {
  readonly name: string;
  readonly names: ReadonlySet<string>;
  readonly polyfill: string | undefined;
  /** Members that only have a stand-in; undefined if whatever is not there has one. */
  readonly missing: readonly string[] | undefined;
  /** Start of the call that makes a stand-in. */
  readonly stand: string;
}

function facade(parts: FacadeParts): string {
  const known = parts.polyfill === undefined ? new Set<string>() : exportedNames(parts.polyfill);
  // Of a whole that is taken as one, all that is there is wanted; what is not used is left out later.
  const taken = parts.names.has('*') ? [...parts.names, ...known] : [...parts.names];
  const wanted = [...new Set(taken)].filter((name) => NAME.test(name)).sort();
  const given = wanted.filter((name) => known.has(name) && name !== 'default');
  const isMissing = (name: string): boolean => parts.missing?.includes(name) ?? true;
  const absent = wanted.filter((name) => !known.has(name) && name !== 'default');
  const standIn = (name: string): string =>
    isMissing(name)
      ? `/* @__PURE__ */ ${parts.stand}${JSON.stringify(`${parts.name}.${name}`)})`
      : 'undefined';
  return [
    `import { needs, unsupported, whole as wholeOf, withStandIns } from ${JSON.stringify(MISSING)};`,
    wholeText(parts, known),
    given.length === 0
      ? ''
      : `export { ${given.join(', ')} } from ${JSON.stringify(parts.polyfill)};`,
    ...absent.map((name, index) => `const absent${index} = ${standIn(name)};`),
    ...absent.map((name, index) => `export { absent${index} as ${name} };`),
    `export { whole as default, whole as 'module.exports' };`,
  ].join('\n');
}

/** The module as one value: what `require` and a default import give. */
function wholeText({ name, polyfill, missing, stand }: FacadeParts, known: ReadonlySet<string>) {
  const standInFor = `(member) => ${stand}${JSON.stringify(`${name}.`)} + member)`;
  const file = JSON.stringify(polyfill);
  const list = JSON.stringify((missing ?? []).join(' '));
  if (polyfill === undefined) {
    return `const whole = /* @__PURE__ */ wholeOf({}, ${list}, ${standInFor});`;
  }
  if (missing === undefined) {
    return `import * as known from ${file};
const whole = /* @__PURE__ */ withStandIns(known, ${standInFor});`;
  }
  // A module that is a function, or an object with a life of its own, is what its file exports by default.
  if (known.has('default')) return `import whole from ${file};`;
  return `import * as known from ${file};
const whole = /* @__PURE__ */ wholeOf(known, ${list}, ${standInFor});`;
}

const read = new Map<string, ReadonlySet<string>>();

function exportedNames(path: string): ReadonlySet<string> {
  const names = read.get(path) ?? readExports(path);
  read.set(path, names);
  return names;
}

function readExports(path: string): ReadonlySet<string> {
  const program = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' });
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') names.add('default');
    if (statement.type === 'ExportAllDeclaration' && statement.exported?.type === 'Identifier') {
      names.add(statement.exported.name);
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') continue;
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
  if (declaration === null || declaration.type === 'TSInterfaceDeclaration') return [];
  if (declaration.type === 'TSTypeAliasDeclaration') return [];
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
