import type { Diagnostic } from '@mortise/contracts';
import type { ConfigDocument } from './config-document.ts';

/** Adds file and line to findings of parts that know only config paths. */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  document: ConfigDocument,
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const place = diagnostic.path === undefined ? undefined : document.locate(diagnostic.path);
    return place === undefined ? diagnostic : { ...place, ...diagnostic };
  });
}
