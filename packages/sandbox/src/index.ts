export type {
  ExtensionBundle,
  ExtensionStatus,
  JailStatus,
  LoadedExtension,
  LoadResult,
  QuarantineRule,
  RunnerStatus,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './api/sandbox-api.ts';
export type { HostCallReply } from './brokers/dispatch-host-call.ts';
export { dispatchHostCall } from './brokers/dispatch-host-call.ts';
export { createMemoryStorage } from './brokers/memory-storage.ts';
export { createSandbox } from './create-sandbox.ts';
