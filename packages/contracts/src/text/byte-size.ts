const UNITS = { B: 1, KB: 1_000, MB: 1_000_000, GB: 1_000_000_000, TB: 1_000_000_000_000 } as const;

/** Bytes of a text such as `1MB`; a number alone counts bytes. `undefined` if it is none. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,10})(B|KB|MB|GB|TB)?$/i.exec(text);
  if (match === null) return undefined;
  const [, count = '', unit = 'B'] = match;
  return Number(count) * UNITS[unit.toUpperCase() as keyof typeof UNITS];
}

/** The largest unit that says it exactly. */
export function formatSize(bytes: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, each]) => bytes % each === 0) ?? ['B', 1];
  return `${bytes / size}${unit}`;
}
