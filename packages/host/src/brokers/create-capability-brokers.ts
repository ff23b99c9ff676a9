import type { AuditSink, CapabilityBrokers } from '@mortise/contracts';
import { createAttachmentBroker } from './attachments/attachment-broker.ts';
import type { AttachmentSource } from './attachments/attachment-source.ts';
import { createFileBroker } from './files/file-broker.ts';
import { createNetworkBroker, type NetworkBrokerParts } from './network/network-broker.ts';
import { createProcessBroker } from './process/process-broker.ts';
import { SecretPlaceholders } from './secrets/secret-placeholders.ts';
import type { SecretSource } from './secrets/secret-source.ts';
import { createSecretsBroker } from './secrets/secrets-broker.ts';
import type { SqliteStorage } from './storage/sqlite-storage.ts';
import { createStorageBroker } from './storage/storage-broker.ts';

/** What the host has to give; a capability without its part gets no broker and is denied. */
export interface CapabilityBrokersParts {
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly secrets?: SecretSource;
  readonly storage?: SqliteStorage;
  readonly attachments?: AttachmentSource;
  /** Where bare names of binaries are looked up; without it no process is started. */
  readonly binaryDirectories?: readonly string[];
  readonly network?: Pick<NetworkBrokerParts, 'resolver' | 'checkAddress' | 'certificates'>;
}

/** Makes the brokers of a host. Secrets and network share their placeholders. */
export function createCapabilityBrokers(parts: CapabilityBrokersParts): CapabilityBrokers {
  const { audit, now, secrets, storage, attachments, binaryDirectories, network } = parts;
  const common = { audit, now };
  const placeholders = new SecretPlaceholders();
  return {
    network: createNetworkBroker({ ...common, ...network, placeholders }),
    fs_reach: createFileBroker(common),
    ...(secrets && { secrets: createSecretsBroker({ ...common, source: secrets, placeholders }) }),
    ...(storage && { storage: createStorageBroker({ ...common, storage }) }),
    ...(attachments && {
      attachments: createAttachmentBroker({ ...common, source: attachments }),
    }),
    ...(binaryDirectories && { process: createProcessBroker({ ...common, binaryDirectories }) }),
  };
}
