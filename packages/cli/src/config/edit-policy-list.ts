import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import { isMap, isScalar, isSeq } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';

export interface ListEdit {
  readonly agentId: string;
  readonly list: 'allow' | 'deny';
  readonly selectors: readonly string[];
}

/**
 * Adds selectors to an agent's list in the text of a configuration and leaves everything else,
 * comments and layout included, as it is. Answers the same text if they stand there already.
 */
export function editPolicyList(text: string, fileName: string, edit: ListEdit): string {
  const plain = readPlain(text, fileName);
  const path = listPath(plain, edit);
  const known = valueAt(plain, path);
  const present: readonly unknown[] = Array.isArray(known) ? known : [];
  const missing = edit.selectors.filter((selector) => !present.includes(selector));
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
  readonly path: readonly (string | number)[];
  /** What is added to the list, or what is written in the place of nothing. */
  readonly value: unknown;
  readonly isNew: boolean;
}

function editYaml(text: string, { path, value, isNew }: Change): string {
  const document = parseYaml(text);
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
  return printYaml(document, text);
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

/** Where an agent's list stands, in whichever dialect the file is written. */
function listPath(config: unknown, { agentId, list }: ListEdit): (string | number)[] {
  const agents = valueAt(config, ['agents']);
  const listed = valueAt(agents, ['list']);
  const index = Array.isArray(listed)
    ? listed.findIndex((agent) => valueAt(agent, ['id']) === agentId)
    : -1;
  const place = index >= 0 ? ['agents', 'list', index] : ['agents', agentId];
  const agent = valueAt(config, place);
  if (agent === undefined) {
    throw new CliFault('usage', {
      code: 'unknown_agent',
      message: `The configuration has no agent "${agentId}".`,
      hint: 'Check the spelling; agents stand under `agents`.',
    });
  }
  // A static list of tools leaves no room for rules; they go under `policy` then.
  const hasStaticTools =
    Array.isArray(valueAt(agent, ['tools'])) || valueAt(agent, ['policy']) !== undefined;
  return [...place, hasStaticTools ? 'policy' : 'tools', list];
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key)
        ? Reflect.get(node, key)
        : undefined,
    value,
  );
}
