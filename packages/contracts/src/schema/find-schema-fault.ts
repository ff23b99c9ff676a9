import { changeTexts } from '../json/change-texts.ts';
import type { JsonSchema, JsonValue } from '../json.ts';
import { hasHidden, showHidden, showOnOneLine } from '../text/show-hidden.ts';
import { SCHEMA_KEYWORDS, type SchemaKeyword } from './schema-keywords.ts';

const MAX_PARTS = 20_000;
const REFERENCES: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'];
const ANCHORS: readonly string[] = ['$anchor', '$dynamicAnchor'];

/**
 * Why no validator would take a schema, as `/path: what is wrong`, or undefined. It is looked at as
 * data: a stranger wrote it. Callers bound its size and depth.
 */
export function findSchemaFault(schema: JsonSchema): string | undefined {
  const search = new SchemaSearch();
  const fault = search.look(schema as JsonObject, '') ?? search.lostReference(schema as JsonObject);
  return fault === undefined ? undefined : showOnOneLine(fault);
}

type JsonObject = { readonly [key: string]: JsonValue };

class SchemaSearch {
  readonly #anchors = new Set<string>();
  readonly #references: { readonly path: string; readonly target: string }[] = [];
  #parts = 0;

  /** The first fault below a schema. */
  look(schema: JsonValue, path: string): string | undefined {
    if (!isObject(schema)) return undefined;
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) return `${path || '/'}: it has too many parts`;
    for (const [name, value] of Object.entries(schema)) {
      const fault = this.#lookAt(name, value, `${path}/${name}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** A reference to what is not there. */
  lostReference(root: JsonObject): string | undefined {
    const lost = this.#references.find(({ target }) => !this.#resolves(target, root));
    if (lost === undefined) return undefined;
    const where = lost.target.startsWith('#') ? 'is not in it' : 'points outside of it';
    return `${lost.path}: ${JSON.stringify(lost.target.slice(0, 100))} ${where}`;
  }

  #lookAt(name: string, value: JsonValue, path: string): string | undefined {
    if (hasHidden(name)) return `${path}: a name has characters that cannot be seen`;
    const keyword = SCHEMA_KEYWORDS.get(name);
    if (keyword === undefined) return undefined;
    if (!keyword.accepts(value)) {
      return `${path}: expected ${keyword.takes}, found ${JSON.stringify(value).slice(0, 60)}`;
    }
    if (typeof value === 'string' && REFERENCES.includes(name)) {
      this.#references.push({ path, target: value });
    }
    if (typeof value === 'string' && ANCHORS.includes(name)) this.#anchors.add(value);
    return this.#lookInto(keyword, value, path);
  }

  #lookInto({ holds, isNote }: SchemaKeyword, value: JsonValue, path: string): string | undefined {
    if (isNote === true) return undefined;
    if (holds === undefined) return hiddenIn(value, path);
    if (holds === 'schema' && !Array.isArray(value)) return this.look(value, path);
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    for (const [name, each] of Object.entries<JsonValue>(value)) {
      if (hasHidden(name)) return `${path}: a name has characters that cannot be seen`;
      const below = `${path}/${name}`;
      const fault = isObject(each) ? this.look(each, below) : hiddenIn(each, below);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #resolves(target: string, root: JsonObject): boolean {
    if (!target.startsWith('#')) return false;
    if (target === '#' || this.#anchors.has(target.slice(1))) return true;
    return target.startsWith('#/') && isSchema(valueAt(target.slice(2), root));
  }
}

function hiddenIn(value: JsonValue, path: string): string | undefined {
  const isClean = changeTexts(value, showHidden) === value;
  return isClean ? undefined : `${path}: it has characters that cannot be seen`;
}

/** What a JSON pointer leads to. */
function valueAt(pointer: string, root: JsonObject): unknown {
  let value: unknown = root;
  for (const piece of pointer.split('/')) {
    const key = unescapePointer(piece);
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!isThere) return undefined;
    value = (value as { readonly [key: string]: unknown })[key];
  }
  return value;
}

function unescapePointer(piece: string): string {
  const plain = piece.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
