export type { BuiltExtension } from './build-extension.ts';
export { buildExtension } from './build-extension.ts';
export type { ExtensionShape } from './bundle/bundle-request.ts';
export { PackageCache } from './cache/package-cache.ts';
export type { ExtensionSource } from './extension-source.ts';
export { FileFacts } from './files/file-facts.ts';
export type { LoadedPackage, LoadOptions } from './load-extension.ts';
export { loadExtension, withRequests } from './load-extension.ts';
export type { UpdateComparison } from './lock/compare-update.ts';
export { compareUpdate } from './lock/compare-update.ts';
export { formatUpdate } from './lock/format-update.ts';
export { lockEntry } from './lock/lock-entry.ts';
export {
  LockedExtension,
  type LockedServer,
  type LockFile,
  type PinnedTool,
} from './lock/lock-file.ts';
export { printLock } from './lock/print-lock.ts';
export { parseLock, readLock } from './lock/read-lock.ts';
export { checkManifest } from './manifest/check-manifest.ts';
export { findInstalled } from './open-source.ts';
export { orderExtensions } from './order-extensions.ts';
export type { PackedExtension } from './pack-extension.ts';
export { packExtension } from './pack-extension.ts';
export { compareRegistration } from './registration/compare-registration.ts';
export { definitionHash } from './registration/definition-hash.ts';
