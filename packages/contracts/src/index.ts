export type { Attachment } from './attachment.ts';
export type { ToolCall } from './call.ts';
export {
  type CallClient,
  type FormField,
  type FormSchema,
  type ModelAnswer,
  type ModelMessage,
  type ModelRequest,
  type QuestionOrigin,
  USER_ACTIONS,
  type UserAnswer,
  type UserQuestion,
} from './call-client.ts';
export type {
  ApprovedCall,
  CallApprovals,
  CallChains,
  CallDeciders,
  CallRates,
  CallRecords,
  CallRules,
  CallStops,
  RateLease,
} from './call-decision.ts';
export type { CallReport } from './call-report.ts';
export { type GrantedRule, judgeArguments } from './capabilities/argument-rules.ts';
export type {
  CapabilityBackends,
  CapabilityBroker,
  CapabilityBrokers,
  CapabilitySubject,
} from './capabilities/capability-broker.ts';
export type {
  Asker,
  CapabilityAsk,
  CapabilityDefinition,
  GrantPlace,
  OperationDefinition,
} from './capabilities/capability-definition.ts';
export { CONTINUED_PER_CALL } from './capabilities/capability-definition.ts';
export type {
  CapabilityHandles,
  FoundOperation,
  HandleOutline,
  OperationInput,
  OperationName,
  OperationOutput,
} from './capabilities/capability-operation.ts';
export {
  CONTINUED_OPERATIONS,
  findOperation,
  HANDLE_OUTLINES,
} from './capabilities/capability-operation.ts';
export { CapabilityRefusal } from './capabilities/capability-refusal.ts';
export type { CapabilityName, GrantOf, RequestOf } from './capabilities/capability-table.ts';
export {
  CAPABILITIES,
  CAPABILITY_NAMES,
  CapabilityGrants,
  isCapabilityName,
  RequestedCapabilities,
} from './capabilities/capability-table.ts';
export type { DescribedRequest } from './capabilities/describe-requests.ts';
export { describeRequests, findMissingReasons } from './capabilities/describe-requests.ts';
export { exampleRequest } from './capabilities/example-request.ts';
export { findGrantFault } from './capabilities/find-grant-fault.ts';
export { findRequestFaults, type RequestFault } from './capabilities/find-request-faults.ts';
export { formatAsk } from './capabilities/format-ask.ts';
export { STATE_FOLDER } from './capabilities/fs-reach.ts';
export { grantRequested } from './capabilities/grant-requested.ts';
export {
  addGrantValue,
  addGrantValues,
  findAdditions,
  formOfGrantValues,
  listGrantValues,
  type NamedGrantValue,
  removeGrantValue,
  usedGrantValue,
} from './capabilities/grant-values.ts';
export { hostCallBytesFor } from './capabilities/host-call-bytes.ts';
export type { HostPattern } from './capabilities/host-pattern.ts';
export {
  isAddressLiteral,
  matchesHost,
  parseHostPattern,
} from './capabilities/host-pattern.ts';
export { interpretInput } from './capabilities/interpret-input.ts';
export { interpretRequests } from './capabilities/interpret-requests.ts';
export { isPlainFolder } from './capabilities/meet-lists.ts';
export { narrowGrant, narrowGrants } from './capabilities/narrow-grants.ts';
export { recordedSubject } from './capabilities/recorded-subject.ts';
export type { SecretPlace } from './capabilities/secrets.ts';
export {
  ownerOfNamespace,
  startOf,
  storageNamespace,
  storageOwner,
} from './capabilities/storage-namespace.ts';
export type { AccessLists, AccessPolicy, ClassRulings } from './config/access-keys.ts';
export {
  ACCESS_KEYS,
  ARGUMENT_KEYS,
  POLICY_KEYS,
  REVERSIBILITY_KEYS,
} from './config/access-keys.ts';
export type { AgentBody } from './config/agent-keys.ts';
export { AGENT_KEYS, DEFAULTS_KEYS } from './config/agent-keys.ts';

export type { ApprovalSettings, ResolvedApprovals } from './config/approval-keys.ts';
export { resolveApprovals } from './config/approval-keys.ts';

export type { AuditConfig, FsyncPolicy } from './config/audit-keys.ts';

