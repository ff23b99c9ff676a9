/** The lines of a trace, below what was thrown. */
export function formatTrace(trace: readonly string[] | undefined, indent = '    '): string {
  return (trace ?? []).map((line) => `\n${indent}${line}`).join('');
}

/** `src/forecast.ts:12:5` of the line of a trace; the line itself if it names no place. */
export function placeOf(line: string): string {
  return /(?:^at |\()([^()]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? line;
}
