import type { Node } from 'estree';
import { walk } from 'estree-walker';
import { parseAst } from 'rolldown/parseAst';
import { builtinName } from './builtins.ts';
import {
  type AssetPattern,
  assetPattern,
  besideModule,
  builtinAsked,
  identifierName,
  isImportMeta,
  isNamed,
  isObjectOf,
  isWritten,
  literalText,
  makesRequire,
  mayBeRequire,
  memberName,
  originOf,
  promisesProgram,
  requiredIn,
  startedProgram,
} from './module-syntax.ts';

const SDK_PART = /^(?:openclaw|clawdbot|moltbot)\/plugin-sdk(?:\/[a-z0-9/-]+)?$/;

/** What the bundler must know of one module before it resolves what the module imports. */
export interface ModuleFacts {
  /** Names taken from each imported module; `default` and `*` for the whole. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** Imported inside a function or with `import()`: a missing module is no end of the bundle. */
  readonly deferred: ReadonlySet<string>;
  /** Computed `import()` and `require()`. */
  readonly computed: readonly Span[];
  /** Modules of Node whose names stand in a module that imports by computed names. */
  readonly namedBuiltins: ReadonlySet<string>;
  /** The same for parts of OpenClaw's SDK. */
  readonly namedSdkParts: ReadonlySet<string>;
  /** `import.meta.url` and its like, to be replaced by a text; without a member `import.meta` as a whole. */
  readonly metaUses: readonly MetaUse[];
  /** `new URL(<text>, import.meta.url)`, `join(__dirname, <text>)`: files of the package that the code reads. */
  readonly assets: readonly AssetPattern[];
  /** Whether such a function is called with a name that only the running code knows. */
  readonly requiresComputed: boolean;
  /** Names of functions that `createRequire` made, where they are called: to be replaced by `require`. */
  readonly requirers: readonly Span[];
  /** `globalThis.process` and its like, to be replaced by the name alone, or by the `require` that they mean. */
  readonly globals: readonly (Span & { readonly name: string })[];
  /** Where one of them is called `require` and is not called: to be given another name. */
  readonly shadows: readonly Span[];
  /** Where a plugin of OpenClaw loads a file of its own by name: what stands there becomes a `require`. */
  readonly loads: readonly (Span & { readonly specifier: string })[];
  /** Literals that only code outside of strict mode may have, with what means the same everywhere. */
  readonly oldLiterals: readonly (Span & { readonly text: string })[];
  readonly usesDirname: boolean;
  readonly usesFilename: boolean;
  /** `register…` methods that are called, and `on`. */
  readonly registrars: ReadonlySet<string>;
  /** Members of the global `process` that are used; `env.NAME` for variables. */
  readonly processMembers: ReadonlySet<string>;
  readonly usesFetch: boolean;
  /** A member of it, that is; whether it is there may be asked. */
  readonly usesWebAssembly: boolean;
  /** Addresses, methods of HTTP and programs that are written down in it. */
  readonly mentions: ModuleMentions;
}

