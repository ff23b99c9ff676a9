import type { JsonValue, Success, ValidatedCall } from '@mortise/contracts';

const SECRET_KEY =
  /secret|token|passw|api[-_]?key|credential|authori[sz]ation|cookie|private[-_]?key/i;

/** What a call would have done, without doing it. Secrets are not shown (E-9). */
export function dryRunOutcome(call: ValidatedCall): Success {
  const args = JSON.stringify(redact(call.args as JsonValue, call.entry.schema));
  return { status: 'ok', text: `[dry run] ${call.toolName} would run with ${args}` };
}

function redact(value: JsonValue, schema: unknown): JsonValue {
  if (Array.isArray(value)) {
    const items = childSchema(schema, 'items');
    return value.map((item) => redact(item, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  const properties = childSchema(schema, 'properties');
  const shown = Object.entries(value).map(([key, child]) => {
    const own = childSchema(properties, key);
    return [key, isSecret(key, own) ? '[redacted]' : redact(child, own)] as const;
  });
  return Object.fromEntries(shown);
}

function isSecret(key: string, schema: unknown): boolean {
  if (SECRET_KEY.test(key)) return true;
  return childSchema(schema, 'writeOnly') === true || childSchema(schema, 'format') === 'password';
}

function childSchema(schema: unknown, key: string): unknown {
  if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key))
    return undefined;
  return (schema as Record<string, unknown>)[key];
}
