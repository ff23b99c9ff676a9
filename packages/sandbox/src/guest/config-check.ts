import { ownPropertiesOnly } from '@mortise/contracts/plain';
import { Errors } from 'typebox/schema';

const MAX_PROBLEMS = 3;
const DEEPEST = 8;
/** In a configuration it stands for the value of a secret, which is put in when a request leaves. */
const SECRET = /^secret:[A-Za-z][A-Za-z0-9_.-]{0,99}$/;
/** What such a text says nothing about; that it is a text is checked. */
const OF_CONTENT: readonly string[] = [
  ...['pattern', 'format', 'minLength', 'maxLength', 'enum', 'const', 'anyOf', 'oneOf', 'if'],
];

type Fields = { [key: string]: unknown };

interface Problem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly message: string;
}

/**
 * What is wrong with a configuration, empty if nothing is. No configuration is an empty one, and what has a
 * default in the schema need not be written. To be called before any code of the extension runs in
 * this realm, under a clock: the schema is the extension's.
 */
export function checkConfig(schemaJson: string, configJson: string): string {
  const schema: unknown = JSON.parse(schemaJson);
  const value = ownPropertiesOnly(JSON.parse(configJson) ?? {});
  fillDefaults(schema, value, 0);
  let found: readonly Problem[];
  try {
    found = Errors(schema as object, value)[1] as readonly Problem[];
  } catch (error) {
    return `its schema cannot be used: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
  const ofSecrets = found.filter((problem) => standsForSecret(problem, value));
  return found
    .filter((problem) => !(ofSecrets.includes(problem) && isExcused(problem, ofSecrets)))
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ keyword, instancePath, message }) =>
        // A `false` schema is how "no other keys" fails; its own message says nothing to a person.
        `${instancePath || '/'}: ${keyword === 'boolean' ? 'is not a key that it knows' : message}`,
    )
    .join('; ');
}

function fillDefaults(schema: unknown, value: unknown, depth: number): void {
  if (!isRecord(schema) || !isRecord(value) || depth > DEEPEST) return;
  const properties = schema['properties'];
  if (!isRecord(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property)) continue;
    if (Object.hasOwn(value, name)) fillDefaults(property, value[name], depth + 1);
    else if (Object.hasOwn(property, 'default')) {
      Object.defineProperty(value, name, {
        ...{ value: property['default'], enumerable: true, writable: true, configurable: true },
      });
    }
  }
}

function standsForSecret({ instancePath }: Problem, root: unknown): boolean {
  let value = root;
  for (const part of instancePath.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;
  }
  return typeof value === 'string' && SECRET.test(value);
}

/** Whether it is about the content, or about a branch beside one that only the content fails. */
function isExcused(problem: Problem, others: readonly Problem[]): boolean {
  const { keyword, schemaPath, instancePath } = problem;
  if (OF_CONTENT.includes(keyword)) return true;
  const [, union] = /^(.*\/(?:anyOf|oneOf)\/)\d+/.exec(schemaPath) ?? [];
  if (union === undefined) return false;
  const failed = new Map<string, boolean>();
  for (const other of others) {
    if (other.instancePath !== instancePath || !other.schemaPath.startsWith(union)) continue;
    const [branch = ''] = other.schemaPath.slice(union.length).split('/');
    failed.set(branch, (failed.get(branch) ?? true) && OF_CONTENT.includes(other.keyword));
  }
  return [...failed.values()].includes(true);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
