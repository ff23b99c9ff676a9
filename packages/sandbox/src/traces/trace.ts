import { SourceMap } from 'node:module';
import { showOnOneLine } from '@mortise/contracts';

/** Where code of an extension was, from the inside out: `at parseHour (src/forecast.ts:14:23)`. */
export type Trace = readonly string[];

/** Answers the author's position for one of the bundle; both count from 1. */
export type FindPosition = (line: number, column: number) => string | undefined;

const MOST_LINES = 20;
const SAID = ['caused by ', 'thrown: '];
const NAME_CHARS = 100;
const CAUSE_CHARS = 250;
/** V8's own form. What names another file is not of the extension: the prelude, or made up. */
const FRAME =
  /^ {4}at (?:(?<name>[^\n]{1,400}?) \()?extension:\/\/\/[\w.-]{1,200}:(?<line>\d{1,8}):(?<column>\d{1,8})\)?$/;

/** Reads a stack that a guest wrote, with the author's files and lines in it. Made harmless and bounded. */
export function readTrace(guestStack: string, find: FindPosition): Trace {
  const trace: string[] = [];
  for (const line of guestStack.split('\n')) {
    if (trace.length >= MOST_LINES) break;
    const shown = SAID.some((start) => line.startsWith(start))
      ? showOnOneLine(line.slice(0, CAUSE_CHARS))
      : readFrame(line, find);
    if (shown !== undefined) trace.push(shown);
  }
  // A cause that says no place says nothing that the message does not.
  while (trace.at(-1)?.startsWith('caused by ') && trace.length === 1) trace.pop();
  return trace;
}

/** What stands for modules of Node, in each bundle. */
const OURS = 'mortise/';

/** `src/forecast.ts:14:23`, where it was thrown, or where what is ours was called; undefined if no line says so. */
export function innermostPlace(trace: Trace): string | undefined {
  const places = trace.map((line) => /(?:^at |\()([^()]+:\d+:\d+)\)?$/.exec(line)?.[1]);
  return places.find((place) => place?.startsWith(OURS) === false) ?? places[0];
}

function readFrame(line: string, find: FindPosition): string | undefined {
  const { name, line: row, column } = FRAME.exec(line)?.groups ?? {};
  if (row === undefined || column === undefined) return undefined;
  const place = find(Number(row), Number(column)) ?? `bundle.js:${row}:${column}`;
  if (name === undefined) return `at ${place}`;
  return `at ${showOnOneLine(name.slice(0, NAME_CHARS))} (${place})`;
}

/** Reads positions of a bundle by its source map; without one, or with one that is none, it knows none. */
export function positionsOf(mapText: string | undefined): FindPosition {
  if (mapText === undefined || mapText === '') return () => undefined;
  let map: SourceMap;
  try {
    map = new SourceMap(JSON.parse(mapText));
  } catch {
    return () => undefined;
  }
  return (line, column) => {
    const entry = entryAt(map, line - 1, column - 1);
    if (!('originalSource' in entry) || entry.originalSource === undefined) return undefined;
    const { originalSource, originalLine, originalColumn } = entry;
    return `${showFile(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  };
}

/**
 * Of a chain V8 says the dot at which it broke, and maps know the name behind it: what they have for the dot is
 * the name before it, on another line if the bundler has drawn several together.
 */
function entryAt(map: SourceMap, line: number, column: number): ReturnType<SourceMap['findEntry']> {
  const [here, next] = [map.findEntry(line, column), map.findEntry(line, column + 1)];
  const isBehind = 'generatedColumn' in here && here.generatedColumn < column;
  const startsNext = 'generatedColumn' in next && next.generatedColumn === column + 1;
  return isBehind && startsNext && next.generatedLine === line ? next : here;
}

const FILE_CHARS = 200;

/** Paths inside of the package. A package may bring a map of its own, which names what it likes. */
function showFile(source: string): string {
  const parts = source
    .replace(/^\w+:\/{2,3}/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return showOnOneLine(parts.join('/').slice(-FILE_CHARS)) || 'bundle.js';
}
