import type { AuditSink } from '@mortise/contracts';
import { JsonlAuditSink } from '../audit/jsonl-audit-sink.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';

/** The sink of the options, a file of JSON lines, or one that keeps nothing. */
export function openAudit({ audit }: HostOptions, { lifetime }: HostBasics): AuditSink {
  if (audit === undefined) return { record: () => undefined };
  return typeof audit === 'string' ? lifetime.own(new JsonlAuditSink(audit)) : audit;
}
