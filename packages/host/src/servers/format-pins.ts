import { type JsonValue, showOnOneLine, visibleJson } from '@mortise/contracts';
import type { PinnedTool } from '@mortise/loader';
import type { PinChange } from './compare-pins.ts';

const MOST_LINES = 60;
const MOST_CHARS = 500;

/**
 * What changes for a model, tool by tool, as an operator reads it before a yes. All of it is the server's
 * word, so each value stands on one line, in quotes, with what hides in it shown.
 */
export function formatPinChanges(changes: readonly PinChange[]): string {
  return changes.map(formatChange).join('\n');
}

function formatChange(change: PinChange): string {
  const name = showOnOneLine(change.tool);
  switch (change.kind) {
    case 'added':
      return [`+ ${name}`, ...listValues(change.after).map((line) => `    + ${line}`)].join('\n');
    case 'removed':
      return `- ${name}`;
    case 'changed':
      return [`~ ${name}`, ...differences(change).map((line) => `    ${line}`)].join('\n');
    default:
      return change.kind satisfies never;
  }
}

function listValues(tool: PinnedTool | undefined): readonly string[] {
  return bounded([...valuesOf(tool)].map(([path, value]) => `${path}: ${value}`));
}

function differences({ before, after }: PinChange): readonly string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return bounded(
    paths.flatMap((path) => {
      const [was, is] = [old.get(path), now.get(path)];
      if (was === is) return [];
      return [
        ...(was === undefined ? [] : [`- ${path}: ${was}`]),
        ...(is === undefined ? [] : [`+ ${path}: ${is}`]),
      ];
    }),
  );
}

/** Every value of a definition by its path: `schema.properties.path.type` → `"string"`. */
function valuesOf(tool: PinnedTool | undefined): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (tool === undefined) return values;
  const { name: _name, ...definition } = tool;
  const data: object = definition;
  collect(data as JsonValue, '', values);
  return values;
}

function collect(value: JsonValue, path: string, values: Map<string, string>): void {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) {
    const text = visibleJson(value) ?? 'null';
    values.set(path, text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text);
    return;
  }
  for (const [key, each] of entries) {
    const step = showOnOneLine(key).slice(0, MOST_CHARS);
    collect(each, path === '' ? step : `${path}.${step}`, values);
  }
}

function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} more`];
}
