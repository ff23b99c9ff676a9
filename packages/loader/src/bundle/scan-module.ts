import type { Node } from 'estree';
import { walk } from 'estree-walker';
import { parseAst } from 'rolldown/parseAst';
import {
  type AssetPattern,
  assetPattern,
  identifierName,
  isImportMeta,
  isNamed,
  isObjectOf,
  literalText,
  memberName,
  requiredIn,
} from './module-syntax.ts';

/** What the bundler must know of one module before it resolves what the module imports. */
export interface ModuleFacts {
  /** Names taken from each imported module; `default` and `*` for the whole. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** Imported inside a function or with `import()`: a missing module is no end of the bundle. */
  readonly deferred: ReadonlySet<string>;
  /** Computed `import()` and `require()`. */
  readonly computed: readonly Span[];
  /** `import.meta.url` and its like, to be replaced by a text. */
  readonly metaUses: readonly (Span & { readonly member: 'url' | 'dirname' | 'filename' })[];
  /** `new URL(<text>, import.meta.url)`: files of the package that the code reads. */
  readonly assets: readonly AssetPattern[];
  readonly usesDirname: boolean;
  readonly usesFilename: boolean;
  /** `register…` methods that are called, and `on`. */
  readonly registrars: ReadonlySet<string>;
  /** Members of the global `process` that are used; `env.NAME` for variables. */
  readonly processMembers: ReadonlySet<string>;
  readonly usesFetch: boolean;
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

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TryStatement',
]);
const META_MEMBERS = ['url', 'dirname', 'filename'] as const;

class ModuleScan {
  readonly #imports = new Map<string, Set<string>>();
  readonly #eager = new Set<string>();
  readonly #deferred = new Set<string>();
  readonly #computed: Span[] = [];
  readonly #metaUses: (Span & { readonly member: (typeof META_MEMBERS)[number] })[] = [];
  readonly #assets: AssetPattern[] = [];
  readonly #registrars = new Set<string>();
  readonly #processMembers = new Set<string>();
  /** Local names that stand for a whole module. */
  readonly #wholes = new Map<string, string>();
  /** Uses of members that come before the import that explains them. */
  readonly #members: (readonly [local: string, member: string])[] = [];
  readonly #declared = new Set<string>();
  readonly #used = new Set<string>();
  #depth = 0;
  #usesFetch = false;

  facts(): ModuleFacts {
    for (const [local, member] of this.#members) {
      const specifier = this.#wholes.get(local);
      if (specifier !== undefined) this.#name(specifier, member);
    }
    return {
      imports: this.#imports,
      deferred: new Set([...this.#deferred].filter((each) => !this.#eager.has(each))),
      computed: this.#computed,
      metaUses: this.#metaUses,
      assets: this.#assets,
      usesDirname: this.#isFree('__dirname'),
      usesFilename: this.#isFree('__filename'),
      registrars: this.#registrars,
      processMembers: this.#declared.has('process') ? new Set() : this.#processMembers,
      usesFetch: this.#usesFetch && !this.#declared.has('fetch'),
    };
  }

  leave(node: SpannedNode): void {
    if (FUNCTIONS.has(node.type)) this.#depth -= 1;
  }

  enter(node: SpannedNode, parent: SpannedNode | null): void {
    if (FUNCTIONS.has(node.type)) this.#depth += 1;
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
        this.#enterCall(node);
        break;
      case 'VariableDeclarator':
        this.#enterVariable(node);
        break;
      case 'MemberExpression':
        this.#enterMember(node, parent);
        break;
      case 'NewExpression':
        this.#enterNew(node);
        break;
      case 'Identifier':
        this.#enterIdentifier(node.name, parent, node);
        break;
      default:
    }
  }

  #enterImport(node: Extract<Node, { type: 'ImportDeclaration' }>): void {
    if ((node as { readonly importKind?: string }).importKind === 'type') return;
    const specifier = `${node.source.value}`;
    this.#import(specifier, true);
    for (const each of node.specifiers) {
      this.#declared.add(each.local.name);
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
    else for (const each of node.specifiers) this.#name(specifier, identifierName(each.local));
  }

  #enterDynamicImport(node: Extract<Node, { type: 'ImportExpression' }> & Span): void {
    const specifier = literalText(node.source);
    if (specifier === undefined) this.#computed.push({ start: node.start, end: node.end });
    else {
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
    if (callee.type !== 'Identifier' || callee.name !== 'require') return;
    const specifier = literalText(node.arguments[0]);
    if (specifier === undefined) {
      // `require` that is a parameter or a local function is a loader of the module itself, not Node's.
      if (!this.#declared.has('require')) this.#computed.push({ start: node.start, end: node.end });
    } else {
      this.#import(specifier, this.#depth === 0);
      this.#name(specifier, 'default');
    }
  }

  #enterVariable(node: Extract<Node, { type: 'VariableDeclarator' }>): void {
    if (node.id.type === 'Identifier') this.#declared.add(node.id.name);
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

  #enterIdentifier(name: string, parent: SpannedNode | null, node: SpannedNode): void {
    if (name !== '__dirname' && name !== '__filename') return;
    if (parent?.type === 'MemberExpression' && parent.property === (node as Node)) return;
    this.#used.add(name);
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
