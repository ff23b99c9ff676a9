import { widthOf } from './paint.ts';

/** Rows under each other, every column as wide as its widest cell; colours take no place. */
export function formatTable(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  const pad = (cell: string, width: number) => cell + ' '.repeat(width - widthOf(cell));
  return rows
    .map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  '))
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}
