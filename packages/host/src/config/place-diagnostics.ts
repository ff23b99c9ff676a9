import type { Diagnostic } from '@mortise/contracts';
import type { ConfigDocument } from './config-document.ts';

/** Adds file and line to findings of parts that know only config paths. */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  document: ConfigDocument,
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { path, file } = diagnostic;
    const place = path === undefined || file !== undefined ? undefined : document.locate(path);
    return place === undefined ? diagnostic : { ...place, ...diagnostic };
  });
}
