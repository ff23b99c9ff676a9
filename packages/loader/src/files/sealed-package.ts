/** A package whose own files are known by their hash. */
export interface SealedPackage {
  /** The folder on disk, or `MEMORY_ROOT`. */
  readonly root: string;
  /** SHA-512 of what was opened. */
  readonly integrity: string;
}

export interface ListedPackage extends SealedPackage {
  /** Paths inside the package that the integrity covers. */
  readonly sealed: ReadonlySet<string>;
}