export interface ModuleMentions {
  /** `https://api.example.com`, `http://127.0.0.1:8080`. */
  readonly origins: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
  readonly programs: ReadonlySet<string>;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type ModuleLanguage = 'js' | 'jsx' | 'ts' | 'tsx';

/** Reads the facts from the syntax alone; nothing is run. Throws what the parser throws. */
export function scanModule(code: string, lang: ModuleLanguage): ModuleFacts {
  const program = parseAst(code, { lang }) as unknown as Node;
  const scan = new ModuleScan();
  walk(program, {
    enter: (node, parent) => scan.enter(node as SpannedNode, parent as SpannedNode | null),
    leave: (node) => scan.leave(node as SpannedNode),
  });
  return scan.facts();
}

type SpannedNode = Node & Span;
type CallNode = Extract<Node, { type: 'CallExpression' }>;

const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What the bundler puts in for a name that stands for nothing. */
const NODE_GLOBALS: ReadonlySet<string> = new Set([
  'process',
  'Buffer',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'WeakRef',
  'FinalizationRegistry',
]);

/** A name that no code has; the bundler puts in what stands for it. */
export const PROVIDE_NAMED = '__mortise_provide_named';

/** Globals of the language that no isolate has, and that something can stand for. */
const NAMED_GLOBALS: ReadonlySet<string> = new Set(['Atomics', 'FinalizationRegistry', 'WeakRef']);

/** `"\033"` and `0755`: a bundle is a module and so strict, and its parser takes neither. */
function isOctal(raw: string): boolean {
  if (/^0[0-9]/.test(raw)) return true;
  if (!/^['"]/.test(raw)) return false;
  // Escape by escape, so that the backslash of one is not taken for the start of another.
  for (const [, escaped = ''] of raw.matchAll(/\\([\s\S][0-9]?)/g))
    if (/^(?:[1-9]|0[0-9])/.test(escaped)) return true;
  return false;
}

/** `type OpenClawPluginApi` among what is imported or handed on. */
function isOfType(specifier: Node, kind: 'importKind' | 'exportKind'): boolean {
  return Reflect.get(specifier, kind) === 'type';
}

/** What esbuild calls the function through which a bundle of modules requires what is left outside. */
const ESBUILD_REQUIRE = /^__require\d*$/;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TryStatement',
]);
const META_MEMBERS = ['url', 'dirname', 'filename'] as const;

interface MetaUse extends Span {
  readonly member?: (typeof META_MEMBERS)[number];
}

class ModuleScan {
  readonly #imports = new Map<string, Set<string>>();
  readonly #eager = new Set<string>();
  readonly #deferred = new Set<string>();
  readonly #computed: Span[] = [];
  readonly #metaUses: MetaUse[] = [];
  readonly #assets: AssetPattern[] = [];
  /** Files beside the module, if it knows where it is. */
  readonly #beside: AssetPattern[] = [];
  readonly #requirers = new Set<string>();
  readonly #required: Span[] = [];
  readonly #shadows: Span[] = [];
  readonly #oldLiterals: (Span & { readonly text: string })[] = [];
  readonly #globals: (Span & { readonly name: string; readonly object: string })[] = [];
  readonly #registrars = new Set<string>();
  readonly #processMembers = new Set<string>();
  /** Local names that stand for a whole module. */
  readonly #wholes = new Map<string, string>();
  /** Uses of members that come before the import that explains them. */
  readonly #members: (readonly [local: string, member: string])[] = [];
  readonly #declared = new Set<string>();
  readonly #used = new Set<string>();
  readonly #origins = new Set<string>();
  readonly #methods = new Set<string>();
  readonly #programs = new Set<string>();
  /** Functions of its own that start programs. */
  readonly #starters = new Set<string>();
  readonly #loads: (Span & { readonly specifier: string })[] = [];
  readonly #builtinTexts = new Set<string>();
  readonly #sdkTexts = new Set<string>();
  #importsComputed = false;
  #depth = 0;
  /** Where the last call that is replaced as a whole ends. */
  #askedUntil = 0;
  #usesFetch = false;
  #usesWebAssembly = false;
  #requiresComputed = false;
  /** `execute(id, params, { process })`: taken out of an object, of the context of a tool mostly. */
  #isProcessTaken = false;

