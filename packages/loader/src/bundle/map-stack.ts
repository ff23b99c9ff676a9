import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

export interface SourcePosition {
  /** Path inside the package. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Most lines of a stack that are looked at; the stack is the guest's own text. */
const MAX_LINES = 50;
const PLACE = /(?:extension:\/\/\/|file:\/\/\/)?[^\s()]*?:(\d+):(\d+)\)?$/;

/**
 * A stack of a guest with the author's files and lines in it. Lines that say nothing of a
 * position in the bundle, or of one the map does not know, stay as they are.
 */
export function mapStack(guestStack: string, sourceMap: string): string {
  const map = openMap(sourceMap);
  if (map === undefined) return guestStack;
  return guestStack
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => mapLine(line, map))
    .join('\n');
}

/** The author's position behind one of the bundle; lines count from 1, columns too. */
export function mapPosition(
  bundled: { readonly line: number; readonly column: number },
  sourceMap: string,
): SourcePosition | undefined {
  const map = openMap(sourceMap);
  return map === undefined ? undefined : find(bundled.line, bundled.column, map);
}

function mapLine(line: string, map: TraceMap): string {
  if (line.length > 1_000) return line;
  const place = PLACE.exec(line);
  const found = place === null ? undefined : find(Number(place[1]), Number(place[2]), map);
  if (place === null || found === undefined) return line;
  const end = line.endsWith(')') ? ')' : '';
  return `${line.slice(0, place.index)}${found.file}:${found.line}:${found.column}${end}`;
}

function find(line: number, column: number, map: TraceMap): SourcePosition | undefined {
  if (!(line >= 1) || !(column >= 1)) return undefined;
  const found = originalPositionFor(map, { line, column: column - 1 });
  if (found.source === null) return undefined;
  return { file: found.source, line: found.line, column: found.column + 1 };
}

function openMap(sourceMap: string): TraceMap | undefined {
  try {
    return new TraceMap(sourceMap);
  } catch {
    return undefined;
  }
}
