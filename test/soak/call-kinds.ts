/** One way to use a tool: how often, with what, and how it may end. */
export interface CallKind {
  /** Of all calls, in proportion to the others. */
  readonly weight: number;
  readonly tool: string;
  readonly args: (number: number) => Readonly<Record<string, unknown>>;
  /** Codes that it may end with; `ok` among them. */
  readonly ends: readonly string[];
  /** Is given up by the caller after so long. */
  readonly abortAfterMs?: number;
}

const LARGE_CHARS = 60_000;
const LARGE_TEXT = 'large '.repeat(LARGE_CHARS / 6);
/** Keys and files that calls write over and over. */
const PLACES = 200;

const OK = ['ok'] as const;

/** What a host meets in its days, by name. */
export const CALL_KINDS = {
  quick: { ...{ weight: 50, tool: 'soak_echo', ends: OK }, args: (n) => ({ text: `quick ${n}` }) },
  throwing: {
    ...{ weight: 6, tool: 'soak_throw', ends: ['execution_failed'] },
    args: () => ({}),
  },
  invalid: {
    ...{ weight: 3, tool: 'soak_echo', ends: ['input_invalid'] },
    args: () => ({ text: 1 }),
  },
  unknown: { ...{ weight: 1, tool: 'soak_gone', ends: ['not_available'] }, args: () => ({}) },
  // Their time is so short that no runner may get ready within it in place of one that was killed.
  timedOut: {
    ...{ weight: 3, tool: 'soak_hang', ends: ['timeout', 'extension_unavailable'] },
    args: () => ({}),
  },
  spinning: {
    ...{ weight: 0.2, tool: 'soak_spin', ends: ['cpu_limit', 'timeout', 'extension_unavailable'] },
    args: () => ({}),
  },
  aborted: {
    ...{ weight: 8, tool: 'soak_wait', ends: ['aborted', 'aborted_before_start'] },
    ...{ args: () => ({ ms: 5_000 }), abortAfterMs: 25 },
  },
  large: {
    ...{ weight: 8, tool: 'soak_echo', ends: OK },
    args: (n) => ({ text: `${n} ${LARGE_TEXT}` }),
  },
  fetching: { ...{ weight: 10, tool: 'soak_fetch', ends: OK }, args: (n) => ({ page: n }) },
  storing: {
    ...{ weight: 6, tool: 'soak_store', ends: OK },
    args: (n) => ({ key: `key-${n % PLACES}`, value: `value ${n}` }),
  },
  files: {
    ...{ weight: 4, tool: 'soak_file', ends: OK },
    args: (n) => ({ name: `file-${n % PLACES}.txt`, text: `text ${n}\n`.repeat(200) }),
  },
  loading: { ...{ weight: 1, tool: 'load_tools', ends: OK }, args: () => ({ toolkit: 'more' }) },
  unloading: {
    ...{ weight: 1, tool: 'unload_tools', ends: OK },
    args: () => ({ toolkit: 'more' }),
  },
} as const satisfies Readonly<Record<string, CallKind>>;

export type KindName = keyof typeof CALL_KINDS;

export const KIND_NAMES = Object.keys(CALL_KINDS) as readonly KindName[];

/** Picks a kind by weight; `draw` is from 0 to 1. */
export function pickKind(names: readonly KindName[], draw: number): KindName {
  let left = draw * names.reduce((sum, name) => sum + CALL_KINDS[name].weight, 0);
  for (const name of names) {
    left -= CALL_KINDS[name].weight;
    if (left < 0) return name;
  }
  return names[0] ?? 'quick';
}
