import {
  ConfigFile,
  expandUnion,
  explainSchemaError,
  type JsonValue,
  listKeys,
  PRIVATE_WORDS,
} from '@mortise/contracts';
import { Value, type ValueError, ValueErrorType, ValuePointer } from '@sinclair/typebox/value';
import type { ConfigFinding, ConfigFindings } from './config-findings.ts';
import { joinIndex, joinKey } from './config-path.ts';

/**
 * Checks plain data against the one schema and reports every difference.
 * Returns the data as a `ConfigFile` if everything that is known has the right shape: unknown
 * keys have been reported and are not read, so that references can be checked as well.
 */
export function checkSchema(value: JsonValue, findings: ConfigFindings): ConfigFile | undefined {
  let hasRightShape = true;
  for (const top of Value.Errors(ConfigFile, value)) {
    for (const error of expandUnion(top)) {
      const isUnknownKey = error.type === ValueErrorType.ObjectAdditionalProperties;
      hasRightShape &&= isUnknownKey;
      const path = pathOf(error.path, value);
      findings.report(isUnknownKey ? unknownKey(error, path) : wrongValue(error, path));
      if (findings.isOverflowing) return undefined;
    }
  }
  return hasRightShape ? (value as ConfigFile) : undefined;
}

function unknownKey(error: ValueError, path: string): ConfigFinding {
  const { near, keys = [] } = explainSchemaError(error, PRIVATE_WORDS);
  const key = [...ValuePointer.Format(error.path)].at(-1) ?? '';
  const question = near === undefined ? '.' : `; did you mean \`${near}\`?`;
  const hint = near === undefined ? keysHint(keys) : `Write \`${near}\`, or remove the key.`;
  const fault = { code: 'unknown_key', path, subject: key, isFatalForPath: true } as const;
  return { ...fault, message: `this key is unknown${question}`, ...(hint && { hint }) };
}

function keysHint(keys: readonly string[]): string | undefined {
  return keys.length === 0
    ? undefined
    : `Remove the key, or write one that may stand here: ${listKeys(keys)}.`;
}

function wrongValue(error: ValueError, path: string): ConfigFinding {
  const isTooHigh = error.type === ValueErrorType.IntegerMaximum;
  const { kind, message } = explainSchemaError(error, PRIVATE_WORDS);
  return {
    code: isTooHigh ? 'limit_too_high' : 'config_invalid',
    path,
    message: `${kind === 'missing' ? `this ${message}` : message}.`,
    isFatalForPath: true,
  };
}

function pathOf(pointer: string, root: JsonValue): string {
  let path = '';
  let value: unknown = root;
  for (const segment of ValuePointer.Format(pointer)) {
    const isList = Array.isArray(value);
    path = isList ? joinIndex(path, Number(segment)) : joinKey(path, segment);
    value = childOf(value, segment);
  }
  return path;
}

function childOf(value: unknown, segment: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment))
    return undefined;
  // `hasOwn` above: a segment is a name from outside.
  return (value as { readonly [key: string]: unknown })[segment];
}
