import type { AuditSink, CapabilityBrokers } from '@mortise/contracts';
import { redactAudit } from '../audit/redact-audit.ts';
import { createCapabilityBrokers } from '../brokers/create-capability-brokers.ts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import type { RememberedSecrets } from '../brokers/secrets/remembered-secrets.ts';
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
  const { secrets: known } = basics;
  const redactor = known.redactor.bind(known);
  const audit = redactAudit(openAudit(options, basics), (text) => redactor()?.redact(text) ?? text);
  const brokers =
    options.brokers === undefined
      ? createOwnBrokers(options, basics, known)
      : known.ofBrokers(options.brokers);
  return { brokers, redactor, audit };
}

function createOwnBrokers(
  options: HostOptions,
  basics: HostBasics,
  known: RememberedSecrets,
): CapabilityBrokers {
  const { secrets, binaryDirectories = BINARY_DIRECTORIES } = options;
  return createCapabilityBrokers({
    binaryDirectories,
    hostFiles: basics.hostFiles,
    storage: openStorage(options, basics),
    ...(secrets === undefined ? {} : { secrets: known.ofSource(secrets) }),
  });
}
