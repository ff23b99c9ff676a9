/** What a build has made, and of what. */
export interface ConsoleManifest {
  /** Of everything that went into it; see `hashSources`. */
  readonly sources: string;
  readonly files: readonly FileRecord[];
}

export interface FileRecord {
  /** Below the page, with `/`. */
  readonly path: string;
  readonly type: string;
  readonly hash: string;
  /** As it is, and as browsers get it, in bytes. */
  readonly bytes: number;
  readonly packedBytes: number;
}

/** Written last: a build that was cut off has none, and is not served. */
export const MANIFEST_NAME = 'manifest.json';

/** `undefined` for what no build has written. */
export function interpretManifest(text: string): ConsoleManifest | undefined {
  try {
    const raw: unknown = JSON.parse(text);
    return isManifest(raw) ? raw : undefined;
  } catch {
    return undefined;
  }
}

function isManifest(raw: unknown): raw is ConsoleManifest {
  const { sources, files } = { ...(raw as object) } as Partial<Record<string, unknown>>;
  return typeof sources === 'string' && Array.isArray(files) && files.every(isRecord);
}

function isRecord(raw: unknown): raw is FileRecord {
  const { path, type, hash } = { ...(raw as object) } as Partial<Record<string, unknown>>;
  return [path, type, hash].every((each) => typeof each === 'string');
}
