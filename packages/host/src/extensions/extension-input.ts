import type {
  CapabilityGrants,
  ExtensionManifest,
  JsonValue,
  LimitSettings,
} from '@mortise/contracts';

/** What an operator says about an extension, wherever its code comes from. */
export interface ExtensionSettings {
  readonly config?: JsonValue;
  /** Nothing is granted unless it stands here or in the lock file. */
  readonly grants?: CapabilityGrants;
  readonly limits?: LimitSettings;
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
