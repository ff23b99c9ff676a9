// What options, results, hooks and ports of a host are made of: a program needs no other package of ours.

export type {
  ArgumentsOf,
  Attachment,
  AuditEntry,
  AuditSink,
  CacheStore,
  CallReport,
  CapabilityBackends,
  CapabilityBrokers,
  ConfigFile,
  ContentPart,
  Diagnostic,
  Disposer,
  ErrorCode,
  ExtensionStorage,
  Failure,
  HostConfig,
  JsonSchema,
  JsonValue,
  LimitName,
  LimitSettings,
  Logger,
  OutcomeCode,
  ParameterSchema,
  Refusal,
  RefusalCode,
  RequestedCall,
  ResolvedLimits,
  RunUsage,
  SecretSource,
  SessionStore,
  Success,
  Tool,
  ToolAnnotations,
  ToolCall,
  ToolContext,
  ToolDefinition,
  ToolDescription,
  ToolEntry,
  ToolExplanation,
  ToolOutcome,
  ToolProgress,
  ToolResult,
  ToolResultReducer,
  ToolRunner,
  ToolSurface,
  TraceCarrier,
  TrimNotice,
} from '@mortise/contracts';
export { ERROR_CODES, MortiseError, readContentPart, refuse } from '@mortise/contracts';
export type {
  ChangePreview,
  HostHooks,
  ListReply,
  PolicyChange,
  SelectedTools,
  Simulation,
  SlowPreview,
  SurfaceDifference,
  TallyCounts,
} from '@mortise/core';
export type { PinnedTool } from '@mortise/loader';
export type {
  FleetStatus,
  JailStatus,
  NodeStatus,
  QuarantineRule,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from '@mortise/sandbox';
export type { ProposedChange } from './access/access-control.ts';
export { createPolicyCopy, type PolicyFacts, type PolicyHost } from './access/policy-copy.ts';
export {
  type BatchedCallOptions,
  CallBatcher,
  type CallBatcherOptions,
} from './adapters/call-batcher.ts';
export {
  contentForModel,
  type ModelMedia,
  mediaOf,
} from './adapters/model-content.ts';
export { contentsOfPart, describePart, isPartOfMcp } from './adapters/part-forms.ts';
export type { ApprovalView } from './approvals/approval-view.ts';
export type {
  ApprovalAnswer,
  ApprovalListing,
  Approvals,
  DecideOptions,
  ElicitingCaller,
  ListOptions,
  WaitingListener,
} from './approvals/approvals.ts';
export { MemoryApprovalStore } from './approvals/memory-approval-store.ts';
export { SqliteApprovalStore } from './approvals/sqlite-approval-store.ts';
export type { AgentHandle, KeptSession } from './assembly/agent-handle.ts';
export { createHost } from './assembly/create-host.ts';
export { defineTool, type TypedTool } from './assembly/define-tool.ts';
export type { DefinitionFormat, DefinitionFormats } from './assembly/format-definitions.ts';
export type { Host } from './assembly/host.ts';
export type { ChangedSession, HostEventName, HostEvents } from './assembly/host-events.ts';
export type { JailsInForce } from './assembly/host-jails.ts';
export type { HostOptions, SandboxSettings } from './assembly/host-options.ts';
export type { ReloadOptions } from './assembly/record-reload.ts';
export { reportUnreachedLayers } from './assembly/report-unreached-layers.ts';
export type { ClaimedTools } from './assembly/runner-tools.ts';
export type {
  ExecuteOptions,
  SessionProblem,
  SessionResult,
  SessionSuccess,
} from './assembly/session-call.ts';
export type { SessionHandle } from './assembly/session-handle.ts';
export type { SessionOptions } from './assembly/settle-session.ts';
export { resolveStateAddress } from './assembly/state-address.ts';
export { AuditFile, type AuditFileOptions } from './audit/audit-file.ts';
export { oldAuditFiles } from './audit/audit-files.ts';
export type { AuditFinding, AuditNote, AuditVerdict } from './audit/audit-verdict.ts';
export type { ChainRecord } from './audit/chain-record.ts';
export { type ExplainedCall, explainCall } from './audit/explain-call.ts';
export type { HostAudit, RefusedRequest } from './audit/host-audit.ts';
export { MemoryAuditSink } from './audit/memory-audit-sink.ts';
export type { RecomputedDecision, RecomputedRule } from './audit/recompute-decision.ts';
export {
  type ActingPrincipal,
  type OperatorAction,
  recordOperatorAction,
} from './audit/record-operator-action.ts';
export { type AuditPage, type AuditQuery, searchAudit } from './audit/search-audit.ts';
export { type VerifyOptions, verifyAudit } from './audit/verify-audit.ts';
export {
  ConfiguredSecrets,
  type ConfiguredSecretsParts,
} from './brokers/secrets/configured-secrets.ts';
export type { Redactor, RedactorStream } from './brokers/secrets/create-redactor.ts';
export { EnvironmentSecrets } from './brokers/secrets/environment-secrets.ts';
export { MemorySecrets } from './brokers/secrets/memory-secrets.ts';
export { MemoryStorage } from './brokers/storage/memory-storage.ts';
export { SqliteStorage, type StorageFile } from './brokers/storage/sqlite-storage.ts';
export { FolderCache, type FolderCacheOptions } from './cache/folder-cache.ts';
export { MemoryCache } from './cache/memory-cache.ts';
export {
  type ConfigEditOptions,
  type ConfigEditResult,
  changeConfigFile,
} from './config/change-config-file.ts';
export { collectDiagnostics } from './config/collect-diagnostics.ts';
export type { ConfigDocument, ConfigPlace } from './config/config-document.ts';
export type { ConfigProposal, HeldConfig } from './config/config-holder.ts';
export { splitPath } from './config/config-path.ts';
export { formatDiagnostics } from './config/format-diagnostics.ts';
export type { ConfigEnvironment } from './config/interpolate.ts';
export { loadConfigFile } from './config/load-config-file.ts';
export { type LoadoutFile, parseLoadoutYaml } from './config/loadout-file.ts';
export type { ParsedConfig } from './config/parse-config.ts';
export { parseConfig, parseConfigObject } from './config/parse-config.ts';
export { printConfigSchema } from './config/print-config-schema.ts';
export { describeJail } from './diagnostics/describe-jail.ts';
export type { DiagnosticSource } from './diagnostics/diagnostic-sources.ts';
export { buildFolder, type PackedFolder, packFolder } from './extensions/build-folder.ts';
export { changeGrants, readInstalled } from './extensions/change-grants.ts';
export {
  type DisabledExtension,
  describeUnreadExtensions,
} from './extensions/disabled-extension.ts';
export type {
  ExtensionInput,
  ExtensionSettings,
  InlineExtension,
  PackagedExtension,
} from './extensions/extension-input.ts';
export type { ExtensionLifecycle, Uninstalled } from './extensions/extension-lifecycle.ts';
export type { ExtensionProposal } from './extensions/extension-proposal.ts';
export type { ExtensionFailure, ExtensionState } from './extensions/extension-state.ts';
export { prepareExtension } from './extensions/prepare-extension.ts';
export { type ChangedFile, type ChangeOptions, changeFile } from './files/change-file.ts';
export type { SignedResult } from './identity/agent-identity.ts';
export type { PublicJwk } from './identity/agent-keys.ts';
export type { CloseOptions } from './lifetime/host-lifetime.ts';
export { ExportedState, StateExport } from './moving/export-file.ts';
export {
  type MoveOptions,
  type MoveReport,
  moveState,
  type StateSource,
  type StateTarget,
} from './moving/move-state.ts';
export { openPostgresSide } from './moving/postgres-side.ts';
export { openSqliteSide } from './moving/sqlite-side.ts';
export { MemoryCallStore } from './once/memory-call-store.ts';
export { SqliteCallStore } from './once/sqlite-call-store.ts';
export { MemoryRateStore } from './rates/memory-rate-store.ts';
export type { RateUsage } from './rates/rate-usage.ts';
export { SqliteRateStore } from './rates/sqlite-rate-store.ts';
export type { ClientSession, ClientSessions } from './replicas/client-sessions.ts';
export { MemoryReplicaRegistry } from './replicas/memory-replica-registry.ts';
export type { PrunedKind, PrunedPart, PruneReport } from './retention/pruned.ts';
export type { PruneOptions } from './retention/pruner.ts';
export { comparePins, offerHash, type PinChange } from './servers/compare-pins.ts';
export { describeConfinement } from './servers/describe-confinement.ts';
export { formatPinChanges } from './servers/format-pins.ts';
export type { MountedServerView, ServerList } from './servers/server-list.ts';
export type { ServerPins } from './servers/server-pins.ts';
export type { ServerOrder, ServerProcesses } from './servers/server-processes.ts';
export type { ServerQuestion } from './servers/server-questions.ts';
export { MemorySessionStore } from './state/memory-session-store.ts';
export {
  type SessionRequest,
  type SessionRequestOptions,
  SessionService,
  type SessionServiceParts,
  type SessionSurfaces,
} from './state/session-service.ts';
export { SqliteSessionStore } from './state/sqlite-session-store.ts';
export type { StateStoreOptions } from './state/state-file-store.ts';
export { openStateFolder, type StateFolder, stateFolderAt } from './state/state-folder.ts';
export { describeStop, describeTarget, resumeCommand } from './stops/describe-stop.ts';
export type { HeldStop } from './stops/held-stops.ts';
export type { AskedStop, HostStops } from './stops/host-stops.ts';
export { MemoryStopStore } from './stops/memory-stop-store.ts';
export { recordStop } from './stops/record-stop.ts';
export { SqliteStopStore } from './stops/sqlite-stop-store.ts';
export { StopMarker } from './stops/stop-marker.ts';
export {
  type NewStop,
  type StopChange,
  StopSwitch,
  type StopSwitchParts,
} from './stops/stop-switch.ts';
export { readStatePlace } from './stores/note-state-place.ts';
export { PostgresState, type PostgresStateOptions } from './stores/postgres-state.ts';
export { SqliteState, type SqliteStateOptions } from './stores/sqlite-state.ts';
export type { HostTelemetry, TelemetryOptions } from './telemetry/host-telemetry.ts';
export type {
  CallFollower,
  FinishedCall,
  FollowedCall,
  RecordedStep,
} from './telemetry/step-recorder.ts';
export { readCarrier } from './telemetry/trace-context.ts';
export { answerInThread } from './threads/answer-in-thread.ts';
export {
  type AskThread,
  openRegistryThread,
  type RegistryThread,
  type RegistryThreadParts,
} from './threads/registry-thread.ts';
export { WorkSlices } from './threads/work-slices.ts';
export type { HostTokens, MadeToken, TokenDescription } from './tokens/host-tokens.ts';
export { MemoryTokenStore } from './tokens/memory-token-store.ts';
export type { NewToken } from './tokens/new-token.ts';
export { SqliteTokenStore } from './tokens/sqlite-token-store.ts';
export { digestOf } from './tokens/token-text.ts';
