import type { JsonValue, ToolCall } from '@mortise/contracts';

const SECRET_KEY =
  /secret|token|passw|passphrase|passcode|credential|authori[sz]ation|auth(?!or)|bearer|cookie|signature|(?:api|access|private|session)[-_ ]?key/i;

/** Arguments as they may be shown: what their names or the schema call secret is taken out. */
export function redactArguments(
  args: JsonValue,
  { schema }: Pick<ToolCall['entry'], 'schema'>,
): JsonValue {
  return redact(args, [schema], schema);
}

/** `schemas`: all that speak of the value; one of them is enough to make it a secret. */
function redact(value: JsonValue, schemas: readonly unknown[], root: unknown): JsonValue {
  const all = withVariants(schemas, root);
  if (all.some(isSecretSchema)) return '[redacted]';
  if (Array.isArray(value)) {
    return value.map((item, index) => redact(item, itemSchemas(all, index), root));
  }
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).map(([key, child]) => {
    const own = all.map((schema) => at(at(schema, 'properties'), key));
    return [key, SECRET_KEY.test(key) ? '[redacted]' : redact(child, own, root)] as const;
  });
  return Object.fromEntries(shown);
}

function isSecretSchema(schema: unknown): boolean {
  return at(schema, 'writeOnly') === true || at(schema, 'format') === 'password';
}

function itemSchemas(schemas: readonly unknown[], index: number): readonly unknown[] {
  return schemas.flatMap((schema) => [at(schema, 'items'), listAt(schema, 'prefixItems')[index]]);
}

/** The schemas with what they are unions of and refer to, each once: a schema may name itself. */
function withVariants(schemas: readonly unknown[], root: unknown): readonly object[] {
  const found = new Set<object>();
  const pending = [...schemas];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null || found.has(next)) continue;
    found.add(next);
    for (const key of ['anyOf', 'oneOf', 'allOf']) pending.push(...listAt(next, key));
    const reference = at(next, '$ref');
    if (typeof reference === 'string' && reference.startsWith('#/')) {
      pending.push(reference.slice(2).split('/').reduce(at, root));
    }
  }
  return [...found];
}

function listAt(schema: unknown, key: string): readonly unknown[] {
  const list = at(schema, key);
  return Array.isArray(list) ? list : [];
}

function at(schema: unknown, key: string): unknown {
  if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key))
    return undefined;
  return (schema as Record<string, unknown>)[key];
}
