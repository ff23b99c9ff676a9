import type { Document, LineCounter, YAMLError, YAMLMap } from 'yaml';
import { acceptKey } from './accept-key.ts';
import type { ConfigFindings } from './config-findings.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { ConfigNode, MapEntry, SourcePosition } from './config-node.ts';
import { joinIndex, joinKey } from './config-path.ts';
import { scalarFault } from './scalar-fault.ts';
import { yamlLibrary } from './yaml-library.ts';
import { isYamlTooLarge } from './yaml-size.ts';

/** Reads YAML 1.2 (core schema, no merge keys, no tags of one's own). Reports what is wrong. */
export function readYaml(text: string, findings: ConfigFindings): ConfigNode | undefined {
  if (isYamlTooLarge(text)) {
    findings.report({ code: 'config_too_large', path: '', message: TOO_LARGE });
    return undefined;
  }
  const { LineCounter, parseDocument } = yamlLibrary();
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    // The library compares every key with every other; `acceptKey` needs one look each.
    uniqueKeys: false,
    prettyErrors: false,
    // `silent` would also silence the error about a second document.
    logLevel: 'error',
    lineCounter: lines,
  });
  if (hasSyntaxErrors(document, lines, findings)) return undefined;
  return new YamlReader(lines, findings).read(document.contents, { path: '', depth: 0 });
}

const TOO_LARGE = `the text has more than ${CONFIG_LIMITS.yamlTokens} tokens or ${CONFIG_LIMITS.depth} levels.`;

function hasSyntaxErrors(
  document: Document,
  lines: LineCounter,
  findings: ConfigFindings,
): boolean {
  // A warning is an unknown tag or directive: something the author meant and the parser ignores.
  const errors: readonly YAMLError[] = [...document.errors, ...document.warnings];
  for (const error of errors.slice(0, CONFIG_LIMITS.diagnostics)) {
    const isOverflow = error.message.includes('call stack');
    findings.report({
      code: isOverflow ? 'config_too_large' : 'config_syntax',
      path: '',
      message: isOverflow ? TOO_LARGE : `${error.message}.`,
      position: positionAt(lines, error.pos[0]),
    });
  }
  const directive = document.directives?.yaml;
  if (directive?.explicit === true && directive.version !== '1.2') {
    // Version 1.1 would turn `no` into false and `<<` into a merge.
    const message = `this is YAML 1.2; the file says ${directive.version}.`;
    findings.report({ code: 'config_syntax', path: '', message, position: { line: 1, column: 1 } });
  }
  return !findings.isEmpty;
}

function positionAt(lines: LineCounter, offset: number): SourcePosition {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

interface Spot {
  readonly path: string;
  readonly depth: number;
}

interface Refused {
  readonly code: 'config_too_large' | 'config_syntax' | 'config_invalid';
  readonly message: string;
  readonly position?: SourcePosition;
}

interface Anchor {
  readonly node: ConfigNode;
  readonly values: number;
}

class YamlReader {
  readonly #yaml = yamlLibrary();
  readonly #lines: LineCounter;
  readonly #findings: ConfigFindings;
  readonly #anchors = new Map<string, Anchor>();
  #values = 0;
  #aliasedValues = 0;

  constructor(lines: LineCounter, findings: ConfigFindings) {
    this.#lines = lines;
    this.#findings = findings;
  }

  read(yaml: unknown, spot: Spot): ConfigNode {
    const position = this.#positionOf(yaml);
    if (spot.depth > CONFIG_LIMITS.depth)
      return this.#refuse({ code: 'config_too_large', message: TOO_LARGE }, spot);
    if (this.#yaml.isAlias(yaml)) return this.#follow(yaml.source, spot, position);
    const before = this.#values;
    this.#values += 1;
    const node = this.#readContent(yaml, spot, position);
    // Only now: an alias inside its own anchor finds nothing, so no circle can be built.
    if (this.#yaml.isScalar(yaml) || this.#yaml.isMap(yaml) || this.#yaml.isSeq(yaml)) {
      if (yaml.anchor) this.#anchors.set(yaml.anchor, { node, values: this.#values - before });
    }
    return node;
  }

  #readContent(yaml: unknown, spot: Spot, position: SourcePosition): ConfigNode {
    if (this.#yaml.isMap(yaml))
      return { kind: 'map', entries: this.#readPairs(yaml, spot), position };
    if (this.#yaml.isSeq(yaml)) {
      const items = yaml.items.map((item, index) =>
        this.read(item, { path: joinIndex(spot.path, index), depth: spot.depth + 1 }),
      );
      return { kind: 'list', items, position };
    }
    const value = this.#yaml.isScalar(yaml) ? yaml.value : null;
    const fault = scalarFault(value);
    if (fault !== undefined)
      return this.#refuse({ code: 'config_invalid', message: fault, position }, spot);
    return { kind: 'scalar', value: value as string | number | boolean | null, position };
  }

  #readPairs(yaml: YAMLMap, spot: Spot): ReadonlyMap<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    for (const pair of yaml.items) {
      const position = this.#positionOf(pair.key);
      const key = this.#keyText(pair.key);
      if (key === undefined || key === '<<') {
        const message =
          key === '<<' ? 'merge keys are not supported; repeat the keys.' : 'a key must be text.';
        this.#refuse({ code: 'config_syntax', message, position }, spot);
        continue;
      }
      const path = joinKey(spot.path, key);
      if (!acceptKey({ key, path, position, entries, findings: this.#findings })) continue;
      entries.set(key, { node: this.read(pair.value, { path, depth: spot.depth + 1 }), position });
    }
    return entries;
  }

  #follow(name: string, spot: Spot, position: SourcePosition): ConfigNode {
    const anchor = this.#anchors.get(name);
    if (anchor === undefined) {
      const message = 'the alias names no anchor that ends before it.';
      return this.#refuse({ code: 'config_syntax', message, position }, spot);
    }
    this.#values += anchor.values;
    this.#aliasedValues += anchor.values;
    if (this.#aliasedValues <= CONFIG_LIMITS.aliasedValues) return anchor.node;
    const message = `aliases repeat more than ${CONFIG_LIMITS.aliasedValues} values.`;
    return this.#refuse({ code: 'config_too_large', message, position }, { ...spot, path: '' });
  }

  #refuse({ code, message, position }: Refused, spot: Spot): ConfigNode {
    const place = position && { position };
    // A bad key leaves its map usable; everything else leaves no value at its path.
    const isFatalForPath = code !== 'config_syntax';
    this.#findings.report({ code, path: spot.path, message, isFatalForPath, ...place });
    return { kind: 'scalar', value: null, ...place };
  }

  #positionOf(yaml: unknown): SourcePosition {
    const range =
      this.#yaml.isScalar(yaml) ||
      this.#yaml.isMap(yaml) ||
      this.#yaml.isSeq(yaml) ||
      this.#yaml.isAlias(yaml)
        ? yaml.range
        : null;
    return positionAt(this.#lines, range?.[0] ?? 0);
  }

  #keyText(key: unknown): string | undefined {
    if (!this.#yaml.isScalar(key) || key.value === null) return undefined;
    // `1: x` and `true: x` are keys as they were typed, not what a number or a truth value prints as.
    return typeof key.value === 'string' ? key.value : key.source;
  }
}
