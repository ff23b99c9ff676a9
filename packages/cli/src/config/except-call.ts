import type { ExceptedCall } from '@mortise/contracts';
import { splitPath } from '@mortise/host';
import { applyEdits, modify } from 'jsonc-parser';
import { isMap } from 'yaml';
import { CliFault } from '../output/cli-fault.ts';
import { isYamlFile, JSON_LAYOUT, parseYaml, printYaml, readPlain } from './config-notation.ts';
import { type ConfigSegments, valueAt } from './edit-config-list.ts';

/** A call that is not to be asked for again. */
export interface ApprovedForGood extends ExceptedCall {
  /** Config path of what asked: a rule, or the default for calls that no rule accepts. */
  readonly rule: string;
}

/**
 * Writes into the text of a configuration that exactly this call of this agent needs no approval, and leaves
 * the rest as it is. A rule that asks gets an exception (the strictest rule counts, so that one more that
 * allows would change nothing); a default is overruled by a rule of the agent that allows.
 */
export function exceptCall(text: string, fileName: string, approved: ApprovedForGood): string {
  const { rule: asked, ...call } = approved;
  const path = splitPath(asked);
  const plain = readPlain(text, fileName);
  const rule = valueAt(plain, path);
  if (rule === undefined) throw notThere(asked, fileName);
  const isRule = isObject(rule) && Reflect.get(rule, 'then') === 'ask';
  const change = isRule
    ? added(rule, [...path, 'except'], orderly(call))
    : allowedIn(plain, fileName, call);
  return setIn(text, fileName, change);
}

function orderly({ agent, tool, args }: ExceptedCall): ExceptedCall {
  return { agent, tool, args };
}

interface Change {
  readonly path: ConfigSegments;
  readonly value: unknown;
}

/** One more item of the list that the last segment of a path names in its owner. */
function added(owner: object, path: ConfigSegments, item: unknown): Change {
  const known: unknown = Reflect.get(owner, path.at(-1) ?? '');
  return Array.isArray(known)
    ? { path: [...path, known.length], value: item }
    : { path, value: [item] };
}

/** A rule that allows the call, in the policy of its agent: a default of all stays as it is for others. */
function allowedIn(plain: unknown, fileName: string, { agent, tool, args }: ExceptedCall): Change {
  // Data of a configuration, which nothing awaits.
  // biome-ignore lint/suspicious/noThenProperty: the key of a rule is `then`.
  const allow = { tools: [tool], when: { const: args }, then: 'allow' };
  const place = ['agents', agent];
  const written = valueAt(plain, place) ?? null;
  if (written === null) return { path: place, value: { tools: { rules: [allow] } } };
  const policy = isObject(written) ? (Reflect.get(written, 'tools') ?? null) : undefined;
  if (policy === null) return { path: [...place, 'tools'], value: { rules: [allow] } };
  if (!isObject(policy)) throw noPolicy(agent, fileName);
  return added(policy, [...place, 'tools', 'rules'], allow);
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

/** Its tools are a plain list, which has no room for a rule. */
function noPolicy(agent: string, fileName: string): CliFault {
  return new CliFault('usage', {
    code: 'rule_unknown',
    message: `agents.${agent}.tools of ${fileName} is a list and has no rules; nothing was written.`,
    hint: 'Write it as `tools: { allow: [...], rules: [...] }`, and approve with --always again.',
  });
}

function notThere(rule: string, fileName: string): CliFault {
  return new CliFault('usage', {
    code: 'rule_unknown',
    message: `${fileName} has no ${rule} any more; nothing was written.`,
    hint: 'Call again and approve what is asked then, or edit the rule by hand.',
  });
}
