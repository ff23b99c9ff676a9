import { type AuditSink, type Diagnostic, ERROR_CODES } from '@mortise/contracts';
import { AuditFile, type AuditFileOptions } from '../audit/audit-file.ts';
import { WatchedAudit } from '../audit/watched-audit.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The sink of the options, a file of JSON lines, or one that keeps nothing. */
export function openAudit(
  { audit }: HostOptions,
  { lifetime, diagnostics, now }: HostBasics,
  { maxBytes, fsync }: Required<Pick<AuditFileOptions, 'maxBytes' | 'fsync'>>,
): OpenedAudit {
  if (audit === undefined) return { sink: { record: () => undefined } };
  const file = typeof audit === 'string' ? audit : undefined;
  const sink =
    typeof audit === 'string'
      ? lifetime.own(new AuditFile(audit, { maxBytes, fsync, now }))
      : new WatchedAudit(audit);
  diagnostics.add(() => (sink.trouble === undefined ? [] : [unwritable(sink.trouble, file)]));
  return sink instanceof AuditFile ? { sink, file: sink } : { sink };
}

export interface OpenedAudit {
  readonly sink: AuditSink;
  /** Absent where the log is not a file of the host. */
  readonly file?: AuditFile;
}

function unwritable(reason: string, file: string | undefined): Diagnostic {
  const { summary, hint } = ERROR_CODES.audit_unwritable;
  return {
    code: 'audit_unwritable',
    severity: 'error',
    subject: 'audit',
    message: `${summary} ${reason}`,
    hint,
    ...(file === undefined ? {} : { file }),
  };
}
