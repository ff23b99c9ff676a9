import type {
  AuditSink,
  CapabilityBrokers,
  ExtensionStorage,
  SecretSource,
} from '@mortise/contracts';
import type { ProgramJail } from '@mortise/processes';
import type { AuditFile, AuditFileOptions } from '../audit/audit-file.ts';
import { redactAudit } from '../audit/redact-audit.ts';
import { createCapabilityBrokers } from '../brokers/create-capability-brokers.ts';
import { StateFolders } from '../brokers/files/state-folders.ts';
import type { ProgramRules } from '../brokers/process/admit-program.ts';
import type { ApproveQuestion } from '../brokers/questions/ask-outside.ts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import type { IdentityOf, IsPerUser } from '../brokers/secrets/secrets-broker.ts';
import type { StorageOwnerOf } from '../brokers/storage/storage-broker.ts';
import type { HostBasics } from './host-basics.ts';
import type { HostOptions } from './host-options.ts';
import { openAudit } from './open-audit.ts';
import type { HostState } from './open-state.ts';

/** What stands between extensions and the world, and writes down what passed. */
export interface HostBrokers {
  readonly brokers: CapabilityBrokers;
  readonly redactor: () => Redactor | undefined;
  readonly audit: AuditSink;
  /** Absent where the log is not a file of the host. */
  readonly auditFile: AuditFile | undefined;
  /** Absent where the embedder brought brokers of its own. */
  readonly storage?: ExtensionStorage;
  readonly stateFolders?: StateFolders;
}

/** What brokers ask of parts that are opened after them. */
export interface BrokerQuestions {
  readonly state: HostState;
  readonly programJail: ProgramJail;
  readonly ownerOf: StorageOwnerOf;
  /** How the audit log is kept. */
  readonly audit: Required<Pick<AuditFileOptions, 'maxBytes' | 'fsync'>>;
  /** Whether each user has a secret of this name. */
  readonly isPerUser: IsPerUser;
  readonly secrets: SecretSource;
  readonly programRules: ProgramRules;
  readonly identityOf: IdentityOf;
  readonly approveQuestion: ApproveQuestion;
}

/** Where granted programs are looked up by their names. */
export const BINARY_DIRECTORIES: readonly string[] = ['/usr/local/bin', '/usr/bin', '/bin'];

export function openBrokers(
  options: HostOptions,
  basics: HostBasics,
  questions: BrokerQuestions,
): HostBrokers {
  const { secrets: known } = basics;
  const redactor = known.redactor.bind(known);
  const opened = openAudit(options, basics, questions.audit);
  const audit = redactAudit(opened.sink, redactor);
  const auditFile = opened.file;
  if (options.brokers !== undefined) {
    return { brokers: known.ofBrokers(options.brokers), redactor, audit, auditFile };
  }
  const { storage } = questions.state;
  const stateFolders = basics.lifetime.own(
    new StateFolders(
      { folder: basics.folder?.files, onTemporary: () => basics.hostFiles.forget() },
      questions.ownerOf,
    ),
  );
  basics.hostFiles.add(() => ({ folders: [stateFolders.temporary] }));
  return {
    brokers: createOwnBrokers(options, basics, { storage, stateFolders, redactor, ...questions }),
    stateFolders,
    redactor,
    audit,
    auditFile,
    storage,
  };
}

function createOwnBrokers(
  options: HostOptions,
  { hostFiles }: HostBasics,
  {
    storage,
    stateFolders,
    ownerOf,
    isPerUser,
    programJail,
    secrets,
    programRules,
    identityOf,
    approveQuestion,
    redactor,
  }: BrokerQuestions &
    Required<Pick<HostBrokers, 'storage' | 'stateFolders'>> &
    Pick<HostBrokers, 'redactor'>,
): CapabilityBrokers {
  const { binaryDirectories = BINARY_DIRECTORIES } = options;
  return createCapabilityBrokers({
    binaryDirectories,
    hostFiles,
    storage,
    stateFolders,
    ownerOf,
    isPerUser,
    programJail,
    secrets,
    programRules,
    identityOf,
    approveQuestion,
    redactor,
    client: options.client,
  });
}
