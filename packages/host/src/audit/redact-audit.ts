import type { AuditEntry, AuditSink } from '@mortise/contracts';

/** Takes known secrets out of entries before they are kept; a guest may put one into a path. */
export function redactAudit(sink: AuditSink, redact: (text: string) => string): AuditSink {
  return {
    record: (entry) => {
      const clean = Object.entries(entry).map(([key, value]) => [
        key,
        typeof value === 'string' ? redact(value) : value,
      ]);
      sink.record(Object.fromEntries(clean) as unknown as AuditEntry);
    },
  };
}
