import type { ExtensionConfig, ExtensionManifest } from '@mortise/contracts';

/** Where an extension is and whether it is wanted; everything else of its keys is a setting. */
type PlaceKey = 'id' | 'source' | 'enabled' | 'path' | 'written';

/**
 * What an operator says about an extension, wherever its code comes from: the same keys as in the
 * configuration. Nothing is granted unless it stands here or in the lock file.
 */
export interface ExtensionSettings extends Omit<ExtensionConfig, PlaceKey> {
  readonly trust?: 'first-party' | 'third-party';
}

/** An extension as source text. */
export interface InlineExtension extends ExtensionSettings {
  readonly id: string;
  /** ESM; the default export is `function (api)` or `{ register(api) }`. With imports it is bundled first. */
  readonly source: string;
  readonly manifest?: Omit<ExtensionManifest, 'id' | 'entry'>;
  /** Category of its tools for loadouts. */
  readonly category?: string;
  /** None of its tools may run in an isolating worker scope. */
  readonly sharedOnly?: boolean;
  readonly idempotent?: boolean;
}

/** An extension as a package: the path of a folder or a tarball, or the name of an installed package. */
export interface PackagedExtension extends ExtensionSettings {
  readonly package: string;
  /** Refuses a package that calls itself otherwise. */
  readonly id?: string;
}

/** What `createHost` and `host.extensions.load` take; a text alone is a package without settings. */
export type ExtensionInput = string | InlineExtension | PackagedExtension;
