import type { Diagnostic, HostConfig } from '@mortise/contracts';
import type { ParsedConfig } from './parse-config.ts';
import { placeDiagnostics } from './place-diagnostics.ts';

/** What is wrong with a configuration given what is registered. */
export type ConfigCheck = (config: HostConfig) => readonly Diagnostic[];

/**
 * Everything that is wrong with a configuration in one go: what reading it found, and what the
 * registry adds, also where reading failed already.
 */
export function collectDiagnostics(
  parsed: ParsedConfig,
  check: ConfigCheck,
): readonly Diagnostic[] {
  const readable = parsed.status === 'ok' ? parsed : parsed.draft;
  if (readable === undefined) return parsed.diagnostics;
  const found = placeDiagnostics(check(readable.config), readable.document);
  if (parsed.status === 'ok') return [...parsed.diagnostics, ...found];
  // What is wrong at a place already would only be said again, in other words.
  const places = new Set(parsed.diagnostics.map(({ path }) => path));
  const errors = found.filter(({ severity, path }) => severity === 'error' && !places.has(path));
  return [...parsed.diagnostics, ...errors];
}
