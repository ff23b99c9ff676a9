import type {
  CapabilityBroker,
  CapabilityBrokers,
  CapabilityName,
  ExtensionStorage,
  SecretSource,
} from '@mortise/contracts';
import type { ProgramJail } from '@mortise/processes';
import { createAttachmentBroker } from './attachments/attachment-broker.ts';
import { createFileBroker } from './files/file-broker.ts';
import type { HostFiles } from './files/host-files.ts';
import { createNetworkBroker, type NetworkBrokerParts } from './network/network-broker.ts';
import { createProcessBroker } from './process/process-broker.ts';
import { SecretPlaceholders } from './secrets/secret-placeholders.ts';
import { createSecretsBroker, type IsPerUser } from './secrets/secrets-broker.ts';
import { createStorageBroker, type StorageOwnerOf } from './storage/storage-broker.ts';

/** What the host has to give; a capability without its part gets no broker and is denied. */
export interface CapabilityBrokersParts {
  readonly secrets?: SecretSource;
  readonly isPerUser?: IsPerUser;
  readonly storage?: ExtensionStorage;
  /** Who owns what an extension stores; its id if absent. */
  readonly ownerOf?: StorageOwnerOf;
  /** Where bare names of binaries are looked up; without it no process is started. */
  readonly binaryDirectories?: readonly string[];
  /** What no grant for files reaches. */
  readonly hostFiles?: HostFiles;
  /** Keeps granted programs to their grants. */
  readonly programJail?: ProgramJail;
  readonly network?: Pick<NetworkBrokerParts, 'resolver' | 'checkAddress' | 'certificates'>;
}

type AllBrokers = { readonly [Name in CapabilityName]: CapabilityBroker<Name> | undefined };

/** Makes the brokers of a host. Secrets and network share their placeholders. */
export function createCapabilityBrokers(parts: CapabilityBrokersParts): CapabilityBrokers {
  const { secrets, storage, ownerOf, binaryDirectories, network, hostFiles, programJail } = parts;
  const placeholders = new SecretPlaceholders();
  const perUser = parts.isPerUser === undefined ? {} : { isPerUser: parts.isPerUser };
  const brokers = {
    network: createNetworkBroker({ ...network, placeholders }),
    secrets: secrets && createSecretsBroker({ source: secrets, placeholders, ...perUser }),
    storage: storage && createStorageBroker(storage, ownerOf),
    fs_reach: createFileBroker(hostFiles === undefined ? {} : { hostFiles }),
    process:
      binaryDirectories &&
      createProcessBroker({
        binaryDirectories,
        ...(programJail && { jail: programJail }),
        ...(hostFiles && { hostFiles }),
      }),
    attachments: createAttachmentBroker(),
  } satisfies AllBrokers;
  return Object.fromEntries(Object.entries(brokers).filter(([, broker]) => broker !== undefined));
}
