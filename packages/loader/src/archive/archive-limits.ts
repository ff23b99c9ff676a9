/** What an archive may be at most. None of these can be configured: a package is small. */
export const ARCHIVE_LIMITS = {
  /** Of the file as it comes. */
  packedBytes: 32_000_000,
  /** Of everything in it. */
  unpackedBytes: 64_000_000,
  entryBytes: 16_000_000,
  entries: 10_000,
  /** Unpacked against packed; real packages stay below 20. */
  ratio: 200,
  pathChars: 512,
  pathDepth: 32,
} as const;
