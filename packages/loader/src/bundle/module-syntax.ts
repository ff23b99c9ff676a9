import type { Node } from 'estree';

/** A relative path with at most one part that is known only while the code runs. */
export interface AssetPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly isExact: boolean;
}

/** The module behind `require('x')`, also through one wrapper: `__importStar(require('x'))`. */
export function requiredIn(node: Node | null | undefined): string | undefined {
  if (node?.type === 'AwaitExpression') return requiredIn(node.argument);
  if (node?.type === 'ChainExpression') return requiredIn(node.expression);
  if (node?.type === 'ImportExpression') return literalText(node.source);
  if (node?.type !== 'CallExpression') return undefined;
  if (isNamed(node.callee, 'require')) return literalText(node.arguments[0]);
  const asked = builtinAsked(node);
  if (asked !== undefined) return asked;
  return node.callee.type === 'Identifier' && node.arguments.length === 1
    ? requiredIn(node.arguments[0])
    : undefined;
}

/** The module of Node that `process.getBuiltinModule('fs')` asks for, in any spelling of `process`. */
export function builtinAsked({ callee, arguments: given }: CallLike): string | undefined {
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'getBuiltinModule')
    return undefined;
  const { object } = callee;
  const isOfGlobal =
    object.type === 'MemberExpression' &&
    memberName(object) === 'process' &&
    (isNamed(object.object, 'globalThis') || isNamed(object.object, 'global'));
  return isOfGlobal || isNamed(object, 'process') ? literalText(given[0] as Node) : undefined;
}

export function assetPattern(node: Node): AssetPattern | undefined {
  const text = literalText(node);
  if (text !== undefined) return { prefix: text, suffix: '', isExact: true };
  if (node.type !== 'TemplateLiteral' || node.quasis.length !== 2) return undefined;
  const [before, after] = node.quasis.map((quasi) => quasi.value.cooked ?? '');
  return { prefix: before ?? '', suffix: after ?? '', isExact: false };
}

export function literalText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

export function memberName(node: Extract<Node, { type: 'MemberExpression' }>): string | undefined {
  if (node.computed) return literalText(node.property);
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

export function identifierName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return literalText(node) ?? '*';
}

export function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

export function isImportMeta(node: Node): boolean {
  return node.type === 'MetaProperty' && node.meta.name === 'import';
}

export function isObjectOf(
  node: Node,
  parent: Extract<Node, { type: 'MemberExpression' }>,
): boolean {
  return (parent.object as Node) === node;
}

/** `createRequire(…)`, also as a member: `module.createRequire(…)`. */
export function makesRequire(node: Node | null | undefined): boolean {
  if (node?.type !== 'CallExpression') return false;
  // Compilers write `(0, module_1.createRequire)(…)`.
  const last =
    node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : undefined;
  const callee = last ?? node.callee;
  return callee.type === 'MemberExpression'
    ? memberName(callee) === 'createRequire'
    : isNamed(callee, 'createRequire') || isNamed(callee, '_createRequire');
}

const JOINING: ReadonlySet<string> = new Set(['join', 'resolve']);

/**
 * The path of a file or folder beside a module, as far as it is written down: `join(x, 'a', 'b')`,
 * `__dirname + '/a'`, `${__dirname}/a`. What `x` is, is not known; whether something is there decides.
 */
export function besideModule(node: Node): string | undefined {
  if (node.type === 'BinaryExpression') {
    const text = literalText(node.right);
    return node.operator === '+' && isNamed(node.left, '__dirname') ? text : undefined;
  }
  if (node.type === 'TemplateLiteral') {
    const [first] = node.expressions;
    const isOne = node.expressions.length === 1 && first !== undefined;
    if (!isOne || !isNamed(first, '__dirname') || node.quasis[0]?.value.raw !== '')
      return undefined;
    return node.quasis[1]?.value.cooked ?? undefined;
  }
  return node.type === 'CallExpression' ? joinedPath(node) : undefined;
}

function joinedPath({ callee, arguments: given }: CallLike): string | undefined {
  const name =
    callee.type === 'MemberExpression' ? memberName(callee) : (callee as { name?: string }).name;
  const [first, ...rest] = given;
  if (first === undefined || rest.length === 0 || !JOINING.has(name?.replace(/\d+$/, '') ?? '')) {
    return undefined;
  }
  const texts = rest.map((each) => literalText(each as Node));
  const isWritten = literalText(first as Node) === undefined && !texts.includes(undefined);
  return isWritten ? texts.join('/') : undefined;
}

type CallLike = Extract<Node, { type: 'CallExpression' }>;

/** The origin of an address that a text begins with; of a template only what is before its first hole. */
export function originOf(text: string): string | undefined {
  const found = /^(https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?)(?=$|[/?#])/.exec(text)?.[1];
  if (found === undefined || !URL.canParse(found)) return undefined;
  const { origin, hostname } = new URL(found);
  return hostname.includes('.') || hostname === 'localhost' ? origin : undefined;
}

const STARTING: ReadonlySet<string> = new Set(
  'exec execSync execFile execFileSync spawn spawnSync execAsync execFileAsync execa'.split(' '),
);

/** The program that `spawn('git', …)` or `exec('git status')` starts, if it is written down; `others` start, too. */
export function startedProgram(
  { callee, arguments: given }: CallLike,
  others: ReadonlySet<string>,
): string | undefined {
  const name = lastName(callee) ?? '';
  if (!STARTING.has(name) && !(callee.type !== 'MemberExpression' && others.has(name)))
    return undefined;
  const [first] = given;
  const text =
    first?.type === 'TemplateLiteral'
      ? (first.quasis[0]?.value.cooked ?? '')
      : (literalText(first as Node | undefined) ?? '');
  const word = /^[\w./-]+/.exec(text.trim())?.[0];
  const isWhole =
    word !== undefined && (word.length < text.trim().length || first?.type === 'Literal');
  return isWhole ? word : undefined;
}

/** `promisify(execFile)`, also as compilers write it. */
export function promisesProgram(node: Node | null | undefined): boolean {
  if (node?.type !== 'CallExpression' || lastName(node.callee) !== 'promisify') return false;
  const [first] = node.arguments;
  return first !== undefined && STARTING.has(lastName(first) ?? '');
}

/** `spawn` of `spawn`, `cp.spawn` and `(0, cp.spawn)`, which compilers write. */
function lastName(node: Node): string | undefined {
  const last = node.type === 'SequenceExpression' ? (node.expressions.at(-1) ?? node) : node;
  if (last.type === 'MemberExpression') return memberName(last);
  return last.type === 'Identifier' ? last.name : undefined;
}

/** Whether something is assigned to, counted up or deleted. */
export function isWritten(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'AssignmentExpression') return (parent.left as Node) === node;
  if (parent?.type === 'UpdateExpression') return true;
  return parent?.type === 'UnaryExpression' && parent.operator === 'delete';
}

/** `(isBundled ? other : require)`, `(0, require)`, `module.require`: what compilers call in place of `require`. */
export function mayBeRequire(node: Node): boolean {
  if (node.type === 'ConditionalExpression') {
    return isNamed(node.consequent, 'require') || isNamed(node.alternate, 'require');
  }
  if (node.type === 'SequenceExpression') {
    const last = node.expressions.at(-1);
    return last !== undefined && isNamed(last, 'require');
  }
  return (
    node.type === 'MemberExpression' &&
    isNamed(node.object, 'module') &&
    memberName(node) === 'require'
  );
}
