import { applyEdits, modify } from 'jsonc-parser';
import { isSeq } from 'yaml';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { deleteFromJson } from './delete-from-json.ts';

/** Adds a source to `extensions` in the text of a configuration, and leaves the rest as it is. */
export function addExtension(text: string, fileName: string, source: string): string {
  if (sourcesOf(text, fileName).includes(source)) return text;
  if (isYamlFile(fileName)) {
    const document = parseYaml(text);
    const list: unknown = document.get('extensions');
    if (isSeq(list)) list.add(source);
    else document.set('extensions', [source]);
    return printYaml(document, text);
  }
  const count = sourcesOf(text, fileName).length;
  const plain = readPlain(text, fileName) as { readonly extensions?: unknown } | null;
  const hasList = Array.isArray(plain?.extensions);
  const place = hasList ? ['extensions', count] : ['extensions'];
  return applyEdits(
    text,
    modify(text, place, hasList ? source : [source], { ...JSON_LAYOUT, isArrayInsertion: hasList }),
  );
}

/** Takes a source out of `extensions`. */
export function removeExtension(text: string, fileName: string, source: string): string {
  const index = sourcesOf(text, fileName).indexOf(source);
  if (index < 0) return text;
  if (isYamlFile(fileName)) {
    const document = parseYaml(text);
    document.deleteIn(['extensions', index]);
    return printYaml(document, text);
  }
  return deleteFromJson(text, ['extensions', index]);
}

/** The sources of `extensions` in their order. */
export function sourcesOf(text: string, fileName: string): readonly string[] {
  const config = readPlain(text, fileName);
  const list: unknown = (config as { readonly extensions?: unknown } | null)?.extensions;
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) =>
    typeof entry === 'string'
      ? entry
      : String((entry as { readonly source?: unknown } | null)?.source),
  );
}
