import type { JsonValue } from '../json.ts';

/**
 * Parsed JSON with every text in it changed, names of keys included. The same value, not a copy, if
 * no text changes. Callers bound the depth.
 */
export function changeTexts<Value extends JsonValue>(
  value: Value,
  change: (text: string) => string,
): Value {
  // Each kind of value stays what it is.
  return changeValue(value, change) as Value;
}

function changeValue(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = value.map((item: JsonValue) => changeValue(item, change));
    return list.every((item, at) => item === value[at]) ? value : list;
  }
  let isChanged = false;
  const entries = Object.entries(value).map(([key, held]) => {
    const entry = [change(key), changeValue(held, change)] as const;
    isChanged ||= entry[0] !== key || entry[1] !== held;
    return entry;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}
