import { applyEdits, modify } from 'jsonc-parser';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { deleteFromJson } from './delete-from-json.ts';

export interface GrantEdit {
  readonly source: string;
  readonly capability: string;
  /** What is granted of it from now on; undefined takes the capability out. */
  readonly grant: unknown;
}

/** Replaces what a configuration grants an extension of one capability, and leaves the rest as it is. */
export function editExtensionGrant(text: string, fileName: string, edit: GrantEdit): string {
  const { source, capability, grant } = edit;
  const config = readPlain(text, fileName) as { readonly extensions?: unknown } | null;
  const list: readonly unknown[] = Array.isArray(config?.extensions) ? config.extensions : [];
  const index = list.findIndex(
    (each) => typeof each === 'object' && each !== null && Reflect.get(each, 'source') === source,
  );
  if (index < 0) return text;
  const path = ['extensions', index, 'grants', capability];
  if (!isYamlFile(fileName)) {
    if (grant === undefined) return deleteFromJson(text, path);
    return applyEdits(text, modify(text, path, grant, JSON_LAYOUT));
  }
  const document = parseYaml(text);
  if (grant === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(grant));
  return printYaml(document, text);
}
