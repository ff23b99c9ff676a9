import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  type HostConfig,
  hashOfText,
  type RegistrySnapshot,
  type SurfaceRequest,
  type ToolEntry,
} from '@mortise/contracts';

/** Where a part of the configuration was written. */
export interface WrittenPlace {
  readonly file: string;
  readonly line: number;
}

/** All that decided besides the request. Settings of extensions and servers decide nothing and are left out. */
export interface RecordedPolicy {
  readonly config: HostConfig;
  readonly snapshot: RegistrySnapshot;
  /** Places of the config paths in it, as they were then. */
  readonly places: { readonly [path: string]: WrittenPlace };
}

/** The same as it is kept: its tools lie elsewhere, in parts that policies share. */
export interface KeptPolicy extends Omit<RecordedPolicy, 'snapshot'> {
  readonly snapshot: Omit<RegistrySnapshot, 'entries'>;
  /** Addresses of lists of tools, in their order. */
  readonly entries: readonly string[];
}

/** One question to the resolver: `policy` is the address of the rest. */
export interface RecordedRequest {
  readonly policy: string;
  readonly request: SurfaceRequest;
}

type ArchivedData = KeptPolicy | RecordedRequest | readonly ToolEntry[];

const ADDRESS = /^sha256-[0-9a-f]{64}$/;
/** What is shorter does not become smaller by much. */
const COMPRESSED_CHARS = 1_000;
/** A policy that is in use says so this often, and is not taken for unused before twice this time. */
const TOUCH_MS = 6 * 3_600_000;

/**
 * Policies and requests by the hashes of their texts, beside the log: written once, compressed, read back
 * only if they still have their hash, so that a record which names one vouches for it.
 */
export class PolicyArchive {
  readonly #folder: string;
  /** What this process has kept, and when it last said that it is in use. */
  readonly #kept = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps data and answers its address. Throws if it cannot be written. */
  keep(data: ArchivedData): string {
    const text = JSON.stringify(data);
    const address = hashOfText('policy', text);
    if (this.use(address)) return address;
    const isLong = text.length > COMPRESSED_CHARS;
    const path = this.#pathsOf(address)[isLong ? 'compressed' : 'plain'];
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}.draft`;
    writeFileSync(draft, isLong ? gzipSync(text) : text, { mode: 0o600 });
    renameSync(draft, path);
    this.#kept.set(address, Date.now());
    return address;
  }

  /** Says that what is kept under an address is still in use; `false` if nothing is. */
  use(address: string): boolean {
    const now = Date.now();
    if (Math.abs(now - (this.#kept.get(address) ?? Number.NEGATIVE_INFINITY)) < TOUCH_MS) {
      return true;
    }
    const isThere = Object.values(this.#pathsOf(address)).some(touched);
    if (isThere) this.#kept.set(address, now);
    else this.#kept.delete(address);
    return isThere;
  }

  /** `undefined` if it is gone or was changed. */
  readRequest(address: string): RecordedRequest | undefined {
    return this.#read<RecordedRequest>(address);
  }

  /** `undefined` if any part of it is gone or was changed. */
  readPolicy(address: string): RecordedPolicy | undefined {
    const kept = this.#read<KeptPolicy>(address);
    if (kept === undefined) return undefined;
    const { config, places, snapshot } = kept;
    const entries: ToolEntry[] = [];
    for (const part of kept.entries) {
      const tools = this.#read<readonly ToolEntry[]>(part);
      if (tools === undefined) return undefined;
      for (const tool of tools) entries.push(tool);
    }
    return { config, places, snapshot: { ...snapshot, entries } };
  }

  /** Takes away what no record that is kept can name: nothing used it for longer than records are kept. */
  async prune(unusedSince: number, dryRun: boolean): Promise<{ count: number; bytes: number }> {
    const pruned = { count: 0, bytes: 0 };
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts === undefined || facts.mtimeMs >= unusedSince - 2 * TOUCH_MS) continue;
      pruned.count += 1;
      pruned.bytes += facts.size;
      if (!dryRun) await rm(path, { force: true });
    }
    return pruned;
  }

  #read<Data extends ArchivedData>(address: string): Data | undefined {
    try {
      if (!ADDRESS.test(address)) return undefined;
      const { plain, compressed } = this.#pathsOf(address);
      const text = existsSync(plain)
        ? readFileSync(plain, 'utf8')
        : gunzipSync(readFileSync(compressed), { maxOutputLength: MOST_BYTES }).toString('utf8');
      // What has this hash was written by `keep`.
      return hashOfText('policy', text) === address ? (JSON.parse(text) as Data) : undefined;
    } catch {
      return undefined;
    }
  }

  #pathsOf(address: string) {
    const plain = join(this.#folder, `${address}.json`);
    return { plain, compressed: `${plain}.gz` };
  }
}

/** No policy is so large; a file that claims to be was not written here. */
const MOST_BYTES = 256 * 1_024 * 1_024;

/** Says that a file is still in use; `false` if there is none. */
function touched(path: string): boolean {
  try {
    const now = new Date();
    utimesSync(path, now, now);
    return true;
  } catch {
    return false;
  }
}
