import type { ParsedConfig } from './parse-config.ts';

/** The accepted result, or an error that shows why it was refused. For tests. */
export function accepted(parsed: ParsedConfig): Extract<ParsedConfig, { status: 'ok' }> {
  if (parsed.status === 'ok') return parsed;
  throw new Error(JSON.stringify(parsed.diagnostics, null, 2));
}

/** Diagnostics in the spelling of the conformance cases, `code@path:detail`. */
export function spell({ diagnostics }: ParsedConfig): readonly string[] {
  return diagnostics.map(({ code, path, subject }) => `${code}@${path}${subject && `:${subject}`}`);
}
