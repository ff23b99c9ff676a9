import { showOnOneLine } from '@mortise/contracts';

/** A line of the log as a person reads it: `12:03:11 warn  An MCP server is not connected.  server=github`. */
export function formatLogLine(line: string): string {
  const { time, level, msg, ...details } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const clock = String(time).slice(11, 19);
  const shown = Object.entries(details).map(([key, value]) => `${key}=${describe(value)}`);
  const text = [`${clock} ${String(level).padEnd(5)} ${String(msg)}`, ...shown].join('  ');
  return showOnOneLine(text);
}

function describe(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
