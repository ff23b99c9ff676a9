import {
  type ArrayNode,
  type MemberNode,
  type ObjectNode,
  parse,
  type ValueNode,
} from '@humanwhocodes/momoa';
import { acceptKey } from './accept-key.ts';
import type { ConfigFindings } from './config-findings.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { ConfigNode, MapEntry, SourcePosition } from './config-node.ts';
import { joinIndex, joinKey } from './config-path.ts';
import { scalarFault } from './scalar-fault.ts';

/**
 * Reads JSON, JSON with comments and JSON5 with one parser: the access seed is written with
 * comments, unquoted keys and trailing commas. Reports what is wrong and returns what could be read.
 */
export function readJson(text: string, findings: ConfigFindings): ConfigNode | undefined {
  try {
    return readValue(parse(text, { mode: 'json5' }).body, { path: '', depth: 0, findings });
  } catch (error) {
    findings.report(syntaxFinding(error));
    return undefined;
  }
}

interface Spot {
  readonly path: string;
  readonly depth: number;
  readonly findings: ConfigFindings;
}

function readValue(json: ValueNode, spot: Spot): ConfigNode {
  const position = startOf(json);
  if (spot.depth > CONFIG_LIMITS.depth) {
    spot.findings.report({ code: 'config_too_large', path: '', message: TOO_DEEP, position });
    return { kind: 'scalar', value: null, position };
  }
  if (json.type === 'Object') return { kind: 'map', entries: readMembers(json, spot), position };
  if (json.type === 'Array') return { kind: 'list', items: readElements(json, spot), position };
  const value = json.type === 'Null' ? null : 'value' in json ? json.value : undefined;
  const fault = scalarFault(value);
  if (fault === undefined) return { kind: 'scalar', value: value ?? null, position };
  spot.findings.report({
    code: 'config_invalid',
    path: spot.path,
    message: fault,
    position,
    isFatalForPath: true,
  });
  return { kind: 'scalar', value: null, position };
}

function readMembers(json: ObjectNode, spot: Spot): ReadonlyMap<string, MapEntry> {
  const entries = new Map<string, MapEntry>();
  for (const member of json.members) {
    const key = keyOf(member);
    const position = startOf(member.name);
    const path = joinKey(spot.path, key);
    if (!acceptKey({ key, path, position, entries, findings: spot.findings })) continue;
    const node = readValue(member.value, { ...spot, path, depth: spot.depth + 1 });
    entries.set(key, { node, position });
  }
  return entries;
}

function readElements(json: ArrayNode, spot: Spot): readonly ConfigNode[] {
  return json.elements.map((element, index) =>
    readValue(element.value, {
      ...spot,
      path: joinIndex(spot.path, index),
      depth: spot.depth + 1,
    }),
  );
}

function keyOf(member: MemberNode): string {
  return member.name.type === 'String' ? member.name.value : member.name.name;
}

function startOf(json: ValueNode | MemberNode['name']): SourcePosition {
  return { line: json.loc.start.line, column: json.loc.start.column };
}

const TOO_DEEP = `the nesting is deeper than ${CONFIG_LIMITS.depth} levels.`;

function syntaxFinding(error: unknown): Parameters<ConfigFindings['report']>[0] {
  // The parser recurses once per level and once per comment in a row: only hostile text exhausts it.
  if (error instanceof RangeError) return { code: 'config_too_large', path: '', message: TOO_DEEP };
  const message = error instanceof Error ? error.message : 'the text cannot be read';
  const position = positionOf(error);
  return { code: 'config_syntax', path: '', message, ...(position && { position }) };
}

function positionOf(error: unknown): SourcePosition | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (!('line' in error) || !('column' in error)) return undefined;
  const { line, column } = error;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined;
}
