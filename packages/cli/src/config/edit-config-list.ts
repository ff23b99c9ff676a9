import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import { type Document, isMap, isScalar, isSeq } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { deleteFromJson } from './delete-from-json.ts';

/** Where something stands in a configuration: keys and positions. */
export type ConfigSegments = readonly (string | number)[];

/** A step of an edit on the text of a configuration; everything else of it, comments included, stays. */
export type ConfigEdit =
  /** Adds texts to a list, or writes the list if there is none; those that stand there are left out. */
  | { readonly kind: 'add'; readonly path: ConfigSegments; readonly texts: readonly string[] }
  /** Takes the entries at these positions out of a list. */
  | {
      readonly kind: 'remove';
      readonly path: ConfigSegments;
      readonly positions: readonly number[];
    }
  | { readonly kind: 'delete'; readonly path: ConfigSegments }
  /** Writes a value where something or nothing stands. */
  | { readonly kind: 'set'; readonly path: ConfigSegments; readonly value: unknown }
  /** Puts a value behind the last entry of a list, or writes the list if there is none. */
  | { readonly kind: 'append'; readonly path: ConfigSegments; readonly value: unknown }
  | { readonly kind: 'rename'; readonly path: ConfigSegments; readonly key: string };

/** Throws `config_not_editable` for what cannot be edited without losing something. */
export function editConfig(text: string, fileName: string, edits: readonly ConfigEdit[]): string {
  return edits.reduce((next, edit) => applyEdit(next, fileName, edit), text);
}

function applyEdit(text: string, fileName: string, edit: ConfigEdit): string {
  const isYaml = isYamlFile(fileName);
  switch (edit.kind) {
    case 'add':
      return addToList(text, fileName, edit);
    case 'remove':
      return [...edit.positions]
        .sort((a, b) => b - a)
        .reduce((next, at) => deleteAt(next, [...edit.path, at], isYaml), text);
    case 'delete':
      return deleteAt(text, edit.path, isYaml);
    case 'set':
      return isYaml ? setInYaml(text, edit) : setInJson(text, edit);
    case 'append':
      return applyEdit(text, fileName, settingOf(text, fileName, edit));
    case 'rename':
      return isYaml ? renameInYaml(text, edit) : renameInJson(text, edit);
    default:
      return edit satisfies never;
  }
}

type Addition = Extract<ConfigEdit, { kind: 'add' }>;

function addToList(text: string, fileName: string, { path, texts }: Addition): string {
  const plain = readPlain(text, fileName);
  const known = valueAt(plain, path);
  const present: readonly unknown[] = Array.isArray(known) ? known : [];
  const missing = texts.filter((each) => !present.includes(each));
  if (missing.length === 0) return text;
  // What is empty has no room for a list: the whole of it is written then.
  const empty = path.findIndex((_, index) => valueAt(plain, path.slice(0, index + 1)) === null);
  const target = empty < 0 ? path : path.slice(0, empty + 1);
  const nested = path.slice(target.length);
  const value = nested.reduceRight<unknown>((inner, key) => ({ [key]: inner }), missing);
  const change = { path: target, value, isNew: !Array.isArray(known) };
  return isYamlFile(fileName) ? editYaml(text, change) : editJson(text, change, present.length);
}

interface Change {
  readonly path: ConfigSegments;
  /** What is added to the list, or what is written in the place of nothing. */
  readonly value: unknown;
  readonly isNew: boolean;
}

function editYaml(text: string, { path, value, isNew }: Change): string {
  return changeYaml(text, (document) => {
    const known = document.getIn(path);
    const parent = document.getIn(path.slice(0, -1));
    if (isMap(parent)) parent.flow = false;
    if (!isNew && isSeq(known) && Array.isArray(value)) for (const each of value) known.add(each);
    else {
      const node = document.createNode(value);
      const old = document.getIn(path, true);
      if (isScalar(old) && old.comment) node.commentBefore = old.comment;
      document.setIn(path, node);
    }
  });
}

function editJson(text: string, { path, value, isNew }: Change, length: number): string {
  if (isNew || !Array.isArray(value)) {
    return applyEdits(text, modify(text, [...path], value, JSON_LAYOUT));
  }
  return value.reduce<string>((next, each, index) => {
    const place: JSONPath = [...path, length + index];
    return applyEdits(next, modify(next, place, each, { ...JSON_LAYOUT, isArrayInsertion: true }));
  }, text);
}

function deleteAt(text: string, path: ConfigSegments, isYaml: boolean): string {
  if (!isYaml) return deleteFromJson(text, [...path]);
  return changeYaml(text, (document) => void document.deleteIn(path));
}

type Setting = Extract<ConfigEdit, { kind: 'set' }>;

function settingOf(
  text: string,
  fileName: string,
  { path, value }: Omit<Setting, 'kind'>,
): Setting {
  const known = valueAt(readPlain(text, fileName), path);
  return Array.isArray(known)
    ? { kind: 'set', path: [...path, known.length], value }
    : { kind: 'set', path, value: [value] };
}

function setInYaml(text: string, { path, value }: Setting): string {
  return changeYaml(text, (document) => {
    const parent = document.getIn(path.slice(0, -1));
    // Room for what may be long; what was written in one line stays so where it is a single value.
    if (isMap(parent) && typeof value === 'object') parent.flow = false;
    const before = document.getIn(path, true);
    const node = document.createNode(value);
    if (isScalar(before) && before.comment) node.comment = before.comment;
    document.setIn(path, node);
  });
}

function setInJson(text: string, { path, value }: Setting): string {
  const isArrayInsertion = typeof path.at(-1) === 'number';
  return applyEdits(text, modify(text, [...path], value, { ...JSON_LAYOUT, isArrayInsertion }));
}

type Renaming = Extract<ConfigEdit, { kind: 'rename' }>;

function renameInYaml(text: string, { path, key }: Renaming): string {
  return changeYaml(text, (document) => {
    const parent = document.getIn(path.slice(0, -1));
    const pair = isMap(parent)
      ? parent.items.find(({ key: each }) => (isScalar(each) ? each.value : each) === path.at(-1))
      : undefined;
    if (pair !== undefined) pair.key = document.createNode(key);
  });
}

function renameInJson(text: string, { path, key }: Renaming): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const name = root && findNodeAtLocation(root, [...path])?.parent?.children?.[0];
  if (name === undefined) return text;
  const after = text.slice(name.offset + name.length);
  return `${text.slice(0, name.offset)}${JSON.stringify(key)}${after}`;
}

/** An alias, for one, has no place of its own to write to. */
function changeYaml(text: string, change: (document: Document) => void): string {
  const document = parseYaml(text);
  try {
    change(document);
    return printYaml(document, text);
  } catch (error) {
    throw new CliFault('usage', {
      code: 'config_not_editable',
      message: `The list cannot be edited where it stands: ${error instanceof Error ? error.message : String(error)}.`,
      hint: 'Write the list out in place of an alias or a merge key, then try again.',
    });
  }
}

export function valueAt(value: unknown, path: ConfigSegments): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? Reflect.get(node, key)
        : undefined,
    value,
  );
}