  facts(): ModuleFacts {
    for (const [local, member] of this.#members) {
      const specifier = this.#wholes.get(local);
      if (specifier !== undefined) this.#name(specifier, member);
    }
    const namedBuiltins = this.#importsComputed ? this.#builtinTexts : new Set<string>();
    for (const name of namedBuiltins) {
      this.#import(name, false);
      this.#name(name, 'default');
    }
    return {
      namedBuiltins,
      namedSdkParts: this.#importsComputed ? this.#sdkTexts : new Set(),
      imports: this.#imports,
      deferred: new Set([...this.#deferred].filter((each) => !this.#eager.has(each))),
      computed: this.#computed,
      metaUses: this.#metaUses.filter(
        ({ start }) => !this.#loads.some((load) => load.start === start),
      ),
      assets: [...this.#assets, ...(this.#knowsItsPlace() ? this.#beside : [])],
      requirers: this.#required,
      requiresComputed: this.#requiresComputed,
      loads: this.#loads,
      shadows: this.#shadows,
      oldLiterals: this.#oldLiterals,
      globals: this.#globals.filter(
        ({ object, name }) => !this.#declared.has(object) && !this.#declared.has(name),
      ),
      usesDirname: this.#isFree('__dirname'),
      usesFilename: this.#isFree('__filename'),
      registrars: this.#registrars,
      processMembers:
        this.#declared.has('process') || this.#isProcessTaken ? new Set() : this.#processMembers,
      usesFetch: this.#usesFetch && !this.#declared.has('fetch'),
      usesWebAssembly: this.#usesWebAssembly && !this.#declared.has('WebAssembly'),
      mentions: { origins: this.#origins, methods: this.#methods, programs: this.#programs },
    };
  }

  leave(node: SpannedNode): void {
    if (FUNCTIONS.has(node.type)) this.#depth -= 1;
  }

  enter(node: SpannedNode, parent: SpannedNode | null): void {
    if (FUNCTIONS.has(node.type)) this.#depth += 1;
    if (node.type === 'FunctionExpression') this.#enterFactory(node);
    switch (node.type) {
      case 'ImportDeclaration':
        this.#enterImport(node);
        break;
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        this.#enterExport(node);
        break;
      case 'ImportExpression':
        this.#enterDynamicImport(node);
        break;
      case 'CallExpression':
        if (makesRequire(node) && isHandedOn(node, parent)) this.#requiresComputed = true;
        this.#enterCall(node);
        break;
      case 'VariableDeclarator':
        this.#enterVariable(node);
        break;
      case 'MemberExpression':
        this.#enterMember(node, parent);
        break;
      case 'MetaProperty':
        // Members that are not known stay as they are: they are not there.
        if (isImportMeta(node) && parent?.type !== 'MemberExpression')
          this.#metaUses.push({ start: node.start, end: node.end });
        break;
      case 'NewExpression':
        this.#enterNew(node);
        break;
      case 'BinaryExpression':
        this.#noteBeside(node);
        break;
      case 'TemplateLiteral':
        this.#noteBeside(node);
        this.#noteText(node.quasis[0]?.value.cooked ?? '');
        break;
      case 'Literal':
        if (typeof node.value === 'string') this.#noteText(node.value);
        // Texts of attributes in JSX have no escapes.
        if (String(parent?.type) !== 'JSXAttribute' && isOctal(node.raw ?? '')) {
          const { start, end, value } = node;
          this.#oldLiterals.push({ start, end, text: JSON.stringify(value) });
        }
        if (parent?.type === 'ArrayExpression' && NAMED_GLOBALS.has(String(node.value)))
          this.#provide(node, String(node.value));
        break;
      case 'Property':
        if (parent?.type === 'ObjectPattern' && isNamed(node.value, 'process'))
          this.#isProcessTaken = true;
        break;
      case 'Identifier':
        this.#enterIdentifier(node.name, parent, node);
        break;
      default:
    }
  }

  /** `(function (factory) { factory(require, exports); })(function (require, exports) { … })`: one and the same. */
  #enterFactory({ params: [first, second] }: Extract<Node, { type: 'FunctionExpression' }>): void {
    const isFactory = first && second && isNamed(first, 'require') && isNamed(second, 'exports');
    if (isFactory) this.#shadow(first as Node & Span);
  }

  #enterImport(node: Extract<Node, { type: 'ImportDeclaration' }>): void {
    if ((node as { readonly importKind?: string }).importKind === 'type') return;
    const specifier = `${node.source.value}`;
    this.#import(specifier, true);
    for (const each of node.specifiers) {
      this.#declared.add(each.local.name);
      if (isOfType(each, 'importKind')) continue;
      if (each.type === 'ImportSpecifier') {
        this.#name(specifier, identifierName(each.imported));
        if (identifierName(each.imported) === 'default')
          this.#wholes.set(each.local.name, specifier);
      } else {
        this.#name(specifier, each.type === 'ImportDefaultSpecifier' ? 'default' : '*');
        this.#wholes.set(each.local.name, specifier);
      }
    }
  }

