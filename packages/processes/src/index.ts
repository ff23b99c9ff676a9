export {
  Child,
  type ChildEnd,
  type ChildOrder,
  type ChildStream,
  type NotStarted,
} from './child.ts';
export { isCompiled, locateBeside } from './own-place.ts';
export { runChild } from './run-child.ts';
export { StartBackoff } from './start-backoff.ts';
export { startPatiently } from './start-patiently.ts';
