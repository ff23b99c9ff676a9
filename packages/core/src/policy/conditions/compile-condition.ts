import { didYouMean, SCHEMA_KEYWORDS } from '@mortise/contracts';
import { APPLYING_KEYWORDS } from './applying-keywords.ts';
import { ALWAYS, type Condition, every, NEVER } from './condition.ts';
import { ConditionFault } from './condition-fault.ts';
import { isRecord, type KeywordCompiler } from './keyword-place.ts';
import { VALUE_KEYWORDS } from './value-keywords.ts';

/** A schema as a condition, or the place and reason why it is none. */
export type CompiledCondition =
  | { readonly status: 'ok'; readonly matches: Condition }
  | { readonly status: 'invalid'; readonly at: readonly string[]; readonly message: string };

const MAX_DEPTH = 64;
/** What is referred to counts as often as it is. */
const MAX_PARTS = 2_000;

const KEYWORDS: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ...Object.entries(VALUE_KEYWORDS),
  ...Object.entries(APPLYING_KEYWORDS),
  // In the table it would look like a promise; it is read like `else`.
  ['then', APPLYING_KEYWORDS.else],
]);

/**
 * Turns JSON Schema (2020-12) into closures, once. What could take long for some value is refused here
 * or counted when it runs: patterns are linear, references end, and a keyword that is not known is a
 * mistake and no remark.
 */
export function compileCondition(schema: unknown): CompiledCondition {
  try {
    return { status: 'ok', matches: new ConditionCompiler(schema).compile(schema, []) };
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return { status: 'invalid', at: error.at, message: error.message };
  }
}

/** One schema on its way to a condition; keeps its root, for references into it. */
class ConditionCompiler {
  readonly #root: unknown;
  readonly #following: string[] = [];
  #parts = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  readonly compile = (schema: unknown, at: readonly string[]): Condition => {
    if (schema === true) return ALWAYS;
    if (schema === false) return NEVER;
    if (!isRecord(schema))
      throw new ConditionFault(at, 'expected a schema: an object, true or false.');
    this.#parts += 1;
    if (this.#parts > MAX_PARTS || at.length > MAX_DEPTH)
      throw new ConditionFault(at, `it has more than ${MAX_PARTS} parts or ${MAX_DEPTH} levels.`);
    const { compile, follow } = this;
    return every(
      Object.entries(schema).map(([name, value]) => {
        const place = [...at, name];
        return keywordOf(name, value, place)({ value, schema, at: place, compile, follow });
      }),
    );
  };

  /** Compiled anew where it is used, so that what it costs is counted. */
  readonly follow = (target: string, at: readonly string[]): Condition => {
    const named = JSON.stringify(target.slice(0, 100));
    if (this.#following.includes(target))
      throw new ConditionFault(at, `${named} refers to itself.`);
    const found = findTarget(this.#root, target);
    if (found === undefined)
      throw new ConditionFault(at, `there is no ${named} in it; write "#/$defs/<name>".`);
    this.#following.push(target);
    const condition = this.compile(found.schema, at);
    this.#following.pop();
    return condition;
  };
}

function keywordOf(name: string, value: unknown, at: readonly string[]): KeywordCompiler {
  const found = KEYWORDS.get(name);
  if (found === undefined) {
    const question = didYouMean(name, KEYWORDS.keys()) || '.';
    throw new ConditionFault(
      at,
      `a rule cannot use the keyword ${JSON.stringify(name)}${question}`,
    );
  }
  const kind = SCHEMA_KEYWORDS.get(name);
  if (kind?.accepts(value) === false) throw new ConditionFault(at, `expected ${kind.takes}.`);
  if (name === 'items' && Array.isArray(value))
    throw new ConditionFault(at, 'expected a schema; write a list of them as `prefixItems`.');
  return found;
}

function findTarget(root: unknown, target: string): { readonly schema: unknown } | undefined {
  const [, place = '', key = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(target) ?? [];
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  const definitions = isRecord(root) && Object.hasOwn(root, place) ? root[place] : undefined;
  if (!isRecord(definitions) || !Object.hasOwn(definitions, name)) return undefined;
  return { schema: definitions[name] };
}
