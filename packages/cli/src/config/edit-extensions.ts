import { applyEdits, modify, parse } from 'jsonc-parser';
import { isSeq, parseDocument } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';

/** Adds a source to `extensions` in the text of a configuration, and leaves the rest as it is. */
export function addExtension(text: string, fileName: string, source: string): string {
  if (sourcesOf(text, fileName).includes(source)) return text;
  if (isYaml(fileName)) {
    const document = parseDocument(text);
    const list: unknown = document.get('extensions');
    if (isSeq(list)) list.add(source);
    else document.set('extensions', [source]);
    return document.toString({ lineWidth: 0 });
  }
  const count = sourcesOf(text, fileName).length;
  const hasList = Array.isArray((parse(text, [], LENIENT) as { extensions?: unknown })?.extensions);
  const place = hasList ? ['extensions', count] : ['extensions'];
  return applyEdits(
    text,
    modify(text, place, hasList ? source : [source], { ...FORMAT, isArrayInsertion: hasList }),
  );
}

/** Takes a source out of `extensions`. */
export function removeExtension(text: string, fileName: string, source: string): string {
  const index = sourcesOf(text, fileName).indexOf(source);
  if (index < 0) return text;
  if (isYaml(fileName)) {
    const document = parseDocument(text);
    document.deleteIn(['extensions', index]);
    return document.toString({ lineWidth: 0 });
  }
  return applyEdits(text, modify(text, ['extensions', index], undefined, FORMAT));
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } } as const;
const LENIENT = { allowTrailingComma: true } as const;

function sourcesOf(text: string, fileName: string): readonly string[] {
  const config: unknown = isYaml(fileName) ? parseDocument(text).toJS() : parse(text, [], LENIENT);
  const list: unknown = (config as { readonly extensions?: unknown } | null)?.extensions;
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) =>
    typeof entry === 'string'
      ? entry
      : String((entry as { readonly source?: unknown } | null)?.source),
  );
}

function isYaml(fileName: string): boolean {
  if (/\.ya?ml$/.test(fileName)) return true;
  if (/\.jsonc?$/.test(fileName)) return false;
  throw new CliFault('usage', {
    code: 'config_not_editable',
    message: `${fileName} is code or JSON5; only YAML, JSON and JSONC can be edited without losing comments.`,
    hint: 'Add the extension to `extensions` by hand.',
  });
}
