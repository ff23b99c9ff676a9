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
