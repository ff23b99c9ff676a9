export { createHostHooks, type HostHooks } from './hooks/host-hooks.ts';
export { type CompiledLoadout, compileLoadout } from './loadouts/compiled-loadout.ts';
export { LoadoutBuilder } from './loadouts/loadout-builder.ts';
export { BROKEN_LOADOUT_CODES } from './loadouts/loadout-chain.ts';
export { matchesLoadoutPattern } from './loadouts/loadout-pattern.ts';
export {
  type AvailablePlugin,
  type LoadoutLayer,
  type LoadoutRegistration,
  LoadoutRegistry,
} from './loadouts/loadout-registry.ts';
export { type ConfiguredLoadouts, loadoutsOfConfig } from './loadouts/loadouts-of-config.ts';
export { PluginCategoryMap, SEED_PLUGIN_CATEGORIES } from './loadouts/plugin-category-map.ts';
export { type PluginUnit, pluginOf } from './loadouts/plugin-unit.ts';
export { fallbackPluginsOf, loadoutOfSubagent } from './loadouts/subagent-loadouts.ts';
export { createLoadout, findCategory, type LoadoutParts } from './loadouts/tool-loadout.ts';
export { WELL_KNOWN_LOADOUTS } from './loadouts/well-known-loadouts.ts';
export { CallTally, type TallyCounts } from './pipeline/call-tally.ts';
export { safeEmit } from './pipeline/complete-context.ts';
export { createPipeline, type PipelineSettings } from './pipeline/create-pipeline.ts';
export { executeCalls } from './pipeline/execute-calls.ts';
export type { CallBatch, PipelineParts } from './pipeline/pipeline-parts.ts';
export { type AskedCall, readCalls } from './pipeline/read-calls.ts';
export type { OutcomeRedactor } from './pipeline/redact-outcome.ts';
export { toToolResult } from './pipeline/tool-result.ts';
// Policy.
export { BUILTIN_PROFILES } from './policy/builtin-profiles.ts';
export type { CompiledPolicy, LoadableToolkit } from './policy/compile-policy.ts';
export type { CompiledToolkit } from './policy/compiled-toolkit.ts';
export {
  CAPABILITY_LIST,
  CONTROL_PLANE_NAMES,
  DYNAMIC_TOOL_NAMES,
  DYNAMIC_TOOLS,
  LIST_TOOLKITS,
  LOAD_TOOLS,
  UNLOAD_TOOLS,
} from './policy/control-plane-names.ts';
export {
  createSurfaceResolver,
  type Simulation,
  type SurfaceResolver,
  type SurfaceResolverOptions,
} from './policy/create-surface-resolver.ts';
export { estimateTokens, type MeasureTokens } from './policy/estimate-tokens.ts';
export {
  findOverrideConflicts,
  type HeldTool,
  type HeldTools,
  holdToolkit,
  mergeStaticTools,
  type OverrideConflict,
  sameOverrides,
  type ToolOverrides,
} from './policy/exposure/merge-overrides.ts';
export { formatExplanation, type LocatePath } from './policy/format-explanation.ts';
export { parseSelector, type Selector } from './policy/parse-selector.ts';
export type { PolicyChange, PolicyQuestion } from './policy/policy-change.ts';
export type { PolicyInputs } from './policy/policy-world.ts';
export { groupNameOf } from './policy/selectors/config-index.ts';
export { BUILT_IN_GROUPS } from './policy/selectors/selector-compiler.ts';
export type { SurfaceDifference } from './policy/surface-differences.ts';
export { workerScopeOf } from './policy/worker-scope-of.ts';
export { DefaultToolResultReducerRegistry } from './reducers/default-tool-result-reducer-registry.ts';
export { createClosedGate } from './registry/closed-gate.ts';
export { createDisposer } from './registry/create-disposer.ts';
export { printUnknown } from './registry/print-unknown.ts';
export { SILENT_LOGGER } from './registry/silent-logger.ts';
export { skippedDiagnostics } from './registry/skipped-diagnostic.ts';
export { createSurfaceGate } from './registry/surface-gate.ts';
export { isToolAvailable } from './registry/tool-availability.ts';
export {
  type ClaimResult,
  type Registration,
  ToolCatalog,
} from './registry/tool-catalog.ts';
export type { ToolGate } from './registry/tool-gate.ts';
export {
  DefaultToolRegistry,
  type RegisterOptions,
  type RegistryOptions,
} from './seed-registry/default-tool-registry.ts';
export {
  type AgentToolkit,
  type AgentToolkits,
  agentToolkits,
} from './toolkits/agent-toolkits.ts';
export {
  type CapabilityListing,
  type CapabilityQuestion,
  listCapabilities,
} from './toolkits/capability-listing.ts';
export {
  type ControlPlaneCaller,
  type ControlPlanePort,
  createControlPlaneTools,
} from './toolkits/control-plane-tools.ts';
export {
  type DroppedToolkit,
  type DropReason,
  type SanitizedToolkits,
  sanitizeLoaded,
} from './toolkits/sanitize-loaded.ts';
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
  type LoadStatus,
  printReply,
  type ToolkitReply,
  type UnloadReply,
  type UnloadStatus,
} from './toolkits/toolkit-reply.ts';
export { validateToolkits } from './toolkits/validate-toolkits.ts';
