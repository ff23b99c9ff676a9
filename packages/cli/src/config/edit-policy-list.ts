import { applyEdits, type JSONPath, modify, parse } from 'jsonc-parser';
import { isMap, isSeq, parseDocument } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';

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
  if (/\.ya?ml$/.test(fileName)) return editYaml(text, edit);
  if (/\.jsonc?$/.test(fileName)) return editJson(text, edit);
  throw new CliFault('usage', {
    code: 'config_not_editable',
    message: `${fileName} is code or JSON5; only YAML, JSON and JSONC can be edited without losing comments.`,
    hint: 'Make the change by hand; `mortise simulate` shows its effect first.',
  });
}

function editYaml(text: string, edit: ListEdit): string {
  const document = parseDocument(text);
  const path = listPath(document.toJS(), edit);
  const known: unknown = document.getIn(path);
  const present = isSeq(known) ? known.items.map(String) : [];
  const missing = edit.selectors.filter((selector) => !present.includes(selector));
  if (missing.length === 0) return text;
  const parent = document.getIn(path.slice(0, -1));
  if (isMap(parent)) parent.flow = false;
  if (isSeq(known)) for (const selector of missing) known.add(selector);
  else document.setIn(path, missing);
  return document.toString({ lineWidth: 0 });
}

function editJson(text: string, edit: ListEdit): string {
  const path = listPath(toPlain(text), edit) as JSONPath;
  const present = valueAt(toPlain(text), path);
  const known: readonly unknown[] = Array.isArray(present) ? present : [];
  let next = text;
  let length = known.length;
  for (const selector of edit.selectors.filter((each) => !known.includes(each))) {
    const place = Array.isArray(present) || next !== text ? [...path, length] : path;
    const value = place === path ? [selector] : selector;
    const options = {
      formattingOptions: { insertSpaces: true, tabSize: 2 },
      isArrayInsertion: place !== path,
    };
    next = applyEdits(next, modify(next, place, value, options));
    length += 1;
  }
  return next;
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

function toPlain(text: string): unknown {
  return parse(text, [], { allowTrailingComma: true });
}
