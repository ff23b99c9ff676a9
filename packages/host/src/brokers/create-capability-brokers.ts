import type {
  CallClient,
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
import type { StateFolders } from './files/state-folders.ts';
import { createNetworkBroker, type NetworkBrokerParts } from './network/network-broker.ts';
import type { ProgramRules } from './process/admit-program.ts';
import { createProcessBroker } from './process/process-broker.ts';
import type { ApproveQuestion } from './questions/ask-outside.ts';
import { createElicitationBroker } from './questions/elicitation-broker.ts';
import { QuestionRoom } from './questions/question-room.ts';
import { createSamplingBroker } from './questions/sampling-broker.ts';
import type { Redactor } from './secrets/create-redactor.ts';
import { SecretPlaceholders } from './secrets/secret-placeholders.ts';
import { createSecretsBroker, type IdentityOf, type IsPerUser } from './secrets/secrets-broker.ts';
import { createStorageBroker, type StorageOwnerOf } from './storage/storage-broker.ts';

/** What the host has to give; a capability without its part gets no broker and is denied. */
export interface CapabilityBrokersParts {
  readonly secrets?: SecretSource;
  readonly isPerUser?: IsPerUser;
  readonly identityOf?: IdentityOf;
  readonly storage?: ExtensionStorage;
  /** Who owns what an extension stores; its id if absent. */
  readonly ownerOf?: StorageOwnerOf;
  /** Where bare names of binaries are looked up; without it no process is started. */
  readonly binaryDirectories?: readonly string[];
  /** What no grant for files reaches. */
  readonly hostFiles?: HostFiles;
  /** Where extensions have folders of their own. */
  readonly stateFolders?: StateFolders;
  /** Keeps granted programs to their grants. */
  readonly programJail?: ProgramJail;
  /** Rules on programs and their arguments. */
  readonly programRules?: ProgramRules;
  /** Answers what tools ask of users and models where their callers cannot. */
  readonly client?: CallClient | undefined;
  /** Asks an operator first, where a grant says so. */
  readonly approveQuestion?: ApproveQuestion;
  /** Takes known secrets out of what tools ask. */
  readonly redactor?: () => Redactor | undefined;
  readonly network?: Pick<NetworkBrokerParts, 'resolver' | 'checkAddress' | 'certificates'>;
}

type AllBrokers = { readonly [Name in CapabilityName]: CapabilityBroker<Name> | undefined };

/** Makes the brokers of a host. Secrets and network share their placeholders. */
export function createCapabilityBrokers(parts: CapabilityBrokersParts): CapabilityBrokers {
  const { secrets, storage, ownerOf, binaryDirectories, network, hostFiles, programJail } = parts;
  const placeholders = new SecretPlaceholders();
  const perUser = {
    ...(parts.isPerUser && { isPerUser: parts.isPerUser }),
    ...(parts.identityOf && { identityOf: parts.identityOf }),
  };
  const questions = {
    ...{ room: new QuestionRoom(), redactor: parts.redactor ?? (() => undefined) },
    ...{ client: parts.client, approve: parts.approveQuestion },
  };
  const brokers = {
    network: createNetworkBroker({ ...network, placeholders }),
    secrets: secrets && createSecretsBroker({ source: secrets, placeholders, ...perUser }),
    storage: storage && createStorageBroker(storage, ownerOf),
    fs_reach: createFileBroker({
      ...(hostFiles && { hostFiles }),
      ...(parts.stateFolders && { stateFolders: parts.stateFolders }),
    }),
    process:
      binaryDirectories &&
      createProcessBroker({
        binaryDirectories,
        ...(programJail && { jail: programJail }),
        ...(hostFiles && { hostFiles }),
        ...(parts.programRules && { rules: parts.programRules }),
      }),
    attachments: createAttachmentBroker(),
    elicitation: createElicitationBroker(questions),
    sampling: createSamplingBroker(questions),
  } satisfies AllBrokers;
  return Object.fromEntries(Object.entries(brokers).filter(([, broker]) => broker !== undefined));
}
