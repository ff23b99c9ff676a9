export type {
  ExtensionBundle,
  ExtensionStatus,
  FleetStatus,
  JailStatus,
  LoadedExtension,
  LoadResult,
  NodeStatus,
  QuarantineRule,
  RunnerStatus,
  RunsOn,
  Sandbox,
  SandboxEvent,
  SandboxOptions,
  SandboxStatus,
} from './api/sandbox-api.ts';
export type { HostCallReply } from './brokers/dispatch-host-call.ts';
export { dispatchHostCall, waitsOutside } from './brokers/dispatch-host-call.ts';
export { HostCallCounter } from './brokers/host-call-counter.ts';
export { createMemoryStorage } from './brokers/memory-storage.ts';
export { parseHostCallInput } from './brokers/parse-host-call-input.ts';
export { createSandbox } from './create-sandbox.ts';
export { limitsOfBundle } from './extensions/bundle-limits.ts';
export { runtimeFolders } from './runtime/published-runtime.ts';
export type { FrameFields, FrameOf, FrameTable, FrameWriters } from './wire/frame-codec.ts';
export { createReader, createWriters, FRAME_END } from './wire/frame-codec.ts';
export type { TableBySeq } from './wire/seq-table.ts';
export { createSeqTable } from './wire/seq-table.ts';
