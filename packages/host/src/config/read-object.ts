import { acceptKey } from './accept-key.ts';
import type { ConfigFindings } from './config-findings.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { ConfigNode, MapEntry } from './config-node.ts';
import { joinIndex, joinKey } from './config-path.ts';
import { scalarFault } from './scalar-fault.ts';

/**
 * Reads a configuration that a program passes as a value. Only plain data counts; a property that
 * is `undefined` is absent. Never throws, whatever the value is.
 */
export function readObject(value: unknown, findings: ConfigFindings): ConfigNode | undefined {
  try {
    return readValue(value, { path: '', depth: 0, findings, budget: { values: 0 } });
  } catch {
    // A getter or a proxy of the caller threw; its message is not ours to show.
    const message = 'reading the object failed; pass plain data.';
    findings.report({ code: 'config_unreadable', path: '', message });
    return undefined;
  }
}

interface Spot {
  readonly path: string;
  readonly depth: number;
  readonly findings: ConfigFindings;
  /** Shared parts and circles could be walked for ever without being deep in any one place. */
  readonly budget: { values: number };
}

function readValue(value: unknown, spot: Spot): ConfigNode {
  spot.budget.values += 1;
  if (spot.depth > CONFIG_LIMITS.depth || spot.budget.values > CONFIG_LIMITS.objectValues) {
    const message = `the object is deeper than ${CONFIG_LIMITS.depth} levels, circular or too large.`;
    spot.findings.report({ code: 'config_too_large', path: '', message, isFatalForPath: true });
    return { kind: 'scalar', value: null };
  }
  if (Array.isArray(value)) return { kind: 'list', items: readItems(value, spot) };
  if (isPlainObject(value)) return { kind: 'map', entries: readEntries(value, spot) };
  const message = scalarFault(value);
  if (message === undefined) return { kind: 'scalar', value: value as string | number | boolean };
  spot.findings.report({ code: 'config_invalid', path: spot.path, message, isFatalForPath: true });
  return { kind: 'scalar', value: null };
}

function readItems(list: readonly unknown[], spot: Spot): readonly ConfigNode[] {
  return Array.from(list, (item, index) =>
    readValue(item, { ...spot, path: joinIndex(spot.path, index), depth: spot.depth + 1 }),
  );
}

function readEntries(source: object, spot: Spot): ReadonlyMap<string, MapEntry> {
  const entries = new Map<string, MapEntry>();
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const path = joinKey(spot.path, key);
    if (!acceptKey({ key, path, entries, findings: spot.findings })) continue;
    entries.set(key, { node: readValue(value, { ...spot, path, depth: spot.depth + 1 }) });
  }
  return entries;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm's Object.prototype is as plain as ours: it has no prototype itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
