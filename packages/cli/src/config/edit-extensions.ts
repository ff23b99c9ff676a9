import type { JsonValue } from '@mortise/contracts';
import { type ConfigEnvironment, parseConfig } from '@mortise/host';
import { applyEdits, modify } from 'jsonc-parser';
import { isSeq } from 'yaml';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { deleteFromJson } from './delete-from-json.ts';

/** One that is to be added, with its own configuration if it is given one. */
export interface NewExtension {
  readonly source: string;
  readonly config?: JsonValue;
}

/** Adds a source to `extensions` in the text of a configuration, and leaves the rest as it is. */
export function addExtension(text: string, fileName: string, added: NewExtension): string {
  const { source, config } = added;
  const index = sourcesOf(text, fileName).indexOf(source);
  if (index >= 0) return config === undefined ? text : configure(text, fileName, { index, added });
  const entry = config === undefined ? source : { source, config };
  if (isYamlFile(fileName)) {
    const document = parseYaml(text);
    const list: unknown = document.get('extensions');
    if (isSeq(list)) list.add(document.createNode(entry));
    else document.set('extensions', document.createNode([entry]));
    return printYaml(document, text);
  }
  const count = sourcesOf(text, fileName).length;
  const plain = readPlain(text, fileName) as { readonly extensions?: unknown } | null;
  const hasList = Array.isArray(plain?.extensions);
  const place = hasList ? ['extensions', count] : ['extensions'];
  return applyEdits(
    text,
    modify(text, place, hasList ? entry : [entry], { ...JSON_LAYOUT, isArrayInsertion: hasList }),
  );
}

interface ReadFile {
  readonly text: string;
  readonly fileName: string;
  readonly env: ConfigEnvironment;
}

/** `config` of the entry of a source as a host reads it, with `${NAME}` filled in; if it has one. */
export function configOf({ text, ...options }: ReadFile, source: string): JsonValue | undefined {
  const parsed = parseConfig(text, options);
  const { config } = (parsed.status === 'ok' ? parsed : parsed.draft) ?? {};
  return config?.extensions.find((each) => each.source === source)?.config;
}

interface Listed {
  readonly index: number;
  readonly added: NewExtension;
}

/** Gives an entry that is there its configuration; what else stands in it stays. */
function configure(text: string, fileName: string, { index, added }: Listed): string {
  const isPlain = typeof entriesOf(text, fileName)[index] === 'string';
  const place = ['extensions', index, ...(isPlain ? [] : ['config'])];
  const value = isPlain ? added : added.config;
  if (!isYamlFile(fileName)) return applyEdits(text, modify(text, place, value, JSON_LAYOUT));
  const document = parseYaml(text);
  document.setIn(place, document.createNode(value));
  return printYaml(document, text);
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
  return entriesOf(text, fileName).map((entry) =>
    typeof entry === 'string'
      ? entry
      : String((entry as { readonly source?: unknown } | null)?.source),
  );
}

function entriesOf(text: string, fileName: string): readonly unknown[] {
  const config = readPlain(text, fileName);
  const list: unknown = (config as { readonly extensions?: unknown } | null)?.extensions;
  return Array.isArray(list) ? list : [];
}
