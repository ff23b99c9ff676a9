import { SourceMap } from 'node:module';

/** Where a line of a bundle comes from, as `file:line:column`; all count from 1. */
export function mapPosition(
  { source, map }: { readonly source: string; readonly map: string },
  text: string,
): string {
  const lines = source.split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  const entry = new SourceMap(JSON.parse(map)).findEntry(line, lines[line]?.indexOf(text) ?? 0);
  if (!('originalSource' in entry)) return 'nowhere';
  return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
