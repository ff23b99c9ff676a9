import type { AuditSink, CapabilityBrokers } from '@mortise/contracts';
import { redactAudit } from '../audit/redact-audit.ts';
import { createCapabilityBrokers } from '../brokers/create-capability-brokers.ts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import { RememberedSecrets } from '../brokers/secrets/remembered-secrets.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import { openAudit } from './open-audit.ts';
import { openStorage } from './open-storage.ts';

/** What stands between extensions and the world, and writes down what passed. */
export interface HostBrokers {
  readonly brokers: CapabilityBrokers;
  readonly redactor: () => Redactor | undefined;
  readonly audit: AuditSink;
}

const BINARY_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin'];

export function openBrokers(options: HostOptions, basics: HostBasics): HostBrokers {
  const secrets =
    options.secrets === undefined ? undefined : new RememberedSecrets(options.secrets);
  const redactor = () => secrets?.redactor();
  const audit = redactAudit(openAudit(options, basics), (text) => redactor()?.redact(text) ?? text);
  const brokers =
    options.brokers ??
    createCapabilityBrokers({
      binaryDirectories: options.binaryDirectories ?? BINARY_DIRECTORIES,
      storage: openStorage(options, basics),
      ...(secrets === undefined ? {} : { secrets }),
    });
  return { brokers, redactor, audit };
}
