/** Line and column in the file, both counted from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A configuration as it was written, whatever the notation: data with places, nothing interpreted. */
export type ConfigNode = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly position?: SourcePosition;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
  readonly position?: SourcePosition;
}

export interface MapNode {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MapEntry>;
  readonly position?: SourcePosition;
}

export interface MapEntry {
  readonly node: ConfigNode;
  /** Where the key stands: that is where a person looks for the entry. */
  readonly position?: SourcePosition;
}
