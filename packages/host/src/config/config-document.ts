import type { ConfigNode, SourcePosition } from './config-node.ts';
import { splitPath } from './config-path.ts';

/** Where something of the configuration stands. */
export interface ConfigPlace extends SourcePosition {
  readonly file: string;
}

/** The written form behind a configuration: turns config paths into lines. */
export interface ConfigDocument {
  readonly file: string;
  /**
   * The place of a config path, or of its nearest parent that was written.
   * `undefined` for a configuration that was given as an object: it has no lines.
   */
  locate(path: string): ConfigPlace | undefined;
}

/** Numbers of one node in a table: its line and column (0: none), its first child, how many it has. */
const NUMBERS = 4;

/**
 * Where every node of a configuration stands, as plain data that crosses to another thread in no time. The
 * first node is the root; the children of a node follow each other.
 */
export interface PositionTable {
  /** Under which name each stands: a key in a map, a number in a list. */
  readonly keys: readonly (string | number)[];
  readonly numbers: Uint32Array;
}

export function createConfigDocument(file: string, root: ConfigNode | undefined): ConfigDocument {
  return documentOf(file, root && tabulate(root));
}

/** A document from what was written down of its positions; without them there are no lines. */
export function documentOf(file: string, table: PositionTable | undefined): ConfigDocument {
  return Object.freeze({
    file,
    locate: (path: string) => {
      const position = table && findPosition(table, splitPath(path));
      return position && { file, ...position };
    },
  });
}

interface Child {
  readonly key: string | number;
  readonly node: ConfigNode;
  readonly position: SourcePosition | undefined;
}

/** Level by level, so that children follow each other. */
export function tabulate(root: ConfigNode): PositionTable {
  const nodes: Child[] = [{ key: '', node: root, position: root.position }];
  const numbers: number[] = [];
  for (const { node, position } of nodes) {
    const children = childrenOf(node);
    numbers.push(position?.line ?? 0, position?.column ?? 0, nodes.length, children.length);
    for (const child of children) nodes.push(child);
  }
  return { keys: nodes.map(({ key }) => key), numbers: Uint32Array.from(numbers) };
}

function childrenOf(node: ConfigNode): readonly Child[] {
  if (node.kind === 'list') {
    return node.items.map((item, key) => ({ key, node: item, position: item.position }));
  }
  if (node.kind === 'scalar') return [];
  return [...node.entries].map(([key, { node: value, position }]) => ({
    ...{ key, node: value, position },
  }));
}

function findPosition(
  table: PositionTable,
  segments: readonly (string | number)[],
): SourcePosition | undefined {
  let at = 0;
  let position = positionAt(table, at);
  for (const segment of segments) {
    const child = childAt(table, at, segment);
    if (child === undefined) break;
    at = child;
    position = positionAt(table, at) ?? position;
  }
  return position;
}

function positionAt({ numbers }: PositionTable, at: number): SourcePosition | undefined {
  const [line = 0, column = 0] = numbers.subarray(at * NUMBERS, at * NUMBERS + 2);
  return line === 0 ? undefined : { line, column };
}

/** Keys of maps are texts, whatever a path says; items of lists have numbers. */
function childAt(
  { keys, numbers }: PositionTable,
  at: number,
  segment: string | number,
): number | undefined {
  const [first = 0, count = 0] = numbers.subarray(at * NUMBERS + 2, (at + 1) * NUMBERS);
  if (typeof keys[first] === 'number') {
    return typeof segment === 'number' && segment < count ? first + segment : undefined;
  }
  const key = String(segment);
  for (let child = first; child < first + count; child += 1) {
    if (keys[child] === key) return child;
  }
  return undefined;
}
