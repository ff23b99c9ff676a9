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
  if (node?.type === 'ImportExpression') return literalText(node.source);
  if (node?.type !== 'CallExpression') return undefined;
  if (isNamed(node.callee, 'require')) return literalText(node.arguments[0]);
  return node.callee.type === 'Identifier' && node.arguments.length === 1
    ? requiredIn(node.arguments[0])
    : undefined;
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
