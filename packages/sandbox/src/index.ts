export { MemoryStorageBroker } from './brokers/memory-storage.ts';
export { createSandbox } from './create-sandbox.ts';
export type {
  ExtensionBundle,
  ExtensionStatus,
  GuestToolDefinition,
  LoadedExtension,
  LoadResult,
  QuarantineRule,
  RunnerEnd,
  RunnerStatus,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './sandbox-api.ts';
