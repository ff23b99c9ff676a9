export { createHostHooks, type HostHooks } from './hooks/host-hooks.ts';
export { LoadoutBuilder } from './loadouts/loadout-builder.ts';
export { BROKEN_LOADOUT_CODES } from './loadouts/loadout-chain.ts';
export { matchesLoadoutPattern } from './loadouts/loadout-pattern.ts';
export { type AvailablePlugin, LoadoutRegistry } from './loadouts/loadout-registry.ts';
export { loadoutsOfConfig } from './loadouts/loadouts-of-config.ts';
export { PluginCategoryMap } from './loadouts/plugin-category-map.ts';
export { fallbackPluginsOf, loadoutOfSubagent } from './loadouts/subagent-loadouts.ts';
export { createLoadout, findCategory, type LoadoutParts } from './loadouts/tool-loadout.ts';
export { charsOfOutcome } from './pipeline/allot-budget.ts';
export { BatchPlace } from './pipeline/batch-place.ts';
export { CallStopped } from './pipeline/call-stopped.ts';
export { CallTally, type TallyCounts } from './pipeline/call-tally.ts';
export { safeEmit } from './pipeline/complete-context.ts';
export { createPipeline } from './pipeline/create-pipeline.ts';
export { executeCalls } from './pipeline/execute-calls.ts';
export type { PipelineParts, RenewedRequest } from './pipeline/pipeline-parts.ts';
export { readCalls } from './pipeline/read-calls.ts';
export { redactArguments } from './pipeline/redact-arguments.ts';
export { toToolResult } from './pipeline/tool-result.ts';
export type { ProgramRun } from './policy/arguments/program-run.ts';
export { compileCondition } from './policy/conditions/compile-condition.ts';
export {
  createSurfaceResolver,
  type Simulation,
  type SlowPreview,
  type SurfaceResolver,
} from './policy/create-surface-resolver.ts';
export type { AskedArguments } from './policy/explain/argument-steps.ts';
export {
  decisionOf,
  describeState,
  formatExplanation,
} from './policy/explain/format-explanation.ts';
export { placeExplanation } from './policy/explain/place-explanation.ts';
export type { SurfaceDifference } from './policy/explain/surface-differences.ts';
export { estimateTokens } from './policy/exposure/estimate-tokens.ts';
export type { PolicyChange } from './policy/policy-change.ts';
export type {
  AgentPreview,
  ChangePreview,
  ListModeChange,
  PreviewedTool,
} from './policy/preview-change.ts';
export { readRule } from './policy/read-rule.ts';
export { selectProviderLayer } from './policy/rules/provider-layer.ts';
export { enableRemedy } from './policy/rules/remedy-commands.ts';
export { BUILTIN_PROFILES } from './policy/selectors/builtin-profiles.ts';
export { groupNameOf } from './policy/selectors/config-index.ts';
export {
  CONTROL_PLANE_NAMES,
  DYNAMIC_TOOLS,
  LOAD_TOOLS,
  UNLOAD_TOOLS,
} from './policy/selectors/control-plane-names.ts';
export { parseSelector } from './policy/selectors/parse-selector.ts';
export type { SelectedTools } from './policy/selectors/select-tools.ts';
export { BUILT_IN_GROUPS } from './policy/selectors/selector-compiler.ts';
// Policy.
export { allFindings, type SlowFindings } from './policy/slow-findings.ts';
export type { CompiledPolicy } from './policy/surface/compile-policy.ts';
export type { PolicyInputs } from './policy/world/policy-world.ts';
export { workerScopeOf } from './policy/world/worker-scope-of.ts';
export { DefaultToolResultReducerRegistry } from './reducers/default-tool-result-reducer-registry.ts';
export { createClosedGate } from './registry/closed-gate.ts';
export { createDisposer } from './registry/create-disposer.ts';
export { snapshotJson } from './registry/json-snapshot.ts';
export { SILENT_LOGGER } from './registry/silent-logger.ts';
export { skippedDiagnostics } from './registry/skipped-diagnostic.ts';
export { createSurfaceGate } from './registry/surface-gate.ts';
export { isToolAvailable } from './registry/tool-availability.ts';
export {
  type ClaimResult,
  type Registration,
  type RegistryChange,
  ToolCatalog,
} from './registry/tool-catalog.ts';
export type { ToolGate } from './registry/tool-gate.ts';
export {
  DefaultToolRegistry,
  type RegisterOptions,
} from './seed-registry/default-tool-registry.ts';
export { type AgentToolkits, agentToolkits } from './toolkits/agent-toolkits.ts';
export { type CapabilityListing, listCapabilities } from './toolkits/capability-listing.ts';
export {
  type ControlPlaneCaller,
  type ControlPlanePort,
  createControlPlaneTools,
} from './toolkits/control-plane-tools.ts';
export { type DroppedToolkit, sanitizeLoaded } from './toolkits/sanitize-loaded.ts';
export {
  failedMove,
  listToolkits,
  loadToolkit,
  type ToolkitMove,
  type ToolkitSituation,
  unloadToolkit,
} from './toolkits/toolkit-operations.ts';
export {
  type ListReply,
  type LoadReply,
  printReply,
  type ToolkitReply,
  type UnloadReply,
} from './toolkits/toolkit-reply.ts';
export { validateToolkits, validateToolkitsSlowly } from './toolkits/validate-toolkits.ts';