  #enterExport(
    node: Extract<Node, { type: 'ExportNamedDeclaration' | 'ExportAllDeclaration' }>,
  ): void {
    if (node.source === null || node.source === undefined) return;
    const specifier = `${node.source.value}`;
    this.#import(specifier, true);
    if (node.type === 'ExportAllDeclaration') this.#name(specifier, '*');
    else {
      const values = node.specifiers.filter((each) => !isOfType(each, 'exportKind'));
      for (const each of values) this.#name(specifier, identifierName(each.local));
    }
  }

  #enterDynamicImport(node: Extract<Node, { type: 'ImportExpression' }> & Span): void {
    const specifier = literalText(node.source);
    if (specifier === undefined) {
      this.#importsComputed = true;
      this.#computed.push({ start: node.start, end: node.end });
    } else {
      this.#import(specifier, false);
      this.#name(specifier, '*');
    }
  }

  #enterCall(node: Extract<Node, { type: 'CallExpression' }> & Span): void {
    const { callee } = node;
    if (callee.type === 'Identifier' && callee.name === 'fetch') this.#usesFetch = true;
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
      const { name } = callee.property;
      const isOwn = callee.object.type === 'ThisExpression';
      if (/^register[A-Z]/.test(name) && !isOwn) this.#registrars.add(name);
      if (name === 'on' && isNamed(callee.object, 'api')) this.#registrars.add(name);
    }
    this.#noteBeside(node);
    const program = startedProgram(node, this.#starters);
    if (program !== undefined) this.#programs.add(program);
    this.#enterResolve(node);
    const builtin = builtinAsked(node);
    if (builtin !== undefined && builtinName(builtin) !== undefined)
      this.#enterBuiltin(node, builtin);
    if (makesRequire(callee) || mayBeRequire(callee)) {
      this.#require(node, callee as SpannedNode);
      return;
    }
    if (callee.type !== 'Identifier') return;
    this.#enterLoad(node, callee.name);
    const isRequirer = this.#requirers.has(callee.name) || ESBUILD_REQUIRE.test(callee.name);
    if (isRequirer && callee.name !== 'require') this.#require(node, callee as SpannedNode);
    if (callee.name !== 'require') return;
    const specifier = literalText(node.arguments[0]);
    if (specifier === undefined) {
      // `require` that is a parameter or a local function is a loader of the module itself, not Node's.
      if (!this.#declared.has('require')) this.#computed.push({ start: node.start, end: node.end });
    } else {
      this.#import(specifier, this.#depth === 0);
      this.#name(specifier, 'default');
    }
  }

  /** `loadBundledEntryExportSync(import.meta.url, { specifier: './api.js', … })` of OpenClaw's SDK. */
  #enterLoad(node: CallNode, name: string): void {
    const [place, options] = node.arguments;
    if (!/^loadBundledEntryExportSync\d*$/.test(name) || options?.type !== 'ObjectExpression')
      return;
    for (const property of options.properties) {
      if (property.type !== 'Property' || !isNamed(property.key as Node, 'specifier')) continue;
      const specifier = literalText(property.value as Node);
      if (specifier === undefined) continue;
      const { start, end } = place as SpannedNode;
      this.#loads.push({ start, end, specifier });
      this.#import(specifier, false);
      this.#name(specifier, 'default');
    }
  }

  /** `require.resolve('./worker.js')`: no file has a place here, and code that only keeps the path goes on. */
  #enterResolve({ callee, arguments: given, start, end }: CallNode & Span): void {
    if (callee.type !== 'MemberExpression' || memberName(callee) !== 'resolve') return;
    const specifier = literalText(given[0] as Node | undefined);
    const isRequire = isNamed(callee.object, 'require') && !this.#requirers.has('require');
    if (!isRequire || specifier === undefined) return;
    this.#globals.push({ start, end, name: JSON.stringify(specifier), object: 'require' });
    this.#askedUntil = end;
  }

  #enterBuiltin({ start, end }: Span, specifier: string): void {
    const name = `require(${JSON.stringify(specifier)})`;
    this.#globals.push({ start, end, name, object: 'process' });
    this.#askedUntil = end;
    this.#import(specifier, this.#depth === 0);
    this.#name(specifier, 'default');
  }

  /** What a function like `require` is called with stands in the bundle, as if `require` were. */
  #require(node: Extract<Node, { type: 'CallExpression' }>, callee: SpannedNode): void {
    const specifier = literalText(node.arguments[0]);
    if (specifier === undefined) {
      this.#requiresComputed = true;
      return;
    }
    this.#required.push({ start: callee.start, end: callee.end });
    this.#import(specifier, this.#depth === 0);
    this.#name(specifier, 'default');
  }

  #noteText(text: string): void {
    const origin = originOf(text);
    if (origin !== undefined) this.#origins.add(origin);
    if (METHODS.has(text)) this.#methods.add(text);
    if (/^(?:node:)?[a-z][a-z0-9_/]*$/.test(text) && builtinName(text) !== undefined)
      this.#builtinTexts.add(text);
    if (SDK_PART.test(text)) this.#sdkTexts.add(text);
  }

  /** In a list of the names of globals that are looked up one by one. */
  #provide({ start, end }: Span, name: string): void {
    const provided = `(${PROVIDE_NAMED}(), '${name}')`;
    this.#globals.push({ start, end, name: provided, object: 'globalThis' });
  }

  #noteBeside(node: Node): void {
    const path = besideModule(node);
    if (path !== undefined) this.#beside.push({ prefix: path, suffix: '', isExact: true });
  }

  #knowsItsPlace(): boolean {
    return this.#metaUses.length > 0 || this.#used.size > 0;
  }

  #enterVariable(node: Extract<Node, { type: 'VariableDeclarator' }>): void {
    if (node.id.type === 'Identifier' && makesRequire(node.init)) {
      this.#requirers.add(node.id.name);
      if (node.id.name === 'require') this.#shadow(node.id as Node & Span);
    } else if (node.id.type === 'Identifier') this.#declared.add(node.id.name);
    if (node.id.type === 'Identifier' && promisesProgram(node.init))
      this.#starters.add(node.id.name);
    const specifier = requiredIn(node.init);
    if (specifier === undefined) return;
    if (node.id.type === 'Identifier') this.#wholes.set(node.id.name, specifier);
    if (node.id.type !== 'ObjectPattern') return;
    for (const property of node.id.properties) {
      if (property.type === 'Property') this.#name(specifier, identifierName(property.key));
    }
  }

  #enterMember(
    node: Extract<Node, { type: 'MemberExpression' }> & Span,
    parent: SpannedNode | null,
  ): void {
    const member = memberName(node);
    if (member === undefined) return;
    if (isImportMeta(node.object)) {
      const known = META_MEMBERS.find((each) => each === member);
      if (known) this.#metaUses.push({ start: node.start, end: node.end, member: known });
    }
    if (node.object.type === 'Identifier') this.#members.push([node.object.name, member]);
    if (isNamed(node.object, 'globalThis') && member === 'fetch') this.#usesFetch = true;
    if (isNamed(node.object, 'WebAssembly')) this.#usesWebAssembly = true;
    this.#noteGlobal(node, member, parent);
    this.#noteTableOfRequire(node, member, parent);
    const required = requiredIn(node.object);
    if (required !== undefined) this.#name(required, member);
    // Babel and TypeScript write `fs_1.default.readFile` for a default import.
    if (member === 'default' && parent?.type === 'MemberExpression' && isObjectOf(node, parent)) {
      const inner = memberName(parent);
      if (inner !== undefined && node.object.type === 'Identifier') {
        this.#members.push([node.object.name, inner]);
      }
    }
    if (isNamed(node.object, 'process')) this.#enterProcess(member, node, parent);
  }

  /** Globals of Node are put in by name; reading them from the global object must find the same. */
  #noteGlobal(
    node: Extract<Node, { type: 'MemberExpression' }> & Span,
    member: string,
    parent: SpannedNode | null,
  ): void {
    if (node.object.type !== 'Identifier' || !NODE_GLOBALS.has(member)) return;
    const object = node.object.name;
    if (object !== 'globalThis' && object !== 'global') return;
    if (isWritten(node, parent) || node.start < this.#askedUntil) return;
    this.#globals.push({ start: node.start, end: node.end, name: member, object });
  }

  /** `require.extensions` and `require.cache`, which old code writes to; a bundle has neither, and reads neither. */
  #noteTableOfRequire(
    node: Extract<Node, { type: 'MemberExpression' }> & Span,
    member: string,
    parent: SpannedNode | null,
  ): void {
    if (member !== 'extensions' && member !== 'cache') return;
    const isRequire = isNamed(node.object, 'require') && !this.#requirers.has('require');
    if (!isRequire || isWritten(node, parent) || node.start < this.#askedUntil) return;
    // No bracket at the start: the line above may end without a semicolon.
    this.#globals.push({ start: node.start, end: node.end, name: 'Object()', object: 'require' });
  }

  #enterProcess(member: string, node: SpannedNode, parent: SpannedNode | null): void {
    const inner =
      parent?.type === 'MemberExpression' && isObjectOf(node, parent)
        ? memberName(parent)
        : undefined;
    if (member === 'env') this.#processMembers.add(inner === undefined ? 'env' : `env.${inner}`);
    else this.#processMembers.add(member);
  }

  #enterNew(node: Extract<Node, { type: 'NewExpression' }>): void {
    const [path, base] = node.arguments;
    if (!isNamed(node.callee, 'URL') || base?.type !== 'MemberExpression') return;
    if (!isImportMeta(base.object) || memberName(base) !== 'url' || path === undefined) return;
    const pattern = assetPattern(path);
    if (pattern !== undefined) this.#assets.push(pattern);
  }

  #shadow({ start, end }: Span): void {
    this.#shadows.push({ start, end });
  }

  #enterIdentifier(name: string, parent: SpannedNode | null, node: SpannedNode): void {
    if (name === 'require' && this.#requirers.has(name)) this.#enterRequire(parent, node);
    else if (this.#requirers.has(name)) this.#enterRequirer(parent, node);
    if (name !== '__dirname' && name !== '__filename') return;
    const isMember = parent?.type === 'MemberExpression' && !parent.computed;
    if (isMember && parent.property === (node as Node)) return;
    this.#used.add(name);
  }

  /** What is handed on may be called with any name. */
  #enterRequirer(parent: SpannedNode | null, node: SpannedNode): void {
    const isDeclared = parent?.type === 'VariableDeclarator' && parent.id === (node as Node);
    if (!isDeclared && isHandedOn(node, parent)) this.#requiresComputed = true;
  }

  /** `require.resolve` and its like mean what `createRequire` made. */
  #enterRequire(parent: SpannedNode | null, node: SpannedNode): void {
    if (parent?.type === 'VariableDeclarator' && parent.id === (node as Node)) return;
    if (parent?.type === 'MemberExpression' && parent.property === (node as Node)) return;
    if (parent?.type === 'Property' && parent.key === (node as Node)) return;
    const isCalled = parent?.type === 'CallExpression' && parent.callee === (node as Node);
    const isLiteral = isCalled && literalText((parent as CallNode).arguments[0]) !== undefined;
    if (!isLiteral) this.#shadow(node);
  }

  #isFree(name: string): boolean {
    return this.#used.has(name) && !this.#declared.has(name);
  }

  #import(specifier: string, isEager: boolean): void {
    if (!this.#imports.has(specifier)) this.#imports.set(specifier, new Set());
    (isEager ? this.#eager : this.#deferred).add(specifier);
  }

  #name(specifier: string, name: string): void {
    const names = this.#imports.get(specifier) ?? new Set<string>();
    this.#imports.set(specifier, names.add(name));
  }
}

/** Neither given a name nor called on the spot. */
function isHandedOn(node: SpannedNode, parent: SpannedNode | null): boolean {
  if (parent?.type === 'VariableDeclarator') return parent.id.type !== 'Identifier';
  return !(parent?.type === 'CallExpression' && parent.callee === (node as Node));
}
