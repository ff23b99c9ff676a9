import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapabilityGrants, RequestedCapabilities } from '@mortise/contracts';

/** What was answered once for an extension under development. */
interface Remembered {
  /** What it asked for when it was granted. */
  readonly requested?: RequestedCapabilities;
  readonly granted?: CapabilityGrants;
  readonly secrets: { readonly [name: string]: string };
}

const NOTHING: Remembered = { secrets: {} };

/**
 * The folder in which `dev` and `call --extension` keep what belongs to one extension on this machine:
 * answers, stored values, bundles. It lies in the extension's own folder, out of its reach, of its bundle
 * and of git.
 */
export class AuthorMemory {
  /** Undefined if nothing can be written there; then all of it lasts as long as the command. */
  readonly folder: string | undefined;
  #remembered: Remembered;

  constructor(extensionFolder: string) {
    this.folder = openFolder(extensionFolder);
    this.#remembered = this.folder === undefined ? NOTHING : read(join(this.folder, FILE));
  }

  /** What was granted, if it was asked for the same. */
  grantsFor(requested: RequestedCapabilities): CapabilityGrants | undefined {
    const { requested: before, granted } = this.#remembered;
    return JSON.stringify(before) === JSON.stringify(requested) ? granted : undefined;
  }

  keepGrants(requested: RequestedCapabilities, granted: CapabilityGrants): void {
    this.#keep({ ...this.#remembered, requested, granted });
  }

  secret(name: string): string | undefined {
    const { secrets } = this.#remembered;
    return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  }

  keepSecret(name: string, value: string): void {
    this.#keep({ ...this.#remembered, secrets: { ...this.#remembered.secrets, [name]: value } });
  }

  #keep(remembered: Remembered): void {
    this.#remembered = remembered;
    if (this.folder === undefined) return;
    const draft = join(this.folder, `${FILE}.${process.pid}`);
    writeFileSync(draft, `${JSON.stringify(remembered, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, join(this.folder, FILE));
  }
}

const FILE = 'answers.json';

/** Only a folder that can be an extension gets one. */
const MANIFESTS = ['mortise.json', 'package.json', 'openclaw.plugin.json'];

function openFolder(extensionFolder: string): string | undefined {
  if (!MANIFESTS.some((name) => existsSync(join(extensionFolder, name)))) return undefined;
  const own = join(extensionFolder, '.mortise');
  const folder = join(own, 'author');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const ignore = join(own, '.gitignore');
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
    return folder;
  } catch {
    return undefined;
  }
}

function read(file: string): Remembered {
  try {
    const { requested, granted, secrets } = JSON.parse(readFileSync(file, 'utf8')) as Remembered;
    return {
      ...(requested !== undefined && { requested }),
      ...(granted !== undefined && { granted }),
      secrets: secrets ?? {},
    };
  } catch {
    return NOTHING;
  }
}
