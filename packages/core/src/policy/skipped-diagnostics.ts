import type { Diagnostic, RegistrySnapshot, SkippedTool } from '@mortise/contracts';
import { describeOrigin } from '../registry/admit-tools.ts';
import { policyDiagnostic } from './policy-diagnostic.ts';

/** Phase 0 as diagnostics: one per tool that lost its name, one per extension that lost its id. */
export function skippedDiagnostics({ skipped }: RegistrySnapshot): readonly Diagnostic[] {
  const reports = new Map<string, Diagnostic>();
  for (const each of skipped) {
    const report = describeSkip(each);
    reports.set(`${report.code} ${report.subject} ${report.layer}`, report);
  }
  return [...reports.values()];
}

function describeSkip({ name, origin, code, heldBy }: SkippedTool): Diagnostic {
  const layer = describeOrigin(origin);
  return code === 'extension_id_clash' && origin.kind === 'extension'
    ? policyDiagnostic(code, { subject: origin.id, layer })
    : policyDiagnostic(code, { subject: name, layer, detail: `"${name}" is held by ${heldBy}.` });
}
