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

export function createConfigDocument(file: string, root: ConfigNode | undefined): ConfigDocument {
  return Object.freeze({
    file,
    locate: (path: string) => {
      const position = root === undefined ? undefined : findPosition(root, splitPath(path));
      return position === undefined ? undefined : { file, ...position };
    },
  });
}

function findPosition(
  root: ConfigNode,
  segments: readonly (string | number)[],
): SourcePosition | undefined {
  let node = root;
  let position = root.position;
  for (const segment of segments) {
    const next = childAt(node, segment);
    if (next === undefined) break;
    node = next.node;
    position = next.position ?? position;
  }
  return position;
}

function childAt(
  node: ConfigNode,
  segment: string | number,
): { node: ConfigNode; position: SourcePosition | undefined } | undefined {
  if (node.kind === 'map') {
    const entry = node.entries.get(String(segment));
    return entry && { node: entry.node, position: entry.position };
  }
  if (node.kind !== 'list' || typeof segment !== 'number') return undefined;
  const item = node.items[segment];
  return item && { node: item, position: item.position };
}
