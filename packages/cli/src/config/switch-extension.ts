import { applyEdits, modify } from 'jsonc-parser';
import { isMap, isNode } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { deleteFromJson } from './delete-from-json.ts';
import { sourcesOf } from './edit-extensions.ts';

export interface ExtensionSwitch {
  readonly source: string;
  readonly isEnabled: boolean;
  /** Written beside a source that nothing else gives an id, so that it is known while it is off. */
  readonly id?: string;
}

/**
 * Switches an extension in the text of a configuration, and leaves the rest as it is. A source alone
 * becomes an object, and an object with nothing but a source becomes one again.
 */
export function switchExtension(text: string, fileName: string, asked: ExtensionSwitch): string {
  const { source, isEnabled, id } = asked;
  const index = sourcesOf(text, fileName).indexOf(source);
  if (index < 0) throw notConfigured(source, fileName);
  const entry = entryAt(text, fileName, index);
  const isOn = typeof entry === 'string' || Reflect.get(entry, 'enabled') !== false;
  if (isOn === isEnabled) return text;
  const path = ['extensions', index];
  if (typeof entry === 'string') {
    const off = { ...(id === undefined ? {} : { id }), source, enabled: false };
    return setIn(text, fileName, { path, value: off });
  }
  const isBare = Object.keys(entry).every((key) => key === 'source' || key === 'enabled');
  if (isEnabled && isBare) return setIn(text, fileName, { path, value: source });
  const place = [...path, 'enabled'];
  return isEnabled
    ? deleteIn(text, fileName, place)
    : setIn(text, fileName, { path: place, value: false });
}

function entryAt(text: string, fileName: string, index: number): string | object {
  const { extensions } = readPlain(text, fileName) as {
    readonly extensions: readonly (string | object)[];
  };
  return extensions[index] ?? {};
}

type Path = (string | number)[];

function setIn(
  text: string,
  fileName: string,
  { path, value }: { readonly path: Path; readonly value: unknown },
): string {
  if (!isYamlFile(fileName)) return applyEdits(text, modify(text, path, value, JSON_LAYOUT));
  const document = parseYaml(text);
  const before = document.getIn(path, true);
  const node = document.createNode(value);
  if (isMap(node)) node.flow = true;
  // A comment beside the entry stays there.
  if (isNode(before) && before.comment) node.comment = before.comment;
  if (isNode(before) && before.commentBefore) node.commentBefore = before.commentBefore;
  document.setIn(path, node);
  return printYaml(document, text);
}

function deleteIn(text: string, fileName: string, path: Path): string {
  if (!isYamlFile(fileName)) return deleteFromJson(text, path);
  const document = parseYaml(text);
  document.deleteIn(path);
  return printYaml(document, text);
}

function notConfigured(source: string, fileName: string): CliFault {
  return new CliFault('usage', {
    code: 'not_configured',
    message: `${fileName} does not name ${source}; it was loaded in another way.`,
    hint: 'Install it with `mortise add <source>`, and it can be switched for good.',
  });
}
