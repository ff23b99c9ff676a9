import type { AuditEntry, AuditSink, JsonValue } from '@mortise/contracts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';

/**
 * Takes known secrets out of entries before they are kept; a guest may put one into a path. While no
 * secret is known there is no redactor, and entries pass as they are.
 */
export function redactAudit(
  sink: AuditSink,
  redactor: () => Pick<Redactor, 'redactJson'> | undefined,
): AuditSink {
  return {
    flush: () => sink.flush?.(),
    record: (entry) => {
      // An entry is plain data and stays one of its form: only texts in it change.
      const clean = redactor()?.redactJson(entry as unknown as JsonValue);
      sink.record(clean === undefined ? entry : (clean as unknown as AuditEntry));
    },
  };
}
