import { splitPath } from '@mortise/host';
import { applyEdits, modify } from 'jsonc-parser';
import { isMap } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { type ConfigSegments, valueAt } from './edit-config-list.ts';

/** A call that is not to be asked for again. */
export interface ExceptedCall {
  /** Config path of what asked: a rule, or the default for calls that no rule accepts. */
  readonly rule: string;
  readonly tool: string;
  readonly args: unknown;
}

/**
 * Writes into the text of a configuration that exactly these arguments need no approval, and leaves the
 * rest as it is. A rule that asks gets an exception (the strictest rule counts, so that one more that
 * allows would change nothing); a default is overruled by a rule that allows.
 */
export function exceptCall(text: string, fileName: string, excepted: ExceptedCall): string {
  const path = splitPath(excepted.rule);
  const plain = readPlain(text, fileName);
  const rule = valueAt(plain, path);
  if (isObject(rule) && Reflect.get(rule, 'then') === 'ask') {
    return setIn(text, fileName, exceptionIn(rule, path, excepted.args));
  }
  if (rule === undefined) throw notThere(excepted.rule, fileName);
  const list = [...layerOf(path), 'rules'];
  const known = valueAt(plain, list);
  const { tool, args } = excepted;
  const allow = allowRule(tool, args);
  const value = Array.isArray(known) ? allow : [allow];
  return setIn(text, fileName, {
    path: Array.isArray(known) ? [...list, known.length] : list,
    value,
  });
}

/** Where the policy stands that a default is of: gates are one step further in. */
function layerOf(path: ConfigSegments): ConfigSegments {
  return path.slice(0, path.at(-2) === 'gates' ? -2 : -1);
}

function allowRule(tool: string, args: unknown): object {
  // Data of a configuration, which nothing awaits.
  // biome-ignore lint/suspicious/noThenProperty: the key of a rule is `then`.
  return { tools: [tool], when: { const: args }, then: 'allow' };
}

interface Change {
  readonly path: ConfigSegments;
  readonly value: unknown;
}

/** Keywords of a schema hold together, so that one more only takes calls out. */
function exceptionIn(rule: object, path: ConfigSegments, args: unknown): Change {
  const when: unknown = Reflect.get(rule, 'when');
  const exception = { enum: [args] };
  if (!isObject(when)) return { path: [...path, 'when'], value: { not: exception } };
  const not: unknown = Reflect.get(when, 'not');
  if (not === undefined) return { path: [...path, 'when', 'not'], value: exception };
  const values: unknown = isObject(not) ? Reflect.get(not, 'enum') : undefined;
  if (isObject(not) && Array.isArray(values) && Object.keys(not).length === 1) {
    return { path: [...path, 'when', 'not', 'enum', values.length], value: args };
  }
  const all: unknown = Reflect.get(when, 'allOf');
  const place = [...path, 'when', 'allOf'];
  return Array.isArray(all)
    ? { path: [...place, all.length], value: { not: exception } }
    : { path: place, value: [{ not: exception }] };
}

function setIn(text: string, fileName: string, { path, value }: Change): string {
  if (!isYamlFile(fileName)) {
    const isArrayInsertion = typeof path.at(-1) === 'number';
    const options = { ...JSON_LAYOUT, isArrayInsertion };
    return applyEdits(text, modify(text, [...path], value, options));
  }
  const document = parseYaml(text);
  const parent = document.getIn(path.slice(0, -1));
  if (isMap(parent)) parent.flow = false;
  document.setIn(path, document.createNode(value));
  return printYaml(document, text);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notThere(rule: string, fileName: string): CliFault {
  return new CliFault('usage', {
    code: 'rule_unknown',
    message: `${fileName} has no ${rule} any more; nothing was written.`,
    hint: 'Call again and approve what is asked then, or edit the rule by hand.',
  });
}
