export { readArchive } from './archive/read-archive.ts';
export type { BuildOptions, BuiltExtension } from './build-extension.ts';
export { buildExtension } from './build-extension.ts';
export type { BundleNeed, ExtensionBundleText, ExtensionShape } from './bundle/bundle-request.ts';
export type { SourcePosition } from './bundle/map-stack.ts';
export { mapPosition, mapStack } from './bundle/map-stack.ts';
export { checkApiVersion, EXTENSION_API_VERSION } from './check-api-version.ts';
export type { ExtensionSource } from './extension-source.ts';
export type { LoadedPackage, LoadOptions } from './load-extension.ts';
export { loadExtension } from './load-extension.ts';
export type { UpdateChange, UpdateComparison } from './lock/compare-update.ts';
export { compareUpdate } from './lock/compare-update.ts';
export { formatUpdate } from './lock/format-update.ts';
export type { LockParts } from './lock/lock-entry.ts';
export { lockEntry } from './lock/lock-entry.ts';
export { EMPTY_LOCK, LockedExtension, LockFile } from './lock/lock-file.ts';
export { readLock } from './lock/read-lock.ts';
export { writeLock } from './lock/write-lock.ts';
export type { ManifestCheck, ManifestPlace } from './manifest/check-manifest.ts';
export { checkManifest } from './manifest/check-manifest.ts';
export type { ExtensionOrder } from './order-extensions.ts';
export { orderExtensions } from './order-extensions.ts';
export type { PackedExtension } from './pack-extension.ts';
export { packExtension } from './pack-extension.ts';
export type { RegistrationComparison } from './registration/compare-registration.ts';
export { compareRegistration, manifestTools } from './registration/compare-registration.ts';
export { definitionHash } from './registration/definition-hash.ts';
export type {
  RegisterOnce,
  RegistrationBundle,
  RegistrationResult,
} from './registration/register-once.ts';
export type { ScaffoldOptions, ScaffoldTemplate } from './scaffold-extension.ts';
export { scaffoldExtension } from './scaffold-extension.ts';