export type {
  ConfigForm,
  ConfigKey,
  ConfigKeys,
  ReadKeys,
  WrittenKeys,
} from './config/config-key.ts';
export { keyPath } from './config/config-key.ts';
export type {
  ConfigReference,
  ConfigSelector,
  ConfiguredTool,
  SecretReference,
} from './config/config-parts.ts';
export type { ToolReference } from './config/config-schemas.ts';
export { ConfigFile, FILE_KEYS, TOOLKIT_KEYS } from './config/file-keys.ts';
export type {
  AccessLayer,
  AgentConfig,
  AgentDefaults,
  ArgumentRule,
  ExtensionConfig,
  HostConfig,
  LoadoutConfig,
  McpServerConfig,
  NamedSelectors,
  ProviderLayer,
  ToolkitConfig,
  ToolPolicy,
} from './config/host-config.ts';
export {
  type IdentitySettings,
  type ResolvedIdentity,
  resolveIdentity,
} from './config/identity-keys.ts';
export type { LoadoutBody } from './config/loadout-keys.ts';
export { LOADOUT_KEYS } from './config/loadout-keys.ts';
export type { OAuthConfig } from './config/oauth-keys.ts';
export type { RateRule, RateSubject } from './config/rate-keys.ts';
export type { ExceptedCall, RuleBody } from './config/rule-keys.ts';
export type { RunnerPlace, RunnerRule, RunnersConfig } from './config/runner-keys.ts';
export {
  type ResolvedViolations,
  resolveViolations,
  type SandboxConfig,
} from './config/sandbox-keys.ts';
export {
  type SecretIdentity,
  type SecretRule,
  USER_IN_FILE,
} from './config/secret-keys.ts';
export type {
  ServerGrants,
  ServerOAuth,
  ServerSandbox,
  ServerValue,
} from './config/server-keys.ts';
export { MCP_SERVER_KEYS } from './config/server-keys.ts';
export { schemaOf } from './config/setting-keys.ts';
export { EXTENSION_KEYS } from './config/source-keys.ts';
export type { FieldChanges } from './content/content-fields.ts';
export {
  base64Chars,
  base64CharsOf,
  changeContentPart,
  contentFields,
  readContentPart,
} from './content/content-fields.ts';
export type {
  ContentPart,
  ContentPartType,
  FieldKind,
  FieldSpec,
  FieldSpecs,
  PartAnnotations,
  TextPart,
} from './content/content-part.ts';
export { CONTENT_PARTS } from './content/content-part.ts';
export type { Diagnostic } from './diagnostic.ts';
export type { Disposer } from './disposer.ts';
export {
  argumentsOfSchema,
  COMPLETE,
  type EntryArgument,
  PROMPT_ROLE,
  schemaOfArguments,
} from './entry-arguments.ts';
export {
  bareName,
  ENTRY_KINDS,
  type EntryKind,
  entryKind,
  hostName,
  isEntryName,
  isNameOfServer,
  isRegistrationName,
  mcpServerOf,
  ownUris,
  registrationName,
  uriOwnerOfServer,
} from './entry-kind.ts';
export type { ErrorCode, FailureCode, OutcomeCode, RefusalCode } from './error-codes.ts';
export { ERROR_CODES } from './error-codes.ts';
export type {
  ApprovalDecision,
  ApprovalState,
  ApprovalUse,
  ApprovalWay,
  BoundCall,
  HeldCall,
} from './held-call.ts';
export {
  APPROVAL_STATE_NAMES,
  APPROVAL_STATES,
  approvalStateAt,
  isStanding,
} from './held-call.ts';
export { canonicalJson } from './json/canonical-json.ts';
export { changeTexts } from './json/change-texts.ts';
export { formOfArguments, hashArguments } from './json/hash-arguments.ts';
export { type HashKind, hashOf, hashOfText } from './json/hash-of.ts';
export { freezeJson, isFiniteJson, jsonDepthWithin } from './json/json-depth.ts';
export type { JsonSchema, JsonValue } from './json.ts';
export type {
  Limit,
  LimitName,
  LimitOwner,
  LimitSettings,
  ResolvedLimits,
} from './limits.ts';
export { LIMITS } from './limits.ts';
export type { ToolCategory, ToolLoadout } from './loadout.ts';
export { TOOL_CATEGORIES } from './loadout.ts';
export type { Logger } from './logger.ts';
export { ExtensionManifest } from './manifest.ts';
export { MortiseError } from './mortise-error.ts';
export {
  EXTENSION_ID_PATTERN,
  foldName,
  MCP_NAME_PREFIX,
  RESERVED_TOOL_NAMES,
  SERVER_NAME_PATTERN,
} from './names.ts';
export type {
  AgentChange,
  ConfigChange,
  ConfigStep,
  ConfigText,
  GrantChange,
  GrantRow,
  MovedTool,
  ProposedConfig,
} from './operator-answers.ts';
export type {
  Failure,
  Reduction,
  Refusal,
  RunUsage,
  Success,
  ToolOutcome,
  TrimNotice,
} from './outcome.ts';
export { boundMessage, fail, failWith, refuse, textOf } from './outcome.ts';
export type {
  ApprovalPage,
  ApprovalQuery,
  ApprovalStore,
  HoldAnswer,
  HoldBounds,
} from './ports/approval-store.ts';
export {
  AUDIT_DECISIONS,
  AUDIT_KINDS,
  type AuditDecision,
  type AuditEntry,
  type AuditKind,
  type AuditSink,
} from './ports/audit-sink.ts';
export type { CacheStore } from './ports/cache-store.ts';
export type {
  CallClaim,
  CallEnd,
  CallRun,
  CallStore,
  ClaimAnswer,
} from './ports/call-store.ts';
export type {
  ExtensionStorage,
  StorageEntry,
  StorageRange,
  StorageWrite,
} from './ports/extension-storage.ts';
export type {
  RateCount,
  RatePlaces,
  RateStore,
  RateTake,
  RateTaken,
  RateWindow,
} from './ports/rate-store.ts';
export type { ReplicaRecord, ReplicaRegistry } from './ports/replica-registry.ts';
export type { SecretOwner, SecretSource } from './ports/secret-source.ts';
export type {
  ListedSession,
  SessionPage,
  SessionPruning,
  SessionRecord,
  SessionStore,
  SessionWrite,
} from './ports/session-store.ts';
export type {
  StateChange,
  StateChanges,
  StateStore,
  StateTrouble,
} from './ports/state-store.ts';
export {
  STOP_SCOPES,
  type StopRecord,
  type StopScope,
  type StopStore,
  type StopTarget,
} from './ports/stop-store.ts';
export type {
  ClaimOptions,
  OwnedValues,
  ReleaseOptions,
  StorageOwners,
  StoredAmount,
} from './ports/storage-owners.ts';
export type { TokenRecord, TokenStore } from './ports/token-store.ts';
export type {
  RunCaller,
  RunPorts,
  RunProgress,
  RunRequest,
  ToolRunner,
} from './ports/tool-runner.ts';
export type { Principal, Role } from './principal.ts';
export {
  EMBEDDER,
  hasRole,
  isUserId,
  ROLE_NAMES,
  ROLES,
  readSessionKey,
  sessionKeyFor,
  speaksFor,
} from './principal.ts';
export type {
  ToolReducerContext,
  ToolResultReducer,
  ToolResultReducerRegistry,
} from './reducer.ts';
export type { RequestedCall } from './requested-call.ts';
export { LIMIT_NAMES, lowerLimits, resolveLimits } from './resolve-limits.ts';
export {
  FORMS,
  RETENTION,
  RETENTION_NAMES,
  type ResolvedRetention,
  type RetentionName,
  type RetentionSettings,
  readTime,
  resolveRetention,
} from './retention.ts';
export {
  graverClass,
  gravity,
  REVERSIBILITY_NAMES,
  type Reversibility,
  TOOL_CLASSES,
  type ToolClass,
} from './reversibility.ts';
export type { Approver, RuleVerdict, Ruling } from './ruling.ts';
export { RULINGS } from './ruling.ts';
export type { ArgumentsOf, ParameterSchema } from './schema/arguments-of.ts';
export {
  expandUnion,
  explainFirstFault,
  explainSchemaError,
  JSON_WORDS,
  listKeys,
  PRIVATE_WORDS,
  type SchemaFault,
  type SchemaWords,
  showPointer,
  showValue,
} from './schema/explain-schema-error.ts';
export { findSchemaFault } from './schema/find-schema-fault.ts';
export type { FromJsonSchema } from './schema/from-json-schema.ts';
export { SCHEMA_KEYWORDS } from './schema/schema-keywords.ts';
export type {
  LeftOutTool,
  McpServerState,
  McpServerStatus,
  ServerPin,
} from './server-state.ts';
export { SERVER_STATUSES } from './server-state.ts';
export type {
  ServeSettings,
  Setting,
  SettingKind,
  SettingName,
  SettingValue,
  StateAddress,
} from './settings.ts';
export { SETTING_NAMES, SETTINGS, settingPath } from './settings.ts';
export { showTool } from './show-tool.ts';
export { findLines, type LineFinder } from './text/find-lines.ts';
export { IgnoreRules } from './text/ignore-rules.ts';
export { compileName } from './text/match-name.ts';
export { didYouMean, nearestName } from './text/nearest-name.ts';
export { quoteName, quoteText } from './text/quote-text.ts';
export { shellWord } from './text/shell-word.ts';
export { hasHidden, showHidden, showOnOneLine, visibleJson } from './text/show-hidden.ts';
export type {
  CallPlace,
  Tool,
  ToolAnnotations,
  ToolContext,
  ToolDefinition,
  ToolDescription,
  ToolFailure,
  ToolProgress,
  ToolResult,
  ToolSuccess,
} from './tool.ts';
export type {
  ExtensionPlace,
  RegistrySnapshot,
  SkippedTool,
  ToolEntry,
  ToolImplementation,
  ToolOrigin,
} from './tool-entry.ts';
export type { ExecutedCall, ToolFilterOpts, ToolRegistry } from './tool-registry.ts';
export type {
  PlacedVerdict,
  PolicyPhase,
  ResourceAddress,
  SurfaceRequest,
  SurfaceShape,
  ToolExplanation,
  ToolState,
  ToolSurface,
  TraceStep,
} from './tool-surface.ts';
export type {
  CallStep,
  CallStepName,
  CallTelemetry,
  CallTrace,
  TracedCall,
} from './trace.ts';
export type { TraceCarrier } from './trace-carrier.ts';
export { readUriTemplate, type UriTemplate } from './uri-template.ts';
export type { WorkerScope } from './worker-scope.ts';
export { DEFAULT_WORKER_SCOPE, WORKER_SCOPES } from './worker-scope.ts';
export type { Writable } from './writable.ts';
