import type { CapabilityGrants, ExtensionManifest, ToolDescription } from '@mortise/contracts';
import type { LoadedPackage } from '../load-extension.ts';
import { definitionHash } from '../registration/definition-hash.ts';
import type { LockedExtension } from './lock-file.ts';

export interface LockParts {
  readonly loaded: LoadedPackage & { readonly status: 'ok' };
  readonly registered: readonly ToolDescription[];
  /** Nothing by default: requested is not granted. */
  readonly granted?: CapabilityGrants;
  readonly source?: string;
}

/** What the lock file keeps of an extension that was loaded and registered once. */
export function lockEntry(parts: LockParts): LockedExtension {
  const { loaded, registered, granted = {}, source } = parts;
  return {
    version: versionOf(loaded.manifest),
    ...(source === undefined ? {} : { source }),
    integrity: loaded.integrity,
    bundleHash: `sha256-${loaded.bundle.hash}`,
    requested: loaded.manifest.capabilities ?? {},
    granted,
    definitions: Object.fromEntries(registered.map((tool) => [tool.name, definitionHash(tool)])),
  };
}

function versionOf(manifest: ExtensionManifest): string {
  return manifest.version ?? '0.0.0';
}
