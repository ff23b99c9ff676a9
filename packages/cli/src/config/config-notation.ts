import { parse } from 'jsonc-parser';
import { type Document, parseDocument } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';

/** How jsonc-parser lays out what it adds. */
export const JSON_LAYOUT = { formattingOptions: { insertSpaces: true, tabSize: 2 } } as const;

/** Which of the two notations that can be edited without losing comments a file has. */
export function isYamlFile(fileName: string): boolean {
  if (/\.ya?ml$/i.test(fileName)) return true;
  if (/\.jsonc?$/i.test(fileName)) return false;
  throw new CliFault('usage', {
    code: 'config_not_editable',
    message: `${fileName} is code or JSON5; only YAML, JSON and JSONC can be edited without losing comments.`,
    hint: 'Make the change by hand; `mortise simulate` shows the effect of a rule first.',
  });
}

/** Reads a YAML text for editing; one with mistakes cannot be written back. */
export function parseYaml(text: string): Document {
  const document = parseDocument(text);
  const [mistake] = document.errors;
  if (mistake === undefined) return document;
  throw new CliFault('config', {
    code: 'config_syntax',
    message: `The configuration has mistakes and was not edited: ${mistake.message}`,
    hint: 'See `mortise check`.',
  });
}

/** The text of a document, with the line ends that the file had. */
export function printYaml(document: Document, before: string): string {
  const flowCollectionPadding = isPadded(before);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding });
  return before.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

/** Whether lists and maps in brackets mostly have spaces inside them, so that an edit leaves them so. */
function isPadded(text: string): boolean {
  const padded = text.match(/[[{] \S/g)?.length ?? 0;
  const tight = text.match(/[[{][^\s\]}]/g)?.length ?? 0;
  return padded > tight;
}

export function readPlain(text: string, fileName: string): unknown {
  return isYamlFile(fileName)
    ? parseYaml(text).toJS()
    : parse(text, [], { allowTrailingComma: true });
}
