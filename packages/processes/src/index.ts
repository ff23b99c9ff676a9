export { isBuilt, keepBuilt } from './built-program.ts';
export {
  Child,
  type ChildEnd,
  type NotStarted,
} from './child.ts';
export type { ChildStream, ChildWire } from './child-wire.ts';
export { endMarkedProcesses } from './end-marked-processes.ts';
export { GroupGuard } from './group-guard.ts';
export {
  ESSENTIAL_LAYERS,
  type JailReport,
  type JailStatus,
  type JailTier,
  reportAll,
} from './jail/jail-layers.ts';
export { JailRecord, type JailTrial } from './jail/jail-record.ts';
export {
  type LaunchOrder,
  NO_JAIL_EXIT,
} from './jail/launch-order.ts';
export { readNoJail } from './jail/no-jail-words.ts';
export { type ConfinedOrder, ProgramJail } from './jail/program-jail.ts';
export { describeStartError } from './not-started.ts';
export { isCompiled, locateBeside } from './own-place.ts';
export { runChild } from './run-child.ts';
export { StartBackoff } from './start-backoff.ts';
export { startPatiently } from './start-patiently.ts';
