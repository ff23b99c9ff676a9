import type { ToolSurface } from '@mortise/contracts';
import type { HostHooks } from '@mortise/core';
import { CallAudit } from '../audit/audit-calls.ts';
import { auditPathsOf } from '../audit/audit-paths.ts';
import { PolicyArchive } from '../audit/policy-archive.ts';
import { RecordedQuestions, type SurfaceQuestion } from '../audit/recorded-questions.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';
import type { HostBrokers } from './open-brokers.ts';

export interface CallAuditSources {
  readonly brokers: HostBrokers;
  readonly configuration: HostConfiguration;
  readonly hooks: HostHooks;
  readonly questionOf: (surface: ToolSurface) => SurfaceQuestion | undefined;
}

/** Writes calls down where the embedder wants them written; `undefined` where not. */
export function openCallAudit(
  { audit }: HostOptions,
  { now, diagnostics }: HostBasics,
  { brokers, configuration, hooks, questionOf }: CallAuditSources,
): CallAudit | undefined {
  if (audit === undefined) return undefined;
  const { auditFile, redactor } = brokers;
  const questions =
    auditFile &&
    new RecordedQuestions({
      ...{ questionOf, redactor, locate: (path) => configuration.locate(path) },
      archive: new PolicyArchive(auditPathsOf(auditFile.path).policies),
    });
  const calls = new CallAudit({
    ...{ audit: brokers.audit, texts: auditFile, now, redactor },
    addressOf: questions && ((surface) => questions.addressOf(surface)),
    keepsArguments: () => configuration.current.audit?.arguments === 'redacted',
    isStrict: () => configuration.current.audit?.strict === true,
  });
  hooks.callFinished.tap('mortise-audit', (report) => calls.finished(report));
  diagnostics.add(() => calls.diagnostics());
  return calls;
}
