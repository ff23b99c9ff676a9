import type { Node } from 'estree';
import { walk } from 'estree-walker';
import { parseAst } from 'rolldown/parseAst';
import type { BundleNeed } from './bundle-request.ts';
import { isNamed, memberName } from './module-syntax.ts';
import type { ModuleLanguage } from './scan-module.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

type Wanted = Pick<BundleNeed, 'module' | 'member'>;
type SpannedNode = Node & { readonly start: number };

/** Where a module first uses a member of another; if it only ever has another name there, where it imports it. */
export function placeOfUse(code: string, lang: ModuleLanguage, wanted: Wanted): Place | undefined {
  const program = parsed(code, lang);
  if (program === undefined) return undefined;
  const used: number[] = [];
  const imported: number[] = [];
  walk(program, {
    enter(node, parent) {
      if (!isUse(node, parent, wanted)) return;
      const isImport = parent?.type === 'ImportSpecifier' || parent?.type === 'Property';
      (isImport ? imported : used).push((node as SpannedNode).start);
    },
  });
  const start = used[0] ?? imported[0];
  if (start === undefined) return undefined;
  const before = code.slice(0, start).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The file may have been saved again since it was bundled. */
function parsed(code: string, lang: ModuleLanguage): Node | undefined {
  try {
    return parseAst(code, { lang }) as unknown as Node;
  } catch {
    return undefined;
  }
}

function isUse(node: Node, parent: Node | null, { module, member }: Wanted): boolean {
  if (node.type === 'Identifier') {
    const isProperty =
      parent?.type === 'MemberExpression' && !parent.computed && parent.property === node;
    return module !== 'process' && node.name === member && !isProperty;
  }
  if (node.type !== 'MemberExpression') return false;
  if (module === 'global') return isNamed(node.object, member) || memberName(node) === member;
  if (module !== 'process') return memberName(node) === member;
  const [first, second] = member.split('.');
  if (second === undefined) return isNamed(node.object, 'process') && memberName(node) === first;
  const { object } = node;
  return (
    memberName(node) === second &&
    object.type === 'MemberExpression' &&
    isNamed(object.object, 'process') &&
    memberName(object) === first
  );
}
