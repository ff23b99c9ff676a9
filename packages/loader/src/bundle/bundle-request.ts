import type { Diagnostic } from '@mortise/contracts';
import type { FileObservation } from '../files/file-observation.ts';
import type { Need } from './builtins.ts';
import type { BundleUses } from './find-uses.ts';

/** One package to bundle, as it crosses to the bundler's process. */
export interface BundleRequest {
  readonly id: string;
  /** The folder on disk, or `MEMORY_ROOT` if the files come along. */
  readonly root: string;
  /** Paths inside the package. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Real folders of all other packages that files may come from. */
  readonly packages: readonly string[];
  /** Real paths in the folder that are no part of the package. */
  readonly foreign: readonly string[];
  /** Paths inside the package; one for our own shape, one or more for OpenClaw's. */
  readonly entries: readonly string[];
  readonly shape: ExtensionShape;
  /** What OpenClaw calls the config schema; its defaults are filled in. */
  readonly configDefaults?: { readonly [key: string]: unknown };
  readonly version?: string;
  readonly provided: ReadonlyMap<string, string>;
  readonly maxBytes: number;
}

export type ExtensionShape = 'mortise' | 'openclaw';

export type BundleReply =
  | {
      readonly status: 'ok';
      readonly bundle: ExtensionBundleText;
      /** What of the disk it was made of. */
      readonly observed: readonly FileObservation[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly status: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** The bundle of one extension: one ESM text without imports. */
export interface ExtensionBundleText {
  readonly source: string;
  /** JSON of the source map; its sources are paths inside the package. */
  readonly map: string;
  /** SHA-256 of the source, hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly needs: readonly BundleNeed[];
  /** There for extensions whose manifest does not say what they ask for. */
  readonly uses?: BundleUses;
}

/** Something the code uses that only a host can do; found in the syntax, so it may never run. */
export interface BundleNeed {
  readonly capability: Need;
  /** `fs`, `child_process`, `process`, `global`. */
  readonly module: string;
  /** `readFileSync`, `env.HOME`, `fetch`. */
  readonly member: string;
  /** Which files of the bundle use it, as the source map names them. */
  readonly files: readonly string[];
}
