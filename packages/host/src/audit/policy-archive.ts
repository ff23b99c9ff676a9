import { mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type HostConfig,
  hashOfText,
  type RegistrySnapshot,
  type SurfaceRequest,
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

/** One question to the resolver: `policy` is the address of the rest. */
export interface RecordedRequest {
  readonly policy: string;
  readonly request: SurfaceRequest;
}

const NAME = /^sha256-[0-9a-f]{64}\.json$/;

/**
 * Policies and requests by the hashes of their texts, beside the log: written once, read back only if they
 * still have their hash, so that a record which names one vouches for it.
 */
export class PolicyArchive {
  readonly #folder: string;
  readonly #kept = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps data and answers its address. Throws if it cannot be written. */
  keep(data: RecordedPolicy | RecordedRequest): string {
    const text = JSON.stringify(data);
    const address = hashOfText('policy', text);
    if (this.#kept.has(address)) return address;
    const path = this.#pathOf(address);
    if (!touched(path)) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const draft = `${path}.${process.pid}.draft`;
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, path);
    }
    this.#kept.add(address);
    return address;
  }

  /** `undefined` if it is gone or was changed. */
  read<Data extends RecordedPolicy | RecordedRequest>(address: string): Data | undefined {
    try {
      if (!NAME.test(`${address}.json`)) return undefined;
      const text = readFileSync(this.#pathOf(address), 'utf8');
      // What has this hash was written by `keep`.
      return hashOfText('policy', text) === address ? (JSON.parse(text) as Data) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Takes away what no record that is kept can name: nothing used it for longer than records are kept. */
  async prune(unusedSince: number, dryRun: boolean): Promise<{ count: number; bytes: number }> {
    const pruned = { count: 0, bytes: 0 };
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts === undefined || facts.mtimeMs >= unusedSince) continue;
      pruned.count += 1;
      pruned.bytes += facts.size;
      if (!dryRun) await rm(path, { force: true });
    }
    return pruned;
  }

  #pathOf(address: string): string {
    return join(this.#folder, `${address}.json`);
  }
}

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
