import { dirname, join } from 'node:path';
import type { AuditSink, CapabilityBrokers, JsonValue, Logger } from '@mortise/contracts';
import type { HostHooks } from '@mortise/core';
import { JsonlAuditSink } from '../audit/jsonl-audit-sink.ts';
import { redactAudit } from '../audit/redact-audit.ts';
import { createCapabilityBrokers } from '../brokers/create-capability-brokers.ts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import { RememberedSecrets } from '../brokers/secrets/remembered-secrets.ts';
import { SqliteStorage } from '../brokers/storage/sqlite-storage.ts';
import type { HostOptions } from './host-options.ts';

/** What stands between extensions and the world, and writes down what passed. */
export interface HostBrokers extends Disposable {
  readonly brokers: CapabilityBrokers;
  readonly redactor: () => Redactor | undefined;
  readonly audit: AuditSink;
}

const BINARY_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin'];

export function openBrokers(options: HostOptions, now: () => number): HostBrokers {
  const secrets =
    options.secrets === undefined ? undefined : new RememberedSecrets(options.secrets);
  const redactor = () => secrets?.redactor();
  const sink = openAudit(options.audit);
  const audit = redactAudit(sink, (text) => redactor()?.redact(text) ?? text);
  const storage = options.brokers === undefined ? openStorage(options, now) : undefined;
  const brokers =
    options.brokers ??
    createCapabilityBrokers({
      audit,
      now,
      binaryDirectories: options.binaryDirectories ?? BINARY_DIRECTORIES,
      ...(storage === undefined ? {} : { storage }),
      ...(secrets === undefined ? {} : { secrets }),
    });
  return {
    brokers,
    redactor,
    audit,
    [Symbol.dispose]: () => {
      storage?.[Symbol.dispose]();
      if (sink instanceof JsonlAuditSink) sink[Symbol.dispose]();
    },
  };
}

/** Writes every finished call into the audit log: who, what, how it ended; no arguments, no results. */
export function auditCalls(hooks: HostHooks, audit: AuditSink, now: () => number): void {
  hooks.callFinished.tap('mortise-audit', (report) => {
    const { outcome, callId, toolName, extensionId, agentId, sessionKey } = report;
    audit.record({
      at: now(),
      kind: outcome.status === 'refused' ? 'permission' : 'call',
      decision: DECISIONS[outcome.status],
      action: 'tools.execute',
      target: toolName,
      callId,
      toolName,
      sessionKey,
      ...(outcome.status === 'ok' ? {} : { reason: `${outcome.code}: ${outcome.message}` }),
      ...(extensionId === undefined ? {} : { extensionId }),
      ...(agentId === undefined ? {} : { agentId }),
    });
  });
}

/** Guests write what they like into the log; what they know must not stand there. */
export function redactLogger(logger: Logger, redactor: () => Redactor | undefined): Logger {
  const level = (name: keyof Logger) => (details: object, message: string) => {
    const known = redactor();
    if (known === undefined) return logger[name](details, message);
    return logger[name](known.redactJson(plainDetails(details)) as object, known.redact(message));
  };
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}

/** Errors in their own words; what cannot be written down is left out, never thrown over. */
function plainDetails(details: object): JsonValue {
  try {
    const text = JSON.stringify(details, (_key, value) =>
      value instanceof Error ? `${value.name}: ${value.message}` : value,
    );
    return JSON.parse(text) as JsonValue;
  } catch {
    return { details: 'cannot be written down' };
  }
}

const DECISIONS = { ok: 'allowed', refused: 'denied', failed: 'failed' } as const;

function openAudit(audit: HostOptions['audit']): AuditSink {
  if (audit === undefined) return { record: () => undefined };
  return typeof audit === 'string' ? new JsonlAuditSink(audit) : audit;
}

function openStorage({ state }: HostOptions, now: () => number): SqliteStorage {
  const path = typeof state === 'string' ? join(dirname(state), 'storage.db') : ':memory:';
  return new SqliteStorage({ path, now });
}
