import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: false });

/** Texts of messages and descriptions are no API; they would make every better word a change of it. */
const LONGEST_TEXT = 60;

/** A declaration without comments, private members and long texts, one way to write it whatever the source. */
export function printDeclaration(node: ts.Node, isTypeOnly: boolean): string {
  const { transformed } = ts.transform(node, [simplify(isTypeOnly)]);
  const [simple = node] = transformed;
  return printer.printNode(ts.EmitHint.Unspecified, simple, node.getSourceFile());
}

function simplify(isTypeOnly: boolean): ts.TransformerFactory<ts.Node> {
  return (context) => (root) => {
    const visit = (node: ts.Node): ts.Node | undefined => {
      if (isHidden(node, isTypeOnly)) return undefined;
      if (isLongText(node)) return ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
      return ts.visitEachChild(node, visit, context);
    };
    return visit(root) ?? root;
  };
}

/** A class that is exported as a type cannot be constructed by others. */
function isHidden(node: ts.Node, isTypeOnly: boolean): boolean {
  if (ts.isConstructorDeclaration(node) && isTypeOnly) return true;
  if (!ts.isClassElement(node)) return false;
  const isPrivate = node.name !== undefined && ts.isPrivateIdentifier(node.name);
  const flags = ts.canHaveModifiers(node) ? ts.getCombinedModifierFlags(node) : 0;
  return isPrivate || (flags & ts.ModifierFlags.Private) !== 0;
}

function isLongText(node: ts.Node): boolean {
  return (
    ts.isLiteralTypeNode(node) &&
    ts.isStringLiteral(node.literal) &&
    node.literal.text.length > LONGEST_TEXT
  );
}
