export type {
  ExtensionBundle,
  ExtensionStatus,
  LoadedExtension,
  LoadResult,
  QuarantineRule,
  RunnerEnd,
  RunnerStatus,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './api/sandbox-api.ts';
export { MemoryStorageBroker } from './brokers/memory-storage.ts';
export { createSandbox } from './create-sandbox.ts';
